using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// A lookup in a table, whose matches go to a command that updates the same columns of that table which rows without a
/// match are inserted with, is one load by key.
/// </summary>
internal static class MergeFolds
{
    /// <summary>Whether a lookup and the two behind it became one load.</summary>
    public static bool Fold(FlowWork work, FlowComponent lookup, LookupOutputs outputs,
        IReadOnlyList<(InputColumn Input, string Reference)> keys)
    {
        if (outputs.Others is not { } others || Behind(work, lookup, outputs.Match) is not { } command
            || Behind(work, lookup, others) is not { } end || !IsUpsert(work, lookup, command, end, keys))
        {
            return false;
        }

        var set = work.Input(lookup);
        var load = TableEnds.Load(work, end, set);
        var names = keys.Select(each => each.Reference).ToList();
        load = load with
        {
            Pattern = FlowPattern.Merge,
            Columns =
            [
                .. load.Columns.Select(each => each with
                {
                    Key = names.FindIndex(name => IsSame(name, each.Target)) + 1,
                }),
            ],
        };
        work.Add(load, set);
        work.Mapped(end, $"the load {load.Name}");
        work.Folded(lookup, $"the key of the load {load.Name}");
        work.Folded(command, $"the load {load.Name}, which updates the rows of its key");
        return true;
    }

    // What alone takes the rows of an output, where they end with it.
    private static FlowComponent? Behind(FlowWork work, FlowComponent lookup, FlowOutput output)
    {
        var paths = work.Graph.From(lookup).Where(each => each.Output == output.Name).ToList();
        return paths is [var path] && work.Graph.Find(path.To) is var next && !work.Graph.From(next).Any()
            ? next : null;
    }

    private static bool IsUpsert(FlowWork work, FlowComponent lookup, FlowComponent command, FlowComponent end,
        IReadOnlyList<(InputColumn Input, string Reference)> keys)
    {
        if (command is not { Kind: ComponentKind.OleDbCommand, Inputs: [{ OnError: var error } changed, ..] }
            || error is RowDisposition.RedirectRow or RowDisposition.IgnoreFailure
            || end is not { Inputs: [var inserted, ..] } || !IsTable(end.Kind)
            || lookup.Property("ConnectionType") == "1" || WrittenSources.IsMade(work, lookup)
            || WrittenSources.IsMade(work, command)
            || WrittenChange.Of((command.Property("SqlCommand") ?? "").Trim().TrimEnd(';')) is not { } change
            || change.Columns is not { } columns || change.Keys is not { } names)
        {
            return false;
        }

        // Texts as keys are compared otherwise by a lookup than by a database.
        var isOfKey = names.Count == keys.Count && keys.All(each => !FlowColumnTypes.IsText(each.Input.Type)
            && OriginAt(changed, columns.Count + IndexOf(names, each.Reference)) == each.Input.Origin
            && IndexOf(names, each.Reference) >= 0 && OriginOf(inserted, each.Reference) == each.Input.Origin);
        var isOfColumns = columns.Index().All(each =>
            OriginAt(changed, each.Index) is { } origin && OriginOf(inserted, each.Item) == origin);
        var written = inserted.Columns.Count(each => each.ExternalColumn.Length > 0);
        return isOfKey && isOfColumns && written == keys.Count + columns.Count
            && IsOneTable(work, lookup, command, end, change);
    }

    // What is wrong with one of them is said where that one is translated.
    private static bool IsOneTable(FlowWork work, FlowComponent lookup, FlowComponent command, FlowComponent end,
        WrittenChange change)
    {
        try
        {
            return IsSameTable(work, lookup, command, end, change);
        }
        catch (FlowOpenException)
        {
            return false;
        }
    }

    private static bool IsSameTable(FlowWork work, FlowComponent lookup, FlowComponent command, FlowComponent end,
        WrittenChange change)
    {
        var place = work.Places.Of(end);
        var looked = lookup.Property("SqlCommand") ?? "";
        var reference = ReferenceSets.Table(work, lookup, looked)
            ?? TableEnds.TableOf(work.Places.Connection(lookup), looked);
        var target = TableEnds.Table(work, end);
        return work.Places.Of(command).Key == place.Key && work.Places.Of(lookup).Key == place.Key
            && IsSame(reference, target)
            && IsSame(WrittenSources.Named(work.Places.Connection(command), change.Table), target);
    }

    private static bool IsTable(ComponentKind kind) => kind is ComponentKind.OleDbDestination
        or ComponentKind.AdoNetDestination or ComponentKind.OdbcDestination or ComponentKind.BulkDestination;

    private static int IndexOf(IReadOnlyList<string> names, string name) =>
        names.Index().Where(each => IsSame(each.Item, name)).Select(each => each.Index).DefaultIfEmpty(-1).First();

    private static ColumnOrigin? OriginAt(FlowInput input, int place) =>
        input.Columns.FirstOrDefault(each => WrittenParameters.PlaceOf(each.ExternalColumn) == place)?.Origin;

    private static ColumnOrigin? OriginOf(FlowInput input, string target) =>
        input.Columns.FirstOrDefault(each => IsSame(each.ExternalColumn, target))?.Origin;

    private static bool IsSame(FlowTable? one, FlowTable other) => one is not null && IsSame(one.Name, other.Name)
        && (one.Schema.Length == 0 || other.Schema.Length == 0 || IsSame(one.Schema, other.Schema));

    private static bool IsSame(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);
}
