namespace Orchestrator.Data.Scd;

/// <summary>Statements for the columns that all versions of a key share (types 0, 1, 3 and 6). Text only.</summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="tables">The tables.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdKeyDialect(Dialect dialect, ScdTables tables, VersionedRows rows)
{
    private readonly ScdWords w = new(dialect, rows);

    /// <summary>The columns of the table of keys.</summary>
    public IReadOnlyList<RowColumn> KeyColumns =>
        [.. w.KeyColumns, w.Time(ScdWords.Known), w.Time(ScdWords.Newest), w.Time(ScdWords.Earliest)];

    /// <summary>The columns of the table of values.</summary>
    public IReadOnlyList<RowColumn> ValueColumns =>
    [
        .. w.KeyColumns, w.Time(ScdWords.Newest), ScdWords.Number(ScdWords.Changed),
        .. w.SharedColumns.Select(column => column with { Nullable = true, Source = ValueSource.Rows }),
    ];

    /// <summary>Finds the keys, and which of their rows tell the newest value and the first.</summary>
    public string FindKeys =>
        $"INSERT INTO {dialect.Quote(tables.Keys)} ({dialect.QuoteList(KeyColumns.Select(column => column.Name))}) "
        + $"SELECT {w.Key()}, max({w.Q(ScdWords.Known)}), max({Counted("")}), min({w.Q(ScdWords.At)}) "
        + $"FROM {dialect.Quote(tables.Work)} GROUP BY {w.Key()}";

    /// <summary>Finds their values.</summary>
    /// <param name="hasTwins">Whether a key comes more than once.</param>
    public string FindValues(bool hasTwins)
    {
        var list = dialect.QuoteList(ValueColumns.Select(column => column.Name));
        var values = rows.OfKey.Index().SelectMany(one => ValuesOf(one.Item, one.Index, hasTwins));
        return $"INSERT INTO {dialect.Quote(tables.Values)} ({list}) SELECT {w.Key("b")}, {w.C("b", ScdWords.Newest)}, "
            + $"CASE WHEN {w.C("b", ScdWords.Newest)} IS NOT NULL AND {w.C("b", ScdWords.Known)} IS NOT NULL AND "
            + $"({string.Join(" OR ", Newest.Select(Differs).DefaultIfEmpty("1 = 0"))}) THEN 1 ELSE 0 END, "
            + $"{string.Join(", ", values)} FROM {dialect.Quote(tables.Keys)} AS b LEFT JOIN "
            + $"{dialect.Quote(tables.Target)} AS t ON {w.SameKey("t", "b")} AND {w.C("t", rows.From.Name)} = "
            + $"{w.C("b", ScdWords.Known)} LEFT JOIN {dialect.Quote(tables.Work)} AS n ON {w.SameKey("n", "b")} AND "
            + $"{w.C("n", ScdWords.At)} = {w.C("b", ScdWords.Newest)} LEFT JOIN {dialect.Quote(tables.Work)} AS f ON "
            + $"{w.SameKey("f", "b")} AND {w.C("f", ScdWords.At)} = {w.C("b", ScdWords.Earliest)}"
            + (hasTwins ? string.Concat(rows.OfKey.Index().Where(one => one.Item.Before is not null)
                .Select(one => Before(one.Item, $"p{one.Index}"))) : "");
    }

    /// <summary>Writes values that have changed into all versions of their keys.</summary>
    public string Write => dialect.UpdateFrom(
        tables.Target, tables.Values,
        [.. w.SharedColumns.Select(column => (column.Name, w.C("s", column.Name))), w.Attempt],
        $"{w.SameKey("t", "s")} AND {w.C("s", ScdWords.Changed)} = 1");

    /// <summary>Counts these versions.</summary>
    public string CountWritten =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.Values)} AS s JOIN {dialect.Quote(tables.Target)} AS t "
        + $"ON {w.SameKey("t", "s")} WHERE {w.C("s", ScdWords.Changed)} = 1";

    /// <summary>Counts the rows that brought them as updates.</summary>
    public string Judge => dialect.UpdateFrom(
        tables.Work, tables.Values, [(ScdWords.Outcome, "2")],
        $"{w.SameKey("t", "s")} AND {w.C("t", ScdWords.At)} = {w.C("s", ScdWords.Newest)} AND "
        + $"{w.C("s", ScdWords.Changed)} = 1 AND {w.C("t", ScdWords.Outcome)} = 0");

    private IEnumerable<KeyColumn> Newest => rows.OfKey.Where(one => one.Value == KeyValue.Newest);

    // Rows that come late say nothing of now, unless each delivery is all that the source has.
    private string Counted(string alias)
    {
        var at = alias.Length == 0 ? w.Q(ScdWords.At) : w.C(alias, ScdWords.At);
        var known = alias.Length == 0 ? w.Q(ScdWords.Known) : w.C(alias, ScdWords.Known);
        return rows.IsWhole ? at : $"CASE WHEN {known} IS NULL OR {at} >= {known} THEN {at} END";
    }

    private string Differs(KeyColumn one) =>
        dialect.AreDistinct(one.Column, w.C("t", one.Column.Name), w.C("n", one.Source));

    private IEnumerable<string> ValuesOf(KeyColumn one, int place, bool hasTwins)
    {
        var held = w.C("t", one.Column.Name);
        if (one.Value == KeyValue.First)
        {
            return [$"CASE WHEN {w.C("b", ScdWords.Known)} IS NULL THEN {w.C("f", one.Source)} ELSE {held} END"];
        }

        var isOld = $"{w.C("b", ScdWords.Newest)} IS NULL";
        var value = $"CASE WHEN {isOld} THEN {held} ELSE {w.C("n", one.Source)} END";
        if (one.Before is not { } before)
        {
            return [value];
        }

        var last = hasTwins
            ? $"WHEN {w.C($"p{place}", ScdWords.At)} IS NOT NULL THEN {w.C($"p{place}", one.Source)} " : "";
        return
        [
            value,
            $"CASE WHEN {isOld} OR ({w.C("b", ScdWords.Known)} IS NOT NULL AND NOT ({Differs(one)})) THEN "
                + $"{w.C("t", before.Name)} {last}ELSE {held} END",
        ];
    }

    // The last row before the newest that holds another value.
    private string Before(KeyColumn one, string alias) =>
        $" LEFT JOIN {dialect.Quote(tables.Work)} AS {alias} ON {w.SameKey(alias, "b")} AND "
        + $"{w.C(alias, ScdWords.At)} = (SELECT max({Counted("x")}) FROM {dialect.Quote(tables.Work)} AS x WHERE "
        + $"{w.SameKey("x", "b")} AND {w.C("x", ScdWords.At)} < {w.C("b", ScdWords.Newest)} AND "
        + $"{dialect.AreDistinct(one.Column, w.C("x", one.Source), w.C("n", one.Source))})";
}
