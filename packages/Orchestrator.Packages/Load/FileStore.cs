using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>A file in the folder of a connection as what a load writes into.</summary>
internal sealed class FileStore : ILoadStore
{
    private readonly PackageContext context;
    private readonly Func<string, long> freeBytes;
    private readonly FileTarget target;

    public FileStore(PackageContext context, Func<string, long> freeBytes)
    {
        (this.context, this.freeBytes) = (context, freeBytes);
        var (written, attempt) = (context.Object.Target, context.AttemptId);
        var connection = Addresses.Find(context.Solution, written.Connection);
        target = new FileTarget
        {
            Folder = FileFormats.Folder(context, connection),
            File = context.Object.Load.Pattern.Value == LoadPattern.Append
                ? FileParts.Of(written.Name, attempt)
                : written.Name,
            Format = FileFormats.Of(connection, written.Format!),
            Attempt = attempt,
        };
    }

    /// <summary>The one path into a file.</summary>
    public static LoadPath Taken { get; } = new(LoadPathKind.RowBatches, "the target is a file");

    /// <inheritdoc/>
    public StoreRules Rules => new("a file", new FileRules(target.Format), columns => columns);

    /// <inheritdoc/>
    public string Errors => $"'{ErrorFile.Of(context.Object, context.AttemptId)}'";

    /// <inheritdoc/>
    public string SpoolFolder => context.Folder;

    /// <inheritdoc/>
    public LoadPath Choose(LoadSource source, LoadColumns columns) => Taken;

    /// <inheritdoc/>
    public void RefuseWithoutRoom(long bytesExpected) => FreeDisk.Check(
        Path.Combine(target.Folder, target.File), bytesExpected, context.Object.Load, freeBytes);

    /// <inheritdoc/>
    public IDisposable? TakeTurn() => null;

    /// <inheritdoc/>
    public ILoadTarget Open(LoadColumns columns, WatermarkStart? start, Action<RejectedRow> reject) =>
        new FileLoadTarget(target, columns, context, start);

    /// <inheritdoc/>
    public void AfterWriting()
    {
    }
}
