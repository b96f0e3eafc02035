using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>A file in the folder of a connection as what a load writes into.</summary>
internal sealed class FileStore : ILoadStore
{
    private readonly PackageContext _context;
    private readonly Func<string, long> _freeBytes;
    private readonly TargetFile _target;

    public FileStore(PackageContext context, Func<string, long> freeBytes)
    {
        (_context, _freeBytes) = (context, freeBytes);
        var (written, attempt) = (context.Object.Target, context.AttemptId);
        var connection = Addresses.Find(context.Solution, written.Connection);
        _target = new TargetFile
        {
            Folder = FileFormats.Folder(context, connection),
            File = context.Object.Load.Pattern.Value == LoadPattern.Append
                ? FileParts.Of(written.Name, attempt)
                : written.Name,
            Format = FileFormats.Written(context.Object, context.Solution),
            Attempt = attempt,
            Fence = context.Fence.Pass,
        };
    }

    public StoreRules Rules => new("a file", new FileRules(_target.Format), columns => columns);

    public string Errors => $"'{ErrorFile.Of(_context.Object, _context.AttemptId)}'";

    public string SpoolFolder => _context.Folder;

    /// <summary>
    /// A refresh publishes its file, then removes those before it, and the unfinished ones last; so either its own is
    /// there, or none of the attempts that count.
    /// </summary>
    public bool IsRefreshed(WatermarkStart start)
    {
        var name = _context.Object.Target.Name;
        var unfinished = start.Unfinished.Select(attempt => FileParts.Of(name, attempt));
        var there = FileListing.Files(_target.Folder, FileParts.Pattern(name));
        return !there.Except(unfinished).Any()
            || start.Refreshes.Any(attempt => there.Contains(FileParts.Of(name, attempt)));
    }

    public LoadPath Choose(LoadSource source, LoadColumns columns) => LoadPath.IntoFile;

    public void RefuseWithoutRoom(long bytesExpected) => FreeDisk.Check(
        Path.Combine(_target.Folder, _target.File), bytesExpected, _context.Object, _freeBytes);

    public IDisposable? TakeTurn() => null;

    public ILoadTarget Open(
        LoadColumns columns, WatermarkStart? start, Action<RejectedRow> reject, long? lastLoad) =>
        new FileLoadTarget(_target, columns, _context, start);

    public void AfterWriting()
    {
    }

    public void Dispose()
    {
    }
}
