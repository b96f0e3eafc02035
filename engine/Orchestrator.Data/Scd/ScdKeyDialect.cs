namespace Orchestrator.Data.Scd;

/// <summary>Statements for the columns that all versions of a key share (types 0, 1, 3 and 6). Text only.</summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdKeyDialect(Dialect dialect, ScdTables tables, VersionedRows rows)
{
    private const string Last = Dialect.OwnPrefix + "last";

    private readonly ScdWords _w = new(dialect, rows);

    /// <summary>The columns of the table of keys.</summary>
    public IReadOnlyList<RowColumn> KeyColumns =>
        [.. _w.KeyColumns, _w.Time(ScdWords.Known), _w.Time(ScdWords.Newest), _w.Time(ScdWords.Earliest)];

    /// <summary>The columns of the table of values.</summary>
    public IReadOnlyList<RowColumn> ValueColumns =>
    [
        .. _w.KeyColumns, _w.Time(ScdWords.Newest), ScdWords.Number(ScdWords.Changed),
        .. _w.SharedColumns.Select(column => column with { Nullable = true, Source = ValueSource.Rows }),
    ];

    /// <summary>Finds the keys, and which of their rows tell the newest value and the first.</summary>
    public string FindKeys =>
        $"INSERT INTO {dialect.Quote(tables.Keys)} ({Names(KeyColumns)}) "
        + $"SELECT {_w.Key()}, max({_w.Q(ScdWords.Known)}), max({Counted("")}), min({_w.Q(ScdWords.At)}) "
        + $"FROM {dialect.Quote(tables.Work)} GROUP BY {_w.Key()}";

    /// <summary>The columns of the table of steps.</summary>
    public IReadOnlyList<RowColumn> StepColumns =>
    [
        .. _w.KeyColumns, _w.Numbered, _w.Time(Last), ScdWords.Number(ScdWords.Changed),
        .. Kept.Select(one => ScdWords.Number(Value(one.Index))),
    ];

    /// <summary>Whether rows of a key can follow one another in what all of its versions share.</summary>
    public bool HasSteps => _w.NewestOfKey.Any();

    /// <summary>
    /// Finds the steps of the keys that come more than once: each row that says something of the present is held
    /// against the one before, and the first of them against the newest version.
    /// </summary>
    public string FindSteps
    {
        get
        {
            var order = $"OVER (PARTITION BY {_w.Key("w")} ORDER BY {_w.C("w", ScdWords.At)})";
            string[] columns =
            [
                _w.Key("w"), $"w.{_w.Row}", _w.C("w", ScdWords.Known),
                $"lag({_w.C("w", ScdWords.At)}) {order} AS {Last}",
                .. rows.OfKey.Index().Where(one => one.Item.Value == KeyValue.Newest).SelectMany(one => (string[])
                    [_w.C("w", one.Item.Source), $"lag({_w.C("w", one.Item.Source)}) {order} AS {Value(one.Index)}"]),
            ];
            var newest = rows.OfKey.Index().Where(one => one.Item.Value == KeyValue.Newest).ToArray();
            string[] values =
            [
                _w.Key("e"), $"e.{_w.Row}", $"e.{Last}", One(Step(newest)),
                .. Kept.Select(one => One(Step([one]))),
            ];
            return $"INSERT INTO {dialect.Quote(tables.Steps)} ({Names(StepColumns)}) SELECT "
                + $"{string.Join(", ", values)} FROM (SELECT {string.Join(", ", columns)} FROM "
                + $"{dialect.Quote(tables.Work)} AS w JOIN {dialect.Quote(tables.Twins)} AS d ON {_w.SameKey("w", "d")}"
                + $" WHERE {Counted("w")} IS NOT NULL) AS e LEFT JOIN {dialect.Quote(tables.Target)} AS t ON "
                + $"{_w.SameKey("t", "e")} AND {_w.C("t", rows.From.Name)} = {_w.C("e", ScdWords.Known)} AND "
                + $"e.{Last} IS NULL";
        }
    }

    /// <summary>Finds their values.</summary>
    /// <param name="hasSteps">Whether there are any: whose key has some is judged by them.</param>
    public string FindValues(bool hasSteps)
    {
        var newest = _w.C("b", ScdWords.Newest);
        var values = rows.OfKey.Index().SelectMany(one => ValuesOf(one.Item, one.Index, hasSteps));
        string[] differ =
        [
            _w.NewestOfKey.Any()
                ? dialect.AreDistinct([.. _w.NewestOfKey.Select(one => _w.Pair(one, "t", "n"))]) : "1 = 0",
            .. hasSteps ? Kept.Select(one => $"({HasBefore(one.Index)} AND "
                + $"{dialect.AreDistinct(one.Item.Column, _w.C("t", one.Item.Before!.Name), Before(one))})") : [],
        ];
        return $"INSERT INTO {dialect.Quote(tables.Values)} ({Names(ValueColumns)}) SELECT {_w.Key("b")}, "
            + $"{(hasSteps ? $"CASE WHEN {_w.C("r", _w.Key1)} IS NULL THEN {newest} END" : newest)}, "
            + One($"{newest} IS NOT NULL AND {_w.C("b", ScdWords.Known)} IS NOT NULL AND "
                + $"({Conditions.Any(differ)})")
            + $", {string.Join(", ", values)} FROM {dialect.Quote(tables.Keys)} AS b LEFT JOIN "
            + $"{dialect.Quote(tables.Target)} AS t ON {_w.SameKey("t", "b")} AND {_w.C("t", rows.From.Name)} = "
            + $"{_w.C("b", ScdWords.Known)} LEFT JOIN {dialect.Quote(tables.Work)} AS n ON {_w.SameKey("n", "b")} AND "
            + $"{_w.C("n", ScdWords.At)} = {newest} LEFT JOIN {dialect.Quote(tables.Work)} AS f ON "
            + $"{_w.SameKey("f", "b")} AND {_w.C("f", ScdWords.At)} = {_w.C("b", ScdWords.Earliest)}"
            + (hasSteps ? LastSteps() : "");
    }

    /// <summary>Writes values that have changed into all versions of their keys.</summary>
    public string Write => dialect.UpdateFrom(
        tables.Target, tables.Values,
        [.. _w.SharedColumns.Select(column => (column.Name, _w.C("s", column.Name))), _w.Attempt],
        $"{_w.SameKey("t", "s")} AND {_w.C("s", ScdWords.Changed)} = 1");

    /// <summary>Counts these versions.</summary>
    public string CountWritten =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.Values)} AS s JOIN {dialect.Quote(tables.Target)} AS t "
        + $"ON {_w.SameKey("t", "s")} WHERE {_w.C("s", ScdWords.Changed)} = 1";

    /// <summary>Counts the rows that brought them as updates.</summary>
    public string Judge => dialect.UpdateFrom(
        tables.Work, tables.Values, [(ScdWords.Outcome, "2")],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", ScdWords.At)} = {_w.C("s", ScdWords.Newest)} AND "
        + $"{_w.C("s", ScdWords.Changed)} = 1 AND {_w.C("t", ScdWords.Outcome)} = 0");

    /// <summary>Counts the rows that are steps as updates where their key is new or does not end as it began.</summary>
    public string JudgeSteps => dialect.UpdateFrom(
        tables.Work, tables.Values, [(ScdWords.Outcome, "2")],
        $"{_w.SameKey("t", "s")} AND t.{_w.Row} IN (SELECT {_w.Row} FROM {dialect.Quote(tables.Steps)} WHERE "
        + $"{_w.Q(ScdWords.Changed)} = 1) AND ({_w.C("s", ScdWords.Changed)} = 1 OR {_w.C("t", ScdWords.Known)} IS "
        + $"NULL) AND {_w.C("t", ScdWords.Outcome)} = 0");

    private IEnumerable<(int Index, KeyColumn Item)> Kept =>
        rows.OfKey.Index().Where(one => one.Item.Before is not null);

    private static string Value(int place) => $"{Dialect.OwnPrefix}v{place}";

    private static string One(string condition) => $"CASE WHEN {condition} THEN 1 ELSE 0 END";

    private string Names(IEnumerable<RowColumn> columns) => dialect.QuoteList(columns.Select(column => column.Name));

    // Rows that come late say nothing of now, unless each delivery is all that the source has.
    private string Counted(string alias)
    {
        var at = alias.Length == 0 ? _w.Q(ScdWords.At) : _w.C(alias, ScdWords.At);
        var known = alias.Length == 0 ? _w.Q(ScdWords.Known) : _w.C(alias, ScdWords.Known);
        return rows.IsWhole ? at : $"CASE WHEN {known} IS NULL OR {at} >= {known} THEN {at} END";
    }

    private string Differs(KeyColumn one) =>
        dialect.AreDistinct(one.Column, _w.C("t", one.Column.Name), _w.C("n", one.Source));

    private string Step((int Index, KeyColumn Item)[] columns)
    {
        var before = dialect.AreDistinct(
            [.. columns.Select(one => (one.Item.Column, $"e.{Value(one.Index)}", _w.C("e", one.Item.Source)))]);
        var held = dialect.AreDistinct([.. columns.Select(one => _w.Pair(one.Item, "t", "e"))]);
        return $"(e.{Last} IS NOT NULL AND {Grouped(before)}) OR (e.{Last} IS NULL AND "
            + $"{_w.C("e", ScdWords.Known)} IS NOT NULL AND {Grouped(held)})";

        string Grouped(string condition) => columns.Length == 1 ? condition : $"({condition})";
    }

    private IEnumerable<string> ValuesOf(KeyColumn one, int place, bool hasSteps)
    {
        var held = _w.C("t", one.Column.Name);
        if (one.Value == KeyValue.First)
        {
            return [$"CASE WHEN {_w.C("b", ScdWords.Known)} IS NULL THEN {_w.C("f", one.Source)} ELSE {held} END"];
        }

        var isOld = $"{_w.C("b", ScdWords.Newest)} IS NULL";
        var value = $"CASE WHEN {isOld} THEN {held} ELSE {_w.C("n", one.Source)} END";
        if (one.Before is not { } before)
        {
            return [value];
        }

        var last = hasSteps
            ? $"WHEN {HasBefore(place)} THEN {Before((place, one))} " : "";
        return
        [
            value,
            $"CASE WHEN {isOld} THEN {_w.C("t", before.Name)} {last}WHEN {_w.C("b", ScdWords.Known)} IS NOT NULL AND "
                + $"NOT ({Differs(one)}) THEN {_w.C("t", before.Name)} ELSE {held} END",
        ];
    }

    // A join for each; where SQLite takes no more of these, a question.
    private bool AreJoined => Kept.Count() <= _w.JoinsMax;

    private string HasBefore(int place) =>
        $"{(AreJoined ? _w.C($"p{place}", ScdWords.At) : $"r.{Value(place)}")} IS NOT NULL";

    private string Before((int Index, KeyColumn Item) one) => AreJoined ? _w.C($"p{one.Index}", one.Item.Source)
        : $"(SELECT {_w.C("p", one.Item.Source)} FROM {dialect.Quote(tables.Work)} AS p WHERE "
            + $"{IsBefore("p", one.Index)})";

    private string IsBefore(string alias, int place) =>
        $"{_w.SameKey(alias, "b")} AND {_w.C(alias, ScdWords.At)} = r.{Value(place)}";

    // The row before the last step; where that is the first row, the newest version stands before it.
    private string LastSteps()
    {
        var last = Kept.Select(one => $", max(CASE WHEN {_w.Q(Value(one.Index))} = 1 THEN {_w.Q(Last)} END) AS "
            + Value(one.Index));
        return $" LEFT JOIN (SELECT {_w.Key()}{string.Concat(last)} FROM {dialect.Quote(tables.Steps)} GROUP BY "
            + $"{_w.Key()}) AS r ON {_w.SameKey("r", "b")}"
            + (!AreJoined ? "" : string.Concat(Kept.Select(one =>
                $" LEFT JOIN {dialect.Quote(tables.Work)} AS p{one.Index} ON {IsBefore($"p{one.Index}", one.Index)}")));
    }
}
