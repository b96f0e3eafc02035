using System.Text.RegularExpressions;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// Lookup: of several rows that match, the first one counts. With a full cache texts are equal where they have the same
/// characters, and NULL equals NULL; without, the database says what is equal.
/// </summary>
internal static partial class LookupComponents
{
    private const string Full = "0";
    private const string NoMatch = "a row has no match in a lookup by ";

    // What the component itself gives for a row without a match.
    private const string NoMatchCode = "-1071607778";

    private static readonly FlowType Flag = new("DT_I4", 0, 0, 0, 0);

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var outputs = LookupOutputs.Of(work, component);
        var keys = Keys(component);
        if (MergeFolds.Fold(work, component, outputs, keys))
        {
            return;
        }

        var copied = Copied(component, outputs.Match);
        var types = ReferenceSets.TypesOf(component);
        List<(string Name, FlowType Type)> read =
        [
            .. keys.Select(each => (each.Reference, Known(types, each.Reference) ?? each.Input.Type))
                .Concat(copied.Select(each => (each.Reference, Known(types, each.Reference) ?? each.Type)))
                .DistinctBy(each => each.Item1),
        ];
        var reference = IsOfCache(component) ? CacheSets.Of(work, component, read)
            : ReferenceSets.Of(work, component, read);
        var sets = FlowLandings.Together(work, component, [work.Input(component), reference]);
        var set = work.Closed(sets[0]);
        var first = First(work, component, work.Closed(sets[1]), keys);
        Give(work, component, outputs, Joined(work, component, set, first, keys, copied, outputs));
        work.Folded(component, "a join of the query");
    }

    // Of a full cache the component itself compares, without one the database.
    private static bool IsFull(FlowComponent component) =>
        IsOfCache(component) || (component.Property("CacheType") ?? Full) == Full;

    private static bool IsOfCache(FlowComponent component) => component.Property("ConnectionType") == "1";

    private static FlowType? Known(IReadOnlyDictionary<string, FlowType> types, string name) =>
        types.TryGetValue(name, out var type) && type.Name.Length > 0 ? type : null;

    private static List<(InputColumn Input, string Reference)> Keys(FlowComponent component)
    {
        var keys = component.Inputs.SelectMany(each => each.Columns)
            .Select(each => (each, RowComponents.Property(each.Properties, "JoinToReferenceColumn")))
            .Where(each => each.Item2.Length > 0).ToList();
        return keys.Count > 0 ? keys : throw FlowOpenException.Missing("no columns are compared", component.Name);
    }

    private static List<(string Reference, FlowType Type, ColumnOrigin Origin, string Name)> Copied(
        FlowComponent component, FlowOutput output) =>
    [
        .. output.Columns.Select(each => (RowComponents.Property(each.Properties, "CopyFromReferenceColumn"), each.Type,
            FlowColumns.OriginOf(component, output, each), each.Name)).Where(each => each.Item1.Length > 0),
        .. component.Inputs.SelectMany(each => each.Columns).Where(each => each.Origin is not null)
            .Select(each => (RowComponents.Property(each.Properties, "CopyFromReferenceColumn"), each.Type,
                each.Origin!, "")).Where(each => each.Item1.Length > 0),
    ];

    // The reference with one row for each key, and a column that says that there is one.
    private static (SqlSet Set, SqlItem Found) First(
        FlowWork work, FlowComponent component, SqlSet reference, List<(InputColumn Input, string Reference)> keys)
    {
        var dialect = FlowWork.DialectOf(reference);
        var columns = keys.ConvertAll(each => Reference(reference, each.Reference));
        HashSet<string> names = new(reference.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        var found = new SetColumn(new(component.Path, "", "\u0001found"), FlowNames.Unique("place", "_", names), Flag);
        var isUnique = !IsOfCache(component)
            && ReferenceSets.Table(work, component, WrittenSources.Command(work, component)) is { } table
            && work.Context.IsUnique(table, [.. keys.Select(each => each.Reference)]);
        var order = IsOfCache(component) ? "" : Order(work, component);
        // Rows that the database takes for equal are several matches where it compares.
        var parts = IsFull(component)
            ? columns.SelectMany(each => dialect.Exactly(each.Sql, each.Column.Type))
            : columns.Select(each => each.Sql);
        var sql = isUnique ? "1" : "ROW_NUMBER() OVER (PARTITION BY " + string.Join(", ", parts)
            + (order.Length > 0 ? $" {order}" : dialect.NoOrder) + ")";
        var numbered = work.Closed(reference.Grown(
            $"{component.Name} first", [.. reference.Items, new(found, sql)]));
        return (numbered, numbered.Find(found.Origin)!);
    }

    // The order of the reference's query says which match is the first; behind it, columns go by their names alone.
    private static string Order(FlowWork work, FlowComponent component)
    {
        var order = Qualifier().Replace(ReferenceSets.OrderOf(work, component), "");
        var known = ReferenceSets.TypesOf(component);
        var unread = Ordering().Matches(order).Select(each => each.Value.Trim('[', ']', '"'))
            .FirstOrDefault(each => known.Count > 0 && !known.Keys.Contains(each, StringComparer.OrdinalIgnoreCase));
        return unread is null ? order : throw FlowOpenException.NoOption(
            "of several matches the first one counts, by a column that its query does not give: let it give that, too",
            unread);
    }

    private static SqlItem Reference(SqlSet set, string name) =>
        set.Items.First(each => each.Column.Origin is { Output: "" } origin && origin.Column == name);

    private static SqlSet Joined(
        FlowWork work, FlowComponent component, SqlSet set, (SqlSet Set, SqlItem Found) reference,
        List<(InputColumn Input, string Reference)> keys,
        List<(string Reference, FlowType Type, ColumnOrigin Origin, string Name)> copied, LookupOutputs outputs)
    {
        var dialect = FlowWork.DialectOf(set);
        var items = set.Items.Select(each => each with { Sql = $"l.{each.Sql}" }).ToList();
        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        foreach (var (name, type, origin, title) in copied)
        {
            var sql = $"r.{Reference(reference.Set, name).Sql}";
            var at = items.FindIndex(each => each.Column.Origin == origin);
            if (at >= 0)
            {
                items[at] = items[at] with { Sql = sql };
            }
            else if (work.Columns.IsTaken(origin))
            {
                items.Add(new(new(origin, FlowNames.Unique(title, " ", names), type), sql));
            }
        }

        if (outputs.NeedsFlag)
        {
            items.Add(new(new(reference.Found.Column.Origin,
                FlowNames.Unique($"Found by {component.Name}", " ", names), Flag), $"r.{reference.Found.Sql}"));
        }

        var stop = dialect.Fail(component.Name, NoMatch + string.Join(", ", keys.Select(each => each.Reference)));
        var fails = outputs.Fails
            ? SqlLayout.Where([$"CASE WHEN r.{reference.Found.Sql} IS NULL THEN {stop} ELSE 1 END = 1"]) : "";
        return set.Grown(component.Name, items, fails) with
        {
            Steps = [.. set.Steps, .. reference.Set.Steps.Except(set.Steps)],
            From = $"{set.From} AS l\n{(outputs.DropsOthers ? "INNER" : "LEFT")} JOIN {reference.Set.From} AS r\n  ON "
                + Condition(component, set, reference, keys),
            IsStable = set.IsStable && reference.Set.IsStable,
            After = [.. set.After.Union(reference.Set.After)],
            Rows = outputs.DropsOthers || outputs.NeedsFlag ? new() : set.Rows,
        };
    }

    private static string Condition(
        FlowComponent component, SqlSet set, (SqlSet Set, SqlItem Found) reference,
        List<(InputColumn Input, string Reference)> keys)
    {
        var isFull = IsFull(component);
        if (!isFull && component.Property("SqlCommandParam") is { Length: > 0 } asked
            && !(WrittenText.IsShort(asked) && Plain().IsMatch(asked)))
        {
            throw FlowOpenException.NoOption("it asks for each row by a statement of its own", asked);
        }

        var conditions = keys.Select(each =>
        {
            var left = set.Find(each.Input.Origin)
                ?? throw FlowOpenException.Missing("a column that it compares does not come to it", each.Input.Name);
            var right = Reference(reference.Set, each.Reference);
            return isFull
                ? FlowJoins.Equal($"l.{left.Sql}", left.Column.Type, $"r.{right.Sql}", right.Column.Type, true,
                    set.Place.Dialect!.Value)
                : $"l.{left.Sql} = r.{right.Sql}";
        });
        return string.Join("\n  AND ", conditions.Append($"r.{reference.Found.Sql} = 1"));
    }

    private static void Give(FlowWork work, FlowComponent component, LookupOutputs outputs, SqlSet joined)
    {
        if (!outputs.NeedsFlag)
        {
            work.Give(component, outputs.Match, joined);
            return;
        }

        var whole = work.Closed((SqlSet)FlowLandings.Forked(work, component, joined));
        var found = whole.Items.First(each => each.Column.Origin.Column == "\u0001found"
            && each.Column.Origin.Component == component.Path);
        List<SqlItem> items = [.. whole.Items.Where(each => each != found)];
        if (outputs.IsMatchTaken)
        {
            work.Give(component, outputs.Match, whole.Grown($"{component.Name} match", items,
                outputs.KeepsAll ? "" : SqlLayout.Where([$"{found.Sql} = 1"])) with
            { Rows = new() });
        }

        if (outputs.Others is { } others)
        {
            var codes = RowComponents.New(work, component, others, others.Columns, whole, each =>
                each.Name == "ErrorCode" ? NoMatchCode : "0");
            work.Give(component, others, whole.Grown($"{component.Name} no match",
                [.. items, .. codes], SqlLayout.Where([$"{found.Sql} IS NULL"])) with
            { Rows = new() });
        }
    }

    [GeneratedRegex(@"\[[^\]]+\]|""[^""]+""|\b(?!(?:order|by|asc|desc)\b)[A-Za-z_]\w*", RegexOptions.IgnoreCase)]
    private static partial Regex Ordering();

    [GeneratedRegex(@"(?:\[[^\]]+\]|\w+)\s*\.\s*")]
    private static partial Regex Qualifier();

    [GeneratedRegex(
        @"^\s*select\s+\*\s+from\s+\(.*\)\s*(?:as\s+)?\[?refTable\]?\s*where\s+"
        + @"(?:(?:\s*and\s+)?\[?refTable\]?\.(?:\[[^\]]+\]|\w+)\s*=\s*\?\s*)+;?\s*$",
        RegexOptions.IgnoreCase | RegexOptions.Singleline)]
    private static partial Regex Plain();
}
