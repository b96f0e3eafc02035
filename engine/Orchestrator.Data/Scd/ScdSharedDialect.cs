using System.Globalization;

namespace Orchestrator.Data.Scd;

/// <summary>A table with some of the columns of another one, which that takes by joining it.</summary>
/// <param name="Table">Its name.</param>
/// <param name="Fill">The statement that fills it.</param>
public sealed record ScdPart(TableName Table, IReadOnlyList<RowColumn> Columns, string Fill);

/// <summary>
/// The columns that all versions of a key share, where versions are made outside of the database: which number stands
/// for a value, and which value for a number. Each is a window of its own over the rows, and a join to them; a few are
/// done by the statement itself, many in parts of a few, as a platform joins so many and no more, and SQLite plans
/// windows one within the other. Text only.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Their columns.</param>
internal sealed class ScdSharedDialect(Dialect dialect, ScdFlowTables tables, VersionedRows rows)
{
    private readonly ScdWords _w = new(dialect, rows);

    /// <summary>Columns of numbers, as rows have them.</summary>
    public IEnumerable<RowColumn> RowNumbers => rows.OfKey.Select((_, place) => ScdWords.LargeNumber(Value(place)));

    /// <summary>Columns of numbers, as outcomes have them.</summary>
    public IEnumerable<RowColumn> OutcomeNumbers =>
        All.SelectMany(NumbersOf).Select(ScdWords.LargeNumber);

    /// <summary>The parts in which rows get their numbers; none where the statement itself gives them.</summary>
    public IEnumerable<ScdPart> NumberParts => Groups.Index().Select(part =>
    {
        var table = Part("n", part.Index);
        RowColumn[] columns = [_w.Numbered, .. part.Item.Select(one => ScdWords.LargeNumber(Value(one.Index)))];
        return new ScdPart(table, columns,
            $"{Into(table, columns)} SELECT s.{_w.Row}, {string.Join(", ", part.Item.Select(Number))} FROM "
            + $"{dialect.Quote(tables.Load)} AS s JOIN {dialect.Quote(tables.Keys)} AS k ON {_w.SameKey("k", "s")}"
            + Newest);
    });

    /// <summary>The numbers of a row (s) of a key (k).</summary>
    public IEnumerable<string> Numbers => IsWhole ? All.Select(Number)
        : Groups.Index().SelectMany(part => part.Item.Select(one => _w.C($"n{part.Index}", Value(one.Index))));

    /// <summary>What has to be joined for them.</summary>
    public string NumberJoins => IsWhole ? Newest : string.Concat(Groups.Index().Select(part =>
        $" JOIN {dialect.Quote(Part("n", part.Index))} AS n{part.Index} ON n{part.Index}.{_w.Row} = s.{_w.Row}"));

    /// <summary>The parts in which outcomes get their values; none where the statement itself gives them.</summary>
    public IEnumerable<ScdPart> ValueParts => Groups.Index().Select(part =>
    {
        var table = Part("v", part.Index);
        RowColumn[] columns =
        [
            ScdWords.LargeNumber(ScdWords.KeyNumber), _w.Time(ScdWords.From),
            .. part.Item.SelectMany(one => ColumnsOf(one.Item)).Select(column =>
                column with { Nullable = true, Source = ValueSource.Rows }),
        ];
        return new ScdPart(table, columns,
            $"{Into(table, columns)} SELECT {_w.C("o", ScdWords.KeyNumber)}, {_w.C("o", ScdWords.From)}, "
            + $"{string.Join(", ", part.Item.SelectMany(ValuesOf))} FROM {dialect.Quote(tables.Outcome)} AS o JOIN "
            + $"{dialect.Quote(tables.Keys)} AS k ON k.{_w.Row} = {_w.C("o", ScdWords.KeyNumber)}{Newest}"
            + Joins(part.Item));
    });

    /// <summary>The values of an outcome (o) of a key (k).</summary>
    public IEnumerable<string> Values => IsWhole ? All.SelectMany(ValuesOf)
        : Groups.Index().SelectMany(part => part.Item.SelectMany(one => ColumnsOf(one.Item))
            .Select(column => _w.C($"v{part.Index}", column.Name)));

