namespace Orchestrator.Data.Scd;

/// <summary>
/// Statements that keep the versions of keys (slowly changing dimension), set by set: what is delivered is held against
/// the newest version of its key by one join, and only what that does not decide is looked at among all versions
/// (<see cref="ScdHistoryDialect"/>). Text only; parameters are @moment, @open and @attempt.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdDialect(Dialect dialect, ScdTables tables, VersionedRows rows)
{
    private readonly ScdWords _w = new(dialect, rows);
    private readonly ScdAddDialect _add = new(dialect, rows);

    /// <summary>The columns of the work table.</summary>
    /// <param name="load">Those of the load table, but its number.</param>
    public IReadOnlyList<RowColumn> WorkColumns(IReadOnlyList<RowColumn> load) =>
    [
        _w.Numbered, .. load.Select(column => column with { Source = ValueSource.Rows }), _w.Time(ScdWords.At),
        _w.Time(ScdWords.From), _w.Time(ScdWords.To), _w.Time(ScdWords.Known), ScdWords.Number(ScdWords.Version),
        ScdWords.Number(ScdWords.Action), ScdWords.Number(ScdWords.Outcome), ScdWords.Number(ScdWords.Simple),
    ];

    /// <summary>The columns of a table of keys alone.</summary>
    public IReadOnlyList<RowColumn> KeyColumns => [.. _w.KeyColumns];

    /// <summary>Keeps the keys that come more than once.</summary>
    public string FindRepeated =>
        $"INSERT INTO {dialect.Quote(tables.Repeated)} ({_w.Key()}) SELECT {_w.Key()} FROM {dialect.Quote(tables.Load)}"
        + $" GROUP BY {_w.Key()} HAVING {dialect.CountRows} > 1";

    /// <summary>Of their rows with one time the last one that was read stays.</summary>
    public string RemoveDuplicates =>
        $"DELETE FROM {dialect.Quote(tables.Load)} WHERE {_w.Row} IN (SELECT {_w.Row} FROM (SELECT s.{_w.Row}, "
        + $"row_number() OVER (PARTITION BY {_w.Key("s")}{(rows.Effective is { } at ? ", " + _w.C("s", at) : "")} "
        + $"ORDER BY s.{_w.Row} DESC) AS place FROM {RowsOfRepeated}) AS numbered WHERE place > 1)";

    /// <summary>Keeps those that still come more than once; null = none can.</summary>
    public string? FindTwins => rows.Effective is null ? null :
        $"INSERT INTO {dialect.Quote(tables.Twins)} ({_w.Key()}) SELECT {_w.Key("s")} FROM {RowsOfRepeated} "
        + $"GROUP BY {_w.Key("s")} HAVING {dialect.CountRows} > 1";

    /// <summary>
    /// Takes the rows that do something into the work table: not those that are the newest version of their key
    /// already, or come behind it with nothing new.
    /// </summary>
    /// <param name="load">Columns of the load table, but its number.</param>
    /// <param name="hasTwins">Whether a key comes more than once.</param>
    /// <param name="isEmpty">Whether the target is.</param>
    public string Sort(IReadOnlyList<RowColumn> load, bool hasTwins, bool isEmpty)
    {
        var at = rows.Effective is { } name ? _w.C("s", name) : _w.Moment;
        var isMissing = $"{_w.C("t", _w.Key1)} IS NULL";
        var isEqual = $"{_w.C("t", rows.Hash)} = {_w.C("s", rows.Hash)}";
        // What has no open version may have closed ones.
        var first = isEmpty ? ScdAction.New
            : $"CASE WHEN EXISTS (SELECT 1 FROM {dialect.Quote(tables.Target)} AS x WHERE {_w.SameKey("x", "s")}) THEN "
                + $"{ScdAction.Unknown} ELSE {ScdAction.New} END";
        var isTwin = $"{_w.C("d", _w.Key1)} IS NOT NULL";
        var isLate = $"{at} < {_w.C("t", rows.From.Name)}";
        var action = $"CASE {(hasTwins ? $"WHEN {isTwin} THEN {ScdAction.Unknown} " : "")}WHEN {isMissing} THEN "
            + $"{first} WHEN {isLate} THEN {ScdAction.Unknown} WHEN {isEqual} THEN {ScdAction.None} WHEN {at} = "
            + $"{_w.C("t", rows.From.Name)} THEN {ScdAction.Correct} ELSE {ScdAction.New} END";
        // What it counts as, unless a look at all versions says something else.
        var outcome = $"CASE WHEN {isMissing} THEN 1 {(hasTwins ? $"WHEN {isTwin} THEN 2 " : "")}"
            + $"WHEN {isLate} THEN 2 WHEN {isEqual} THEN 0 ELSE 2 END";
        var columns = dialect.QuoteList(load.Select(column => column.Name).Prepend(dialect.RowNumber.Name));
        var values = string.Join(", ", load.Select(column => _w.C("s", column.Name)).Prepend($"s.{_w.Row}"));
        return $"INSERT INTO {dialect.Quote(tables.Work)} ({columns}, {Own()}) SELECT {values}, {at}, {at}, NULL, "
            + $"{_w.C("t", rows.From.Name)}, CASE WHEN {isMissing} THEN 1 ELSE {_w.C("t", rows.Version.Name)} + 1 END, "
            + $"{action}, {outcome}, 1 FROM {dialect.Quote(tables.Load)} AS s "
            + $"LEFT JOIN {dialect.Quote(tables.Target)} AS t ON {_w.SameKey("t", "s")} AND "
            + $"{_w.C("t", rows.Current.Name)} = {dialect.Flag(true)}"
            + (hasTwins ? $" LEFT JOIN {dialect.Quote(tables.Twins)} AS d ON {_w.SameKey("d", "s")}" : "")
            + $" WHERE {(hasTwins ? $"{isTwin} OR " : "")}{isMissing} OR CASE WHEN {isEqual} AND "
            + $"{at} >= {_w.C("t", rows.From.Name)}{Same()} THEN 1 ELSE 0 END = 0";
    }

    /// <summary>Counts the rows that need a look at all versions of their key.</summary>
    public string CountUnknown =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.Work)} WHERE {_w.Q(ScdWords.Action)} = "
        + ScdAction.Unknown;

    /// <summary>Ends the newest versions that a simple row follows.</summary>
    public string Cut => dialect.UpdateFrom(
        tables.Target, tables.Work,
        [(rows.To.Name, _w.C("s", ScdWords.At)), (rows.Current.Name, dialect.Flag(false)), _w.Attempt],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} AND "
        + $"{_w.C("s", ScdWords.Simple)} = 1 AND {_w.C("s", ScdWords.Action)} = {ScdAction.New}");

    /// <summary>Corrects the versions that begin when a row does.</summary>
    public string Correct => dialect.UpdateFrom(
        tables.Target, tables.Work, [.. rows.Own.Select(column => (column.Name, _w.C("s", column.Name)))],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.From.Name)} = {_w.C("s", ScdWords.At)} AND "
        + $"{_w.C("s", ScdWords.Action)} = {ScdAction.Correct}");

    /// <summary>Counts the versions that begin behind the moment.</summary>
    public string CountAhead =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.Target)} WHERE {_w.Q(rows.From.Name)} > {_w.Moment}";

    /// <summary>The greatest number of a version.</summary>
    public string? LastNumber => _add.LastNumber(tables.Target);

    /// <summary>Adds the new versions; @last is the greatest number before.</summary>
    public string Add => _add.Add(
        (tables.Target, tables.Work), "k",
        (rows.OfKey.Count > 0 ? $" JOIN {dialect.Quote(tables.Values)} AS k ON {_w.SameKey("k", "s")}" : "")
        + $" WHERE {_w.C("s", ScdWords.Action)} IN ({ScdAction.New}, {ScdAction.Reopen})");

    /// <summary>Keeps the keys that are delivered again and were flagged as deleted; null = none is.</summary>
    public string? FindFlagged => rows.Deleted is not { } deleted ? null :
        $"INSERT INTO {dialect.Quote(tables.Back)} ({_w.Key()}) SELECT {_w.Key("t")} FROM "
        + $"{dialect.Quote(tables.Target)} "
        + $"AS t JOIN {dialect.Quote(tables.Keys)} AS s ON {_w.SameKey("t", "s")} WHERE "
        + $"{_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} AND {_w.C("t", deleted.Name)} = {dialect.Flag(true)}";

    /// <summary>Counts the newest row of each of them as an update; null = none is.</summary>
    public string? JudgeFlagged => rows.Deleted is null ? null : dialect.UpdateFrom(
        tables.Work, tables.Back, [(ScdWords.Outcome, "2")],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", ScdWords.Outcome)} = 0 AND NOT EXISTS ("
        + $"SELECT 1 FROM {dialect.Quote(tables.Work)} AS x WHERE {_w.SameKey("x", "t")} AND "
        + $"{_w.C("x", ScdWords.At)} > {_w.C("t", ScdWords.At)})");

    /// <summary>Takes the flag from them; null = there is none.</summary>
    public string? Unflag => rows.Deleted is not { } deleted ? null : dialect.UpdateFrom(
        tables.Target, tables.Back, [(deleted.Name, dialect.Flag(false)), _w.Attempt],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.Current.Name)} = {dialect.Flag(true)}");

    /// <summary>Keeps the keys that are not delivered and have to be closed or flagged; null = they stay.</summary>
    public string? FindMissing => !rows.IsWhole ? null :
        $"INSERT INTO {dialect.Quote(tables.Gone)} ({_w.Key()}) SELECT {_w.Key("t")} FROM "
        + $"{dialect.Quote(tables.Target)} "
        + $"AS t WHERE {_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} AND "
        + (rows.Deleted is { } flag
            ? $"({_w.C("t", flag.Name)} = {dialect.Flag(false)} OR {_w.C("t", flag.Name)} IS NULL)"
            : $"{_w.C("t", rows.From.Name)} < {_w.Moment}")
        + $" AND NOT EXISTS (SELECT 1 FROM {dialect.Quote(tables.Load)} AS s WHERE {_w.SameKey("s", "t")})";

    /// <summary>Closes or flags them; null = they stay.</summary>
    public string? CloseMissing => !rows.IsWhole ? null : dialect.UpdateFrom(
        tables.Target, tables.Gone,
        rows.Deleted is { } deleted
            ? [(deleted.Name, dialect.Flag(true)), _w.Attempt]
            : [(rows.To.Name, _w.Moment), (rows.Current.Name, dialect.Flag(false)), _w.Attempt],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.Current.Name)} = {dialect.Flag(true)}");

    /// <summary>
    /// Counts the rows that are inserted and updated, and what is due: newest versions that <see cref="Cut"/> ends,
    /// versions that <see cref="Correct"/> corrects and <see cref="Add"/> adds.
    /// </summary>
    public string Count
    {
        get
        {
            string Is(string name, string value) => $"{_w.Q(name)} = {value}";
            string[] counted =
            [
                $"{Is(ScdWords.Outcome, "1")} AND {_w.Q(ScdWords.Action)} <> {ScdAction.Reopen}",
                $"{Is(ScdWords.Outcome, "2")} AND {_w.Q(ScdWords.Action)} <> {ScdAction.Reopen}",
                $"{Is(ScdWords.Simple, "1")} AND {Is(ScdWords.Action, ScdAction.New)} AND "
                    + $"{_w.Q(ScdWords.Known)} IS NOT NULL",
                Is(ScdWords.Action, ScdAction.Correct),
                $"{_w.Q(ScdWords.Action)} IN ({ScdAction.New}, {ScdAction.Reopen})",
            ];
            return $"SELECT {string.Join(", ", counted.Select(dialect.CountWhere))} FROM {dialect.Quote(tables.Work)}";
        }
    }

    /// <summary>What lets the keys of the load table be found; empty where it need not.</summary>
    public string IndexLoad => _w.IndexKeys(tables.Load);

    /// <summary>The columns by which the rows of a key are found in the work table.</summary>
    public IReadOnlyList<string> RowsFoundBy => [.. rows.Key.Select(column => column.Name), ScdWords.At];

    /// <summary>What lets the rows of a key be found in the work table; empty where it need not.</summary>
    public string IndexRows => dialect.IndexWork(tables.Work, RowsFoundBy);

    /// <summary>What finds a version of the target, and keeps it the only one.</summary>
    public string IndexTarget => _add.IndexTarget(tables.Target);

    /// <summary>The columns of <see cref="IndexTarget"/>, and what they are together.</summary>
    public (IReadOnlyList<RowColumn> Columns, string Purpose) TargetKey => _add.TargetKey;

    private string RowsOfRepeated => $"{dialect.Quote(tables.Load)} AS s JOIN {dialect.Quote(tables.Repeated)} AS d ON "
        + _w.SameKey("d", "s");

    private string Own() => dialect.QuoteList(
    [
        ScdWords.At, ScdWords.From, ScdWords.To, ScdWords.Known, ScdWords.Version, ScdWords.Action, ScdWords.Outcome,
        ScdWords.Simple,
    ]);

    // What all versions share, and the flag, have to be as they are delivered as well.
    private string Same() => (_w.NewestOfKey.Any()
            ? $" AND NOT ({dialect.AreDistinct([.. _w.NewestOfKey.Select(one => _w.Pair(one, "t", "s"))])})" : "")
        + (rows.Deleted is { } deleted ? $" AND {_w.C("t", deleted.Name)} = {dialect.Flag(false)}" : "");
}
