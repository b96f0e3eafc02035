using Orchestrator.Compare.Values;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare;

/// <summary>Which columns of two sides are compared, found by their names.</summary>
internal sealed class ColumnPairs
{
    private ColumnPairs(IReadOnlyList<ColumnPair> all, int keys) => (All, Keys) = (all, keys);

    /// <summary>Those that are compared, the key first.</summary>
    public IReadOnlyList<ColumnPair> All { get; }

    /// <summary>How many of them are the key; 0 = rows are compared as a whole.</summary>
    public int Keys { get; }

    /// <summary>Columns that the first side alone has.</summary>
    public IReadOnlyList<string> LeftAlone { get; private init; } = [];

    /// <summary>Columns that the second side alone has.</summary>
    public IReadOnlyList<string> RightAlone { get; private init; } = [];

    /// <summary>The column with the time of a row; null = nobody named one.</summary>
    public ColumnPair? Late { get; private init; }

    /// <summary>Those of two sides.</summary>
    /// <exception cref="DataRefusedException">They have not what the options name.</exception>
    public static ColumnPairs Of(
        ComparedSide left, IReadOnlyList<RowColumn> lefts, ComparedSide right, IReadOnlyList<RowColumn> rights,
        ComparisonOptions options)
    {
        var pairs = new List<ColumnPair>();
        var rest = rights.Index().ToList();
        var exact = lefts.Select(column => column.Name).ToHashSet(StringComparer.Ordinal);
        var alone = new List<string>();
        foreach (var (place, column) in lefts.Index())
        {
            // A column that is called just so goes before one of another case, which may belong to another one.
            var found = rest.FindIndex(one => one.Item.Name == column.Name);
            found = found >= 0 ? found
                : rest.FindIndex(one => IsSame(one.Item.Name, column.Name) && !exact.Contains(one.Item.Name));
            if (found >= 0)
            {
                var (otherPlace, other) = rest[found];
                rest.RemoveAt(found);
                pairs.Add(new ColumnPair(
                    column.Name, place, left.Describe(column), otherPlace, right.Describe(other)));
            }
            else
            {
                alone.Add(column.Name);
            }
        }

        string[] known = [.. lefts.Concat(rights).Select(column => column.Name)];
        RefuseUnknown(options, known, left, right);
        var chosen = new ChosenColumns(options, known);
        var key = KeyOf(left, right, pairs, options, chosen);
        var compared = pairs.Where(pair => chosen.Has(pair.Name, pair.Right.Column.Name) && !key.Contains(pair))
            .ToArray();
        var late = LateOf(pairs, options);
        RefuseIdle(options.Rules, [.. key, .. compared]);
        return key.Count + compared.Length == 0
            ? throw new DataRefusedException("ORC6105",
                $"{left.Name} and {right.Name} have no column in common that is compared. Columns belong together by "
                + "their names, whatever their case: name them alike in a query, CONNECTION:(SELECT …).")
            : new ColumnPairs([.. key, .. compared], key.Count)
            {
                LeftAlone = [.. alone.Where(name => chosen.Has(name))],
                RightAlone = [.. rest.Select(one => one.Item.Name).Where(name => chosen.Has(name))],
                Late = late,
            };
    }

    private static List<ColumnPair> KeyOf(
        ComparedSide left, ComparedSide right, List<ColumnPair> pairs, ComparisonOptions options,
        ChosenColumns chosen)
    {
        // A key of which a column is left out tells no rows apart, unless somebody names it.
        bool IsLeftOut(ColumnPair pair) => chosen.LeavesOut(pair.Name, pair.Right.Column.Name);
        var isNamed = options.Key.Count > 0;
        IReadOnlyList<string>[] keys = isNamed ? [options.Key] : [left.Key, right.Key];
        foreach (var names in keys)
        {
            // Who names a column twice means it once.
            var found = names.Select(name => Find(pairs, name)).OfType<ColumnPair>().ToArray();
            if (names.Count > 0 && found.Length == names.Count && (isNamed || !found.Any(IsLeftOut)))
            {
                return [.. found.Distinct()];
            }

            if (isNamed)
            {
                var missing = names.First(name => Find(pairs, name) is null);
                throw new DataRefusedException("ORC6103",
                    $"The key column '{missing}' is not on both sides, {left.Name} and {right.Name}. Name columns that "
                    + "both have, or give the column that name in a query, CONNECTION:(SELECT …).");
            }
        }

        return [];
    }

    private static void RefuseUnknown(
        ComparisonOptions options, string[] known, ComparedSide left, ComparedSide right)
    {
        if (options.Columns.Concat(options.Exclude).FirstOrDefault(name => Find(known, name) is null) is { } unknown)
        {
            throw new DataRefusedException("ORC6104",
                $"Neither {left.Name} nor {right.Name} has a column '{unknown}'. There is: {string.Join(", ", known
                    .Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal))}.");
        }
    }

    private static ColumnPair? LateOf(List<ColumnPair> pairs, ComparisonOptions options) =>
        options.Rules.Late is not { } name ? null
        : Find(pairs, name) is { Form: ComparedForm.Moment } late ? late
        : throw new DataRefusedException("ORC6106",
            $"The column '{name}', which says when a row came, is no date or time on both sides. Name one that is, or "
            + "leave `late` out.");

    // Without any column ORC6105 says more.
    private static void RefuseIdle(DataRules rules, IReadOnlyList<ColumnPair> pairs)
    {
        if (pairs.Count == 0)
        {
            return;
        }

        if (rules.Zone is { } zone && !pairs.Any(pair => pair.IsZoned))
        {
            throw new DataRefusedException("ORC6107",
                $"The zone {zone} is of times without an offset on the first side, and none is compared. Leave `zone` "
                + "out, or exchange the two sides.");
        }

        if (rules.Scale is not null && !pairs.Any(pair => ComparedForms.IsNumber(pair.Form)))
        {
            throw Idle("scale", "numbers");
        }

        if (rules.Fractions is not null
            && !pairs.Any(pair => pair.Form is ComparedForm.Moment or ComparedForm.TimeOfDay))
        {
            throw Idle("fractions", "times");
        }
    }

    private static DataRefusedException Idle(string rule, string what) => new("ORC6109",
        $"The rule `{rule}` is of {what}, and no column that is compared has any: what is text on both sides, as that "
        + $"of two files, is compared as text. Leave `{rule}` out, or let one side be a table or query whose column "
        + "has such a type.");

    private static ColumnPair? Find(List<ColumnPair> pairs, string name) =>
        pairs.Find(pair => pair.Name == name) ?? pairs.Find(pair => IsSame(pair.Name, name));

    private static string? Find(string[] names, string name) =>
        names.FirstOrDefault(one => one == name) ?? names.FirstOrDefault(one => IsSame(one, name));

    private static bool IsSame(string one, string other) =>
        string.Equals(one, other, StringComparison.OrdinalIgnoreCase);
}