    /// <summary>What has to be joined for them.</summary>
    public string ValueJoins => IsWhole ? Newest + Joins(All) : string.Concat(Groups.Index().Select(part =>
        $" JOIN {dialect.Quote(Part("v", part.Index))} AS v{part.Index} ON "
        + $"{_w.C($"v{part.Index}", ScdWords.KeyNumber)} = {_w.C("o", ScdWords.KeyNumber)} AND "
        + $"{_w.C($"v{part.Index}", ScdWords.From)} = {_w.C("o", ScdWords.From)}"));

    private bool IsWhole => All.SelectMany(NumbersOf).Count() <= _w.JoinsMax;

    private IEnumerable<(int Index, KeyColumn Item)> All => rows.OfKey.Index();

    private IEnumerable<(int Index, KeyColumn Item)[]> Groups
    {
        get
        {
            var (joins, most) = (0, _w.JoinsMax);
            return IsWhole ? [] :
            [
                .. All.Select(one => (One: one, Joins: joins += NumbersOf(one).Count()))
                    .GroupBy(one => (one.Joins - 1) / most, one => one.One).Select(group => group.ToArray()),
            ];
        }
    }

    // All versions of a key share such values; the newest one is looked at.
    private string Newest => rows.OfKey.Count == 0 ? "" : $" LEFT JOIN {dialect.Quote(tables.Target)} AS t ON "
        + $"{_w.SameKey("t", "k")} AND {_w.C("t", rows.From.Name)} = {_w.C("k", ScdWords.Known)}";

    private string Number((int Index, KeyColumn Item) one) => $"CASE {Holds(one.Item.Column, one.Item.Source,
            ScdFlowDialect.Standing)}"
        + (one.Item.Before is { } before ? Holds(before, one.Item.Source, ScdFlowDialect.StandingBefore) : "")
        + $"ELSE min(s.{_w.Row}) OVER (PARTITION BY k.{_w.Row}, "
        + $"{dialect.Grouping(one.Item.Column, _w.C("s", one.Item.Source))}) END";

    // A value that the target holds already, where the key is known.
    private string Holds(RowColumn column, string source, long number) =>
        $"WHEN {_w.C("k", ScdWords.Known)} IS NOT NULL AND NOT ("
        + $"{dialect.AreDistinct(column, _w.C("t", column.Name), _w.C("s", source))}) THEN {number} ";

    private IEnumerable<string> ValuesOf((int Index, KeyColumn Item) one) =>
        NumbersOf(one).Select(number => ValueOf(one.Item, number));

    private string ValueOf(KeyColumn one, string number) => "CASE "
        + (one.Before is { } before
            ? $"WHEN {_w.C("o", number)} < {ScdFlowDialect.Standing} THEN {_w.C("t", before.Name)} " : "")
        + $"WHEN {_w.C("o", number)} = {ScdFlowDialect.Standing} THEN {_w.C("t", one.Column.Name)} ELSE "
        + $"{_w.C(number, one.Source)} END";

    private string Joins(IEnumerable<(int Index, KeyColumn Item)> group) =>
        string.Concat(group.SelectMany(NumbersOf).Select(name =>
            $" LEFT JOIN {dialect.Quote(tables.Load)} AS {name} ON {name}.{_w.Row} = {_w.C("o", name)}"));

    private string Into(TableName table, IEnumerable<RowColumn> columns) =>
        $"INSERT INTO {dialect.Quote(table)} ({dialect.QuoteList(columns.Select(column => column.Name))})";

    private TableName Part(string word, int place)
    {
        const string keys = "keys";
        var (name, four) = (tables.Keys.Name, string.Create(CultureInfo.InvariantCulture, $"{word}{place:000}"));
        var at = name.IndexOf(keys, StringComparison.Ordinal);
        return tables.Keys with { Name = name[..at] + four + name[(at + keys.Length)..] };
    }

    private static IEnumerable<RowColumn> ColumnsOf(KeyColumn one) =>
        one.Before is null ? [one.Column] : [one.Column, one.Before];

    private static IEnumerable<string> NumbersOf((int Index, KeyColumn Item) one) =>
        one.Item.Before is null ? [Value(one.Index)] : [Value(one.Index), Before(one.Index)];

    private static string Value(int place) => $"{Dialect.OwnPrefix}v{place}";

    private static string Before(int place) => $"{Dialect.OwnPrefix}w{place}";
}
