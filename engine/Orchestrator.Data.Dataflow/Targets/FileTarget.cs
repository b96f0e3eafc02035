using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Data.Files;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Targets;

/// <summary>Writes rows into a file, which takes its place when the last row has come.</summary>
public sealed class FileTarget<T> : RowBatchTarget<T>
{
    private readonly TargetFile _file;
    private FileRowWriter? _writer;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="file">The file and its format; its columns are those of the members, in their order.</param>
    /// <param name="memory">What bounds the bytes on their way; a bound of its own unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public FileTarget(
        Output<T> from, string name, TargetFile file, MemoryBudget? memory = null, LinkOptions? link = null)
        : base(from, name, link, memory) => _file = file;

    private protected override IReadOnlyList<(RowColumn Column, ColumnLimits Limits)> Open()
    {
        var columns = RowTaking<T>.Columns;
        var rules = new FileRules(_file.Format);
        if (FileRules.Refusal(_file.Format) is { } refusal)
        {
            throw new InvalidOperationException($"{_file.File} could not be read again: {refusal}");
        }

        if (_file.Format.Style == TextStyle.Fixed && _file.Format.Widths.Count != columns.Count)
        {
            throw new InvalidOperationException(
                $"{_file.File}: the format has {_file.Format.Widths.Count} widths, and {typeof(T).Name} "
                + $"{columns.Count} "
                + "members: give each one");
        }

        _writer = new FileRowWriter(_file, columns, []);
        return [.. columns.Select((column, place) => (column, rules.LimitsAt(column, place, columns.Count)))];
    }

    private protected override int Write(RowBatch batch)
    {
        _writer!.Write(batch, 0, batch.Count);
        return batch.Count;
    }

    private protected override void Complete()
    {
        _writer!.Complete();
        _writer.Publish();
    }

    private protected override void Close()
    {
        _writer?.Dispose();
        _writer = null;
    }
}
