using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// The file of one load. It is written beside the one that is there and takes its place at the end; Append makes a
/// further file for each attempt.
/// </summary>
internal sealed class FileLoadTarget(
    TargetFile target, LoadColumns columns, PackageContext context, WatermarkStart? start) : ILoadTarget
{
    private FileRowWriter? _writer;

    private bool IsAppend => context.Object.Load.Pattern.Value == LoadPattern.Append;

    public string Publishing => IsAppend ? $"published as a file of its own, '{target.File}'"
        : "published by renaming the file that was written beside it";

    public long Kept => 0;

    public void Begin()
    {
        RefuseWithoutWidths();
        RefusePatterns();
        foreach (var (filled, place) in columns.Filled.Select((filled, i) => (filled, columns.Moved.Count + i)))
        {
            Refuse(filled, place);
        }

        _writer = new FileRowWriter(target, columns.Moved, columns.Filled);
    }

    public long Write(RowBatch batch)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        _writer!.Write(batch, 0, batch.Count);
        return 0;
    }

    public RowCounts Publish(RowCounts counts, Func<IEnumerable<RejectedRow>?> rejected)
    {
        if (_writer!.Complete() is var written && written != counts.Inserted)
        {
            throw new PackageRefusedException("ORC3406", ErrorClass.Bug, "publish",
                $"{written} rows are in the file, and {counts.Inserted} were to be. Nothing was published; please "
                + "report this.");
        }

        Store(rejected());
        context.Cancellation.ThrowIfCancellationRequested();
        var left = ToTakeBack();
        CrashPoint.Around("load.file", _writer.Publish);
        TakeBack(left);
        return counts;
    }

    public void Abandon(Exception fault, IEnumerable<RejectedRow>? rejected)
    {
        Dispose();
        Store(rejected);
    }

    public void Dispose() => _writer?.Dispose();

    private void Store(IEnumerable<RejectedRow>? rejected)
    {
        if (rejected is not null)
        {
            ErrorTable.Write(
                target with { File = ErrorFile.Of(context.Object, context.AttemptId), Format = TextFormat.Csv },
                rejected, context.Resources.Memory);
        }
    }

    // A watermark moves with the record of a success; the files of an attempt that has none are read again.
    private string[] ToTakeBack()
    {
        if (!IsAppend || start is null)
        {
            return [];
        }

        var name = context.Object.Target.Name;
        string[] unfinished = [.. start.Unfinished.Select(attempt => FileParts.Of(name, attempt))];

        // In an order in which a kill on the way leaves what FileStore.IsRefreshed looks for.
        return start.IsFullRefresh
            ? [.. FileListing.Files(target.Folder, FileParts.Pattern(name)).Except(unfinished), .. unfinished]
            : unfinished;
    }

    // Behind the new one, so that a load that cannot publish has taken nothing away.
    private void TakeBack(string[] files)
    {
        foreach (var file in files)
        {
            context.Fence.Pass();
            FileListing.Delete(target.Folder, file);
        }
    }

    private void RefuseWithoutWidths()
    {
        var (widths, count) = (target.Format.Widths.Count, columns.Target.Count);
        if (target.Format.Style == TextStyle.Fixed && widths != count)
        {
            throw new PackageRefusedException("ORC3454", ErrorClass.Config, "open",
                $"The format has {widths} `widths`, and the file {count} columns: "
                + string.Join(", ", columns.Target.Select(column => column.Name)) + ". Give each column one.");
        }
    }

    // Where nobody declares the type it is known here for the first time.
    private void RefusePatterns()
    {
        foreach (var column in columns.Moved)
        {
            if (target.Format.ColumnForms.GetValueOrDefault(column.Name)?.Times is { } times
                && times.Pattern.Refusal(column.Type) is { } why)
            {
                throw new PackageRefusedException("ORC3454", ErrorClass.Config, "open",
                    $"The column '{column.Name}' cannot be written as '{times.Pattern.Text}': {why}. Correct its "
                    + "`dateFormat`.");
            }
        }
    }

    // What the engine fills itself does not go through the guard.
    private void Refuse(FilledColumn filled, int place)
    {
        var limits = new FileRules(target.Format).LimitsAt(filled.Column, place, columns.Target.Count);
        var text = System.Text.Encoding.UTF8.GetBytes($"{filled.Value}");
        if (filled.Value is not null
            && ((filled.Value is string && limits.Texts?.Keeps(text) == false)
                || limits.NullWords.Any(word => word.AsSpan().SequenceEqual(text))
                || (limits.LengthMax > 0 && $"{filled.Value}".Length > limits.LengthMax)))
        {
            throw new PackageRefusedException("ORC3454", ErrorClass.Config, "open",
                $"The column '{filled.Column.Name}' cannot hold '{filled.Value}' in this format. Widen it, or change "
                + "the format.");
        }
    }
}
