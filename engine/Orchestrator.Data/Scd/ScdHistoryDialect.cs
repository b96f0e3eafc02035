namespace Orchestrator.Data.Scd;

/// <summary>
/// Statements for the keys of a delivery that have several rows, or rows that come late: their versions and rows in the
/// order of time, each held against the one before. Text only.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdHistoryDialect(Dialect dialect, ScdTables tables, VersionedRows rows)
{
    // What a statement works out on the way; a column of the key may have any other name.
    private const string P = Dialect.OwnPrefix;
    private const string Kept = Dialect.OwnPrefix + "kept";
    private const string Moved = Dialect.OwnPrefix + "moved";

    private readonly ScdWords _w = new(dialect, rows);

    /// <summary>The columns of the history.</summary>
    public IReadOnlyList<RowColumn> Columns =>
    [
        .. _w.KeyColumns, _w.Numbered, _w.Time(ScdWords.At), _w.Time(ScdWords.To), _w.Time(ScdWords.Known),
        ScdWords.Number(ScdWords.Version), ScdWords.Number(ScdWords.Action), ScdWords.Number(Kept),
        ScdWords.Number(Moved),
    ];

    /// <summary>
    /// Fills it: the versions (row 0) and the rows, what each row does, where each version ends, and whether one that
    /// is there gets another end or place.
    /// </summary>
    public string Fill
    {
        get
        {
            var (key, at, row) = (_w.Key(), _w.Q(ScdWords.At), _w.Row);
            // A version stands before the row that begins when it does.
            var order = $"PARTITION BY {key} ORDER BY {at}, CASE WHEN {row} = 0 THEN 0 ELSE 1 END";
            var unknown = $"{_w.Q(ScdWords.Action)} = {ScdAction.Unknown}";
            // Which version has no end its flag says: the date that stands for that may have been another one.
            var ends = $"CASE WHEN {_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} THEN NULL ELSE "
                + $"{_w.C("t", rows.To.Name)} END";
            var events =
                $"SELECT {_w.Key("t")}, {_w.C("t", rows.From.Name)} AS {at}, 0 AS {row}, {_w.C("t", rows.Hash)} AS "
                + $"{P}hash, {ends} AS {P}ends, {_w.C("t", rows.Version.Name)} AS {P}nth_was FROM "
                + $"{dialect.Quote(tables.Target)} AS t "
                + $"JOIN (SELECT DISTINCT {key} FROM {dialect.Quote(tables.Work)} WHERE {unknown}) AS g ON "
                + $"{_w.SameKey("t", "g")} UNION ALL SELECT {key}, {at}, {row}, {_w.Q(rows.Hash)}, "
                + $"NULL, NULL FROM {dialect.Quote(tables.Work)} WHERE {unknown}";
            var ordered =
                $"SELECT e.*, lag({P}hash) OVER ({order}) AS {P}last_hash, lag({at}) OVER ({order}) AS {P}last_at, "
                + $"lag({row}) OVER ({order}) AS {P}last_row, sum(CASE WHEN {row} = 0 THEN 1 ELSE 0 END) OVER ({order} "
                + $"ROWS UNBOUNDED PRECEDING) AS {P}place FROM ({events}) AS e";
            var covered =
                $"SELECT o.*, max(CASE WHEN {row} = 0 THEN {at} END) OVER (PARTITION BY {key}, {P}place) AS {P}v_at, "
                + $"max({P}ends) OVER (PARTITION BY {key}, {P}place) AS {P}v_to, max(CASE WHEN {row} = 0 THEN {at} "
                + $"END) OVER (PARTITION BY {key}) AS {P}was FROM ({ordered}) AS o";
            // Behind a version that was closed the first row begins a new one, whatever it holds.
            var judged =
                $"SELECT c.*, CASE WHEN {row} = 0 THEN {ScdAction.None} WHEN CASE WHEN {P}last_at IS NULL THEN 1 WHEN "
                + $"{P}v_to <= {at} AND ({P}last_row = 0 OR {P}last_at < {P}v_to) THEN 1 WHEN "
                + $"{P}last_hash = {P}hash THEN 0 ELSE 1 END = 0 THEN {ScdAction.None} WHEN {P}v_at = {at} THEN "
                + $"{ScdAction.Correct} ELSE {ScdAction.New} END AS {P}does FROM ({covered}) AS c";
            var kept = $"SELECT j.*, CASE WHEN {row} = 0 OR {P}does = {ScdAction.New} THEN 1 ELSE 0 END AS {P}keeps "
                + $"FROM ({judged}) AS j";
            var next =
                $"SELECT k.*, lead({at}) OVER (PARTITION BY {key}, {P}keeps ORDER BY {at}) AS {P}next_at, "
                + $"row_number() OVER (PARTITION BY {key}, {P}keeps ORDER BY {at}) AS {P}nth FROM ({kept}) AS k";
            var list = dialect.QuoteList(Columns.Select(column => column.Name));
            var isCut = $"({P}next_at < {P}ends OR ({P}ends IS NULL AND {P}next_at IS NOT NULL))";
            return $"INSERT INTO {dialect.Quote(tables.History)} ({list}) SELECT {key}, {row}, {at}, "
                + $"CASE WHEN {row} = 0 THEN CASE WHEN {isCut} THEN {P}next_at ELSE {P}ends END "
                + $"WHEN {P}v_to > {at} AND ({P}next_at IS NULL OR {P}next_at > {P}v_to) THEN {P}v_to ELSE "
                + $"{P}next_at END, {P}was, {P}nth, {P}does, {P}keeps, CASE WHEN {row} = 0 AND ({isCut} OR {P}nth <> "
                + $"{P}nth_was) THEN 1 ELSE 0 END FROM ({next}) AS n";
        }
    }

    /// <summary>
    /// Counts rows of those keys that are no versions: nothing says where they begin or end, whether they have no end,
    /// or which of their key they are.
    /// </summary>
    public string CountWrong
    {
        get
        {
            string[] missing = [rows.From.Name, rows.Current.Name, rows.Version.Name];
            return $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.Target)} AS t JOIN (SELECT DISTINCT "
                + $"{_w.Key()} FROM {dialect.Quote(tables.Work)} WHERE {_w.Q(ScdWords.Action)} = {ScdAction.Unknown}) "
                + $"AS g ON {_w.SameKey("t", "g")} WHERE {string.Concat(missing.Select(name =>
                    $"{_w.C("t", name)} IS NULL OR "))}({_w.C("t", rows.To.Name)} IS NULL AND "
                + $"{_w.C("t", rows.Current.Name)} <> {dialect.Flag(true)})";
        }
    }

    /// <summary>Gives the versions that are there their ends and places.</summary>
    public string Cut => dialect.UpdateFrom(
        tables.Target, tables.History,
        [
            (rows.To.Name, _w.End("s")), (rows.Current.Name, _w.IsCurrent("s")),
            (rows.Version.Name, _w.C("s", ScdWords.Version)), _w.Attempt,
        ],
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.From.Name)} = {_w.C("s", ScdWords.At)} AND "
            + $"{_w.C("s", Moved)} = 1");

    /// <summary>Counts those that get other ones.</summary>
    public string CountMoved =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(tables.History)} WHERE {_w.Q(Moved)} = 1";

    /// <summary>Tells the rows of the work table what they do, and what they count as.</summary>
    public string Judge => dialect.UpdateFrom(
        tables.Work, tables.History,
        [
            (ScdWords.To, _w.C("s", ScdWords.To)), (ScdWords.Known, _w.C("s", ScdWords.Known)),
            (ScdWords.Version, _w.C("s", ScdWords.Version)), (ScdWords.Action, _w.C("s", ScdWords.Action)),
            (ScdWords.Simple, "0"),
            (ScdWords.Outcome, $"CASE WHEN {_w.C("s", ScdWords.Action)} = {ScdAction.None} THEN 0 WHEN "
                + $"{_w.C("s", ScdWords.Known)} IS NULL AND {_w.C("s", ScdWords.Version)} = 1 THEN 1 ELSE 2 END"),
        ],
        $"t.{_w.Row} = s.{_w.Row} AND s.{_w.Row} > 0");

    /// <summary>Opens the keys again that are delivered and whose newest version is closed.</summary>
    /// <param name="load">Columns of the load table, but its number.</param>
    public string Reopen(IReadOnlyList<RowColumn> load)
    {
        var (kept, end) = ($"{_w.Q(Kept)} = 1", _w.Q(ScdWords.To));
        var last =
            $"SELECT {_w.Key()}, max(CASE WHEN {kept} THEN {end} END) AS {P}last_to, max(CASE WHEN {kept} THEN "
            + $"{_w.Q(ScdWords.Version)} END) AS {P}last_version, max(CASE WHEN {_w.Row} > 0 THEN {_w.Q(ScdWords.At)} "
            + $"END) AS {P}newest FROM {dialect.Quote(tables.History)} GROUP BY {_w.Key()} HAVING max(CASE WHEN "
            + $"{kept} AND {end} IS NULL THEN 1 ELSE 0 END) = 0";
        var columns = load.Select(column => column.Name).Prepend(dialect.RowNumber.Name).ToArray();
        var own = dialect.QuoteList([
            ScdWords.At, ScdWords.From, ScdWords.To, ScdWords.Known, ScdWords.Version, ScdWords.Action,
            ScdWords.Outcome, ScdWords.Simple,
        ]);
        return $"INSERT INTO {dialect.Quote(tables.Work)} ({dialect.QuoteList(columns)}, {own}) SELECT "
            + $"{string.Join(", ", columns.Select(name => _w.C("s", name)))}, {_w.C("s", ScdWords.At)}, CASE WHEN "
            + $"{P}last_to > {_w.Moment} THEN {P}last_to ELSE {_w.Moment} END, NULL, {_w.C("s", ScdWords.Known)}, "
            + $"{P}last_version + 1, {ScdAction.Reopen}, 0, 0 FROM {dialect.Quote(tables.Work)} AS s "
            + $"JOIN ({last}) AS r ON {_w.SameKey("s", "r")} AND {_w.C("s", ScdWords.At)} = r.{P}newest";
    }

    /// <summary>Counts the newest rows of those keys as updates.</summary>
    public string JudgeReopened => dialect.UpdateFrom(
        tables.Work, tables.Work, [(ScdWords.Outcome, "2")],
        $"t.{_w.Row} = s.{_w.Row} AND {_w.C("s", ScdWords.Action)} = {ScdAction.Reopen} AND "
        + $"{_w.C("t", ScdWords.Action)} <> {ScdAction.Reopen} AND {_w.C("t", ScdWords.Outcome)} = 0");
}
