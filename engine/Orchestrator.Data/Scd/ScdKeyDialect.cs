namespace Orchestrator.Data.Scd;

/// <summary>Statements for the columns that all versions of a key share (types 0, 1, 3 and 6). Text only.</summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="tables">The tables.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdKeyDialect(Dialect dialect, ScdTables tables, VersionedRows rows)
{
    private const string Last = Dialect.OwnPrefix + "last";

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
        $"INSERT INTO {dialect.Quote(tables.Keys)} ({Names(KeyColumns)}) "
        + $"SELECT {w.Key()}, max({w.Q(ScdWords.Known)}), max({Counted("")}), min({w.Q(ScdWords.At)}) "
        + $"FROM {dialect.Quote(tables.Work)} GROUP BY {w.Key()}";

    /// <summary>The columns of the table of steps.</summary>
    public IReadOnlyList<RowColumn> StepColumns =>
    [
        .. w.KeyColumns, w.Numbered, w.Time(Last), ScdWords.Number(ScdWords.Changed),
        .. Kept.Select(one => ScdWords.Number(Value(one.Index))),
    ];

    /// <summary>Whether rows of a key can follow one another in what all of its versions share.</summary>
    public bool HasSteps => w.NewestOfKey.Any();

    /// <summary>
    /// Finds the steps of the keys that come more than once: each row that says something of the present is held
    /// against the one before, and the first of them against the newest version.
    /// </summary>
    public string FindSteps
    {
        get
        {
            var order = $"OVER (PARTITION BY {w.Key("w")} ORDER BY {w.C("w", ScdWords.At)})";
            string[] columns =
            [
                w.Key("w"), $"w.{w.Row}", w.C("w", ScdWords.Known), $"lag({w.C("w", ScdWords.At)}) {order} AS {Last}",
                .. rows.OfKey.Index().Where(one => one.Item.Value == KeyValue.Newest).SelectMany(one => (string[])
                    [w.C("w", one.Item.Source), $"lag({w.C("w", one.Item.Source)}) {order} AS {Value(one.Index)}"]),
            ];
            var newest = rows.OfKey.Index().Where(one => one.Item.Value == KeyValue.Newest).ToArray();
            string[] values =
            [
                w.Key("e"), $"e.{w.Row}", $"e.{Last}", One(Step(newest)),
                .. Kept.Select(one => One(Step([one]))),
            ];
            return $"INSERT INTO {dialect.Quote(tables.Steps)} ({Names(StepColumns)}) SELECT "
                + $"{string.Join(", ", values)} FROM (SELECT {string.Join(", ", columns)} FROM "
                + $"{dialect.Quote(tables.Work)} AS w JOIN {dialect.Quote(tables.Twins)} AS d ON {w.SameKey("w", "d")} "
                + $"WHERE {Counted("w")} IS NOT NULL) AS e LEFT JOIN {dialect.Quote(tables.Target)} AS t ON "
                + $"{w.SameKey("t", "e")} AND {w.C("t", rows.From.Name)} = {w.C("e", ScdWords.Known)} AND "
                + $"e.{Last} IS NULL";
        }
    }

    /// <summary>Finds their values.</summary>
    /// <param name="hasSteps">Whether there are any: whose key has some is judged by them.</param>
    public string FindValues(bool hasSteps)
    {
        var newest = w.C("b", ScdWords.Newest);
        var values = rows.OfKey.Index().SelectMany(one => ValuesOf(one.Item, one.Index, hasSteps));
        string[] differ =
        [
            w.NewestOfKey.Any()
                ? dialect.AreDistinct([.. w.NewestOfKey.Select(one => w.Pair(one, "t", "n"))]) : "1 = 0",
            .. hasSteps ? Kept.Select(one => $"({HasBefore(one.Index)} AND "
                + $"{dialect.AreDistinct(one.Item.Column, w.C("t", one.Item.Before!.Name), Before(one))})") : [],
        ];
        return $"INSERT INTO {dialect.Quote(tables.Values)} ({Names(ValueColumns)}) SELECT {w.Key("b")}, "
            + $"{(hasSteps ? $"CASE WHEN {w.C("r", w.Key1)} IS NULL THEN {newest} END" : newest)}, "
            + One($"{newest} IS NOT NULL AND {w.C("b", ScdWords.Known)} IS NOT NULL AND "
                + $"({Conditions.Any(differ)})")
            + $", {string.Join(", ", values)} FROM {dialect.Quote(tables.Keys)} AS b LEFT JOIN "
            + $"{dialect.Quote(tables.Target)} AS t ON {w.SameKey("t", "b")} AND {w.C("t", rows.From.Name)} = "
            + $"{w.C("b", ScdWords.Known)} LEFT JOIN {dialect.Quote(tables.Work)} AS n ON {w.SameKey("n", "b")} AND "
            + $"{w.C("n", ScdWords.At)} = {newest} LEFT JOIN {dialect.Quote(tables.Work)} AS f ON "
            + $"{w.SameKey("f", "b")} AND {w.C("f", ScdWords.At)} = {w.C("b", ScdWords.Earliest)}"
            + (hasSteps ? LastSteps() : "");
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

    /// <summary>Counts the rows that are steps as updates where their key is new or does not end as it began.</summary>
    public string JudgeSteps => dialect.UpdateFrom(
        tables.Work, tables.Values, [(ScdWords.Outcome, "2")],
        $"{w.SameKey("t", "s")} AND t.{w.Row} IN (SELECT {w.Row} FROM {dialect.Quote(tables.Steps)} WHERE "
        + $"{w.Q(ScdWords.Changed)} = 1) AND ({w.C("s", ScdWords.Changed)} = 1 OR {w.C("t", ScdWords.Known)} IS NULL)"
        + $" AND {w.C("t", ScdWords.Outcome)} = 0");

    private IEnumerable<(int Index, KeyColumn Item)> Kept =>
        rows.OfKey.Index().Where(one => one.Item.Before is not null);

    private static string Value(int place) => $"{Dialect.OwnPrefix}v{place}";

    private static string One(string condition) => $"CASE WHEN {condition} THEN 1 ELSE 0 END";

    private string Names(IEnumerable<RowColumn> columns) => dialect.QuoteList(columns.Select(column => column.Name));

    // Rows that come late say nothing of now, unless each delivery is all that the source has.
    private string Counted(string alias)
    {
        var at = alias.Length == 0 ? w.Q(ScdWords.At) : w.C(alias, ScdWords.At);
        var known = alias.Length == 0 ? w.Q(ScdWords.Known) : w.C(alias, ScdWords.Known);
        return rows.IsWhole ? at : $"CASE WHEN {known} IS NULL OR {at} >= {known} THEN {at} END";
    }

    private string Differs(KeyColumn one) =>
        dialect.AreDistinct(one.Column, w.C("t", one.Column.Name), w.C("n", one.Source));

    private string Step((int Index, KeyColumn Item)[] columns)
    {
        var before = dialect.AreDistinct(
            [.. columns.Select(one => (one.Item.Column, $"e.{Value(one.Index)}", w.C("e", one.Item.Source)))]);
        var held = dialect.AreDistinct([.. columns.Select(one => w.Pair(one.Item, "t", "e"))]);
        return $"(e.{Last} IS NOT NULL AND {Grouped(before)}) OR (e.{Last} IS NULL AND "
            + $"{w.C("e", ScdWords.Known)} IS NOT NULL AND {Grouped(held)})";

        string Grouped(string condition) => columns.Length == 1 ? condition : $"({condition})";
    }

    private IEnumerable<string> ValuesOf(KeyColumn one, int place, bool hasSteps)
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

        var last = hasSteps
            ? $"WHEN {HasBefore(place)} THEN {Before((place, one))} " : "";
        return
        [
            value,
            $"CASE WHEN {isOld} THEN {w.C("t", before.Name)} {last}WHEN {w.C("b", ScdWords.Known)} IS NOT NULL AND NOT "
                + $"({Differs(one)}) THEN {w.C("t", before.Name)} ELSE {held} END",
        ];
    }

    // A join for each; where SQLite takes no more of these, a question.
    private bool AreJoined => Kept.Count() <= w.JoinsMax;

    private string HasBefore(int place) =>
        $"{(AreJoined ? w.C($"p{place}", ScdWords.At) : $"r.{Value(place)}")} IS NOT NULL";

    private string Before((int Index, KeyColumn Item) one) => AreJoined ? w.C($"p{one.Index}", one.Item.Source)
        : $"(SELECT {w.C("p", one.Item.Source)} FROM {dialect.Quote(tables.Work)} AS p WHERE "
            + $"{IsBefore("p", one.Index)})";

    private string IsBefore(string alias, int place) =>
        $"{w.SameKey(alias, "b")} AND {w.C(alias, ScdWords.At)} = r.{Value(place)}";

    // The row before the last step; where that is the first row, the newest version stands before it.
    private string LastSteps()
    {
        var last = Kept.Select(one => $", max(CASE WHEN {w.Q(Value(one.Index))} = 1 THEN {w.Q(Last)} END) AS "
            + Value(one.Index));
        return $" LEFT JOIN (SELECT {w.Key()}{string.Concat(last)} FROM {dialect.Quote(tables.Steps)} GROUP BY "
            + $"{w.Key()}) AS r ON {w.SameKey("r", "b")}"
            + (!AreJoined ? "" : string.Concat(Kept.Select(one =>
                $" LEFT JOIN {dialect.Quote(tables.Work)} AS p{one.Index} ON {IsBefore($"p{one.Index}", one.Index)}")));
    }
}
