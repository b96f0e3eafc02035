using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// A table of a database as several readers with a connection each. All of them see the rows of one moment, and each
/// row is read by one of them: the first range takes all before it and NULL, the last one all behind it.
/// </summary>
internal sealed class SplitSource : IDisposable
{
    private readonly List<SourcePart> _parts = [];
    private string _fewer = "";

    private SplitSource()
    {
    }

    /// <summary>The parts, in the order of their values.</summary>
    public IReadOnlyList<SourcePart> Parts => _parts;

    /// <summary>What was read in how many parts, in words.</summary>
    public string Told(SplitBy split) => _parts.Count == split.Parts
        ? $"{split} ({string.Join(", ", _parts.Select(part => part.Rows))} rows)"
        : $"{_parts.Count} of {split} ({string.Join(", ", _parts.Select(part => part.Rows))} rows): {_fewer}";

    /// <summary>Opens all parts; the source keeps the snapshot, and reads nothing itself.</summary>
    /// <exception cref="PackageRefusedException">Its rows cannot be parted so that each is read once.</exception>
    public static SplitSource Open(PackageContext context, LoadSource source, LoadColumns columns)
    {
        source.Reader.Dispose();
        var database = source.Database!;
        var snapshot = Share(context.Object, database);
        var split = new SplitSource();
        try
        {
            var access = DatabaseAccess.ToSource(context);
            var wanted = context.Object.Load.SplitBy.Value!.Parts;
            for (var i = 0; i < wanted; i++)
            {
                split._parts.Add(new SourcePart(access.OpenBeside(context.Cancellation, snapshot), i + 1));
                split._parts[i].Begin(context.Cancellation);
            }

            // That it still answers tells that the snapshot was kept while they were opened.
            var column = SplitColumn.Of(context.Object, database);
            SplitColumn.RefuseNarrowKey(context.Object, column, columns.Moved);
            split.Read(context, source, columns, column);
            return split;
        }
        catch
        {
            split.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        foreach (var part in _parts)
        {
            part.Dispose();
        }
    }

    /// <summary>Why an open database would refuse the load, as a sentence; null where it would not.</summary>
    public static string? Refusal(ObjectDefinition definition, IDatabase database)
    {
        try
        {
            Share(definition, database);
            SplitColumn.Of(definition, database);
            return null;
        }
        catch (PackageRefusedException refused)
        {
            return refused.Error.Message;
        }
    }

    private static string Share(ObjectDefinition definition, IDatabase database)
    {
        var shared = database.Share(SplitColumn.TableOf(definition, database.Platform.Dialect));
        return shared.Refusal is not { } why ? shared.Snapshot : throw new PackageRefusedException(
            "ORC3620", ErrorClass.Config, "open",
            $"The load of '{definition.Name}' reads its table in parts, and {why}. Take `splitBy` out where that "
            + "cannot be.");
    }

    private void Read(PackageContext context, LoadSource source, LoadColumns columns, RowColumn column)
    {
        var dialect = source.Database!.Platform.Dialect;
        var where = source.Window?.Where(dialect) ?? context.Object.Source!.Where;
        IReadOnlyList<(string, object?)> values = [.. context.Values, .. source.Window?.Bounds ?? []];
        var ends = _parts[0].Ask(
            new PartDialect(dialect, column).Ends(SplitColumn.TableOf(context.Object, dialect), where), values,
            context.Cancellation);
        var starts = Starts(column, ends, _parts.Count);
        foreach (var unused in _parts.Skip(starts.Count + 1))
        {
            unused.Dispose();
        }

        _parts.RemoveRange(starts.Count + 1, _parts.Count - starts.Count - 1);
        for (var i = 0; i < _parts.Count; i++)
        {
            var (from, to) = (i > 0 ? starts[i - 1] : null, i < starts.Count ? starts[i] : null);
            var condition = new PartDialect(dialect, column).Condition(where, from is not null, to is not null);
            _parts[i].Open(
                context.Object, columns, LoadSource.OfTable(context.Object, dialect, condition),
                [.. values, (PartDialect.From, from), (PartDialect.To, to)], context.Cancellation);
        }
    }

    private IReadOnlyList<string> Starts(RowColumn column, IReadOnlyList<string?> ends, int wanted)
    {
        try
        {
            var starts = PartRanges.Starts(column.Type, ends[0], ends[1], wanted);
            _fewer = starts.Count + 1 == wanted ? "" : "there are too few values for more";
            return starts;
        }
        catch (DataRefusedException beyond)
        {
            // One range holds everything, too.
            _fewer = $"its least or greatest value cannot be reckoned with ({beyond.Message.TrimEnd('.')})";
            return [];
        }
    }
}
