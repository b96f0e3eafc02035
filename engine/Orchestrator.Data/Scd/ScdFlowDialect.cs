namespace Orchestrator.Data.Scd;

/// <summary>
/// Statements for versions that are made outside of the database, by numbers alone: keys that the database finds equal
/// have one number, and a value that all versions of a key share has that of the first row with it. What was made comes
/// back as numbers, too, so that values are compared as the database compares them, and none of them ever leaves it.
/// Text only; parameters are @moment, @open, @attempt and @last.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Their columns.</param>
public sealed class ScdFlowDialect(Dialect dialect, ScdFlowTables tables, VersionedRows rows)
{
    /// <summary>The number of the value that stands in the target, and of an outcome that only changes ends.</summary>
    public const long Standing = 0;

    /// <summary>The number of the value that stands in the target beside that.</summary>
    public const long StandingBefore = -1;

    /// <summary>An outcome that is a new version.</summary>
    public const long New = 1;

    /// <summary>An outcome that is a version with the values of a row.</summary>
    public const long Corrected = 2;

    private readonly ScdWords _w = new(dialect, rows);
    private readonly ScdAddDialect _add = new(dialect, rows);
    private readonly ScdSharedDialect _shared = new(dialect, tables, rows);

    /// <summary>The columns of the table of keys.</summary>
    public IReadOnlyList<RowColumn> KeyColumns => [.. _w.KeyColumns, _w.Time(ScdWords.Known), dialect.RowNumber];

    /// <summary>The columns of the table of rows.</summary>
    public IReadOnlyList<RowColumn> RowColumns =>
    [
        _w.Numbered, ScdWords.LargeNumber(ScdWords.KeyNumber), _w.Time(ScdWords.At),
        rows.Own.First(column => column.Name == rows.Hash) with { Nullable = true, Source = ValueSource.Rows },
        .. _shared.RowNumbers,
    ];

    /// <summary>
    /// The columns of the table of outcomes, in the order in which they are written: key, begin, end, place, what it
    /// is, the row that it comes from, whether it is deleted, whether a shared value has changed, then for each of
    /// these its number and, where a column keeps the one before, that one's.
    /// </summary>
    public IReadOnlyList<RowColumn> OutcomeColumns =>
    [
        ScdWords.LargeNumber(ScdWords.KeyNumber), _w.Time(ScdWords.From), _w.Time(ScdWords.To),
        ScdWords.LargeNumber(ScdWords.Version), ScdWords.LargeNumber(ScdWords.Action),
        ScdWords.LargeNumber(dialect.RowNumber.Name), ScdWords.LargeNumber(ScdWords.Deleted),
        ScdWords.LargeNumber(ScdWords.Changed),
        .. _shared.OutcomeNumbers,
    ];

    /// <summary>The columns of the table with the values of outcomes.</summary>
    public IReadOnlyList<RowColumn> WorkColumns =>
    [
        .. _w.KeyColumns,
        .. rows.Own.Concat(_w.SharedColumns).Select(column =>
            column with { Nullable = true, Source = ValueSource.Rows }),
        .. OutcomeColumns.Skip(1).Take(4), .. OutcomeColumns.Skip(6).Take(2),
    ];

    /// <summary>Numbers the keys of the load table.</summary>
    public string NumberKeys =>
        $"INSERT INTO {Q(tables.Keys)} ({_w.Key()}, {_w.Q(ScdWords.Known)}) SELECT {_w.Key("s")}, "
        + $"max({_w.C("t", rows.From.Name)}) FROM {Q(tables.Load)} AS s LEFT JOIN {Q(tables.Target)} AS t ON "
        + $"{_w.SameKey("t", "s")} GROUP BY {_w.Key("s")}";

    /// <summary>Numbers the keys of the target that are not in the load table and have not ended.</summary>
    public string NumberMissing =>
        $"INSERT INTO {Q(tables.Keys)} ({_w.Key()}, {_w.Q(ScdWords.Known)}) SELECT {_w.Key("t")}, "
        + $"max({_w.C("t", rows.From.Name)}) FROM {Q(tables.Target)} AS t WHERE NOT EXISTS (SELECT 1 FROM "
        + $"{Q(tables.Load)} AS s WHERE {_w.SameKey("s", "t")}) GROUP BY {_w.Key("t")} HAVING max(CASE WHEN "
        + $"{_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} THEN 1 ELSE 0 END) = 1";

    /// <summary>The parts that <see cref="NumberRows"/> joins; none where few columns are shared.</summary>
    public IEnumerable<ScdPart> NumberParts => _shared.NumberParts;

    /// <summary>Writes the rows of the load table as numbers.</summary>
    public string NumberRows
    {
        get
        {
            var at = rows.Effective is { } name ? _w.C("s", name) : _w.Moment;
            string[] values = [$"s.{_w.Row}", $"k.{_w.Row}", at, _w.C("s", rows.Hash), .. _shared.Numbers];
            return $"INSERT INTO {Q(tables.Rows)} ({dialect.QuoteList(RowColumns.Select(column => column.Name))}) "
                + $"SELECT {string.Join(", ", values)} FROM {Q(tables.Load)} AS s JOIN {Q(tables.Keys)} AS k ON "
                + _w.SameKey("k", "s") + _shared.NumberJoins;
        }
    }

    /// <summary>Reads the rows: number, number of the key, begin, hash, numbers of values.</summary>
    public string ReadRows =>
        $"SELECT {dialect.QuoteList(RowColumns.Select(column => column.Name))} FROM {Q(tables.Rows)}";

    /// <summary>Reads the versions of the keys: number of the key, begin, end, whether it has none, place, hash, and
    /// where somebody asks whether the source has the key no more.</summary>
    public string ReadVersions
    {
        get
        {
            string[] names =
            [
                rows.From.Name, rows.To.Name, rows.Current.Name, rows.Version.Name, rows.Hash,
                .. rows.Deleted is { } deleted ? [deleted.Name] : Array.Empty<string>(),
            ];
            return $"SELECT k.{_w.Row}, {string.Join(", ", names.Select(name => _w.C("t", name)))} FROM "
                + $"{Q(tables.Target)} AS t JOIN {Q(tables.Keys)} AS k ON {_w.SameKey("t", "k")}";
        }
    }

    /// <summary>The parts that <see cref="Resolve"/> joins; none where few columns are shared.</summary>
    public IEnumerable<ScdPart> ValueParts => _shared.ValueParts;

    /// <summary>Gives outcomes their values, each from where it lies.</summary>
    public string Resolve
    {
        get
        {
            string[] values =
            [
                .. rows.Key.Select(column =>
                    $"CASE WHEN s.{_w.Row} IS NULL THEN {_w.C("k", column.Name)} ELSE {_w.C("s", column.Name)} END"),
                .. rows.Own.Select(column => _w.C("s", column.Name)), .. _shared.Values,
                .. OutcomeColumns.Skip(1).Take(4).Concat(OutcomeColumns.Skip(6).Take(2)).Select(column =>
                    _w.C("o", column.Name)),
            ];
            return $"INSERT INTO {Q(tables.Work)} ({dialect.QuoteList(WorkColumns.Select(column => column.Name))}) "
                + $"SELECT {string.Join(", ", values)} FROM {Q(tables.Outcome)} AS o JOIN {Q(tables.Keys)} AS k ON "
                + $"k.{_w.Row} = {_w.C("o", ScdWords.KeyNumber)} LEFT JOIN {Q(tables.Load)} AS s ON s.{_w.Row} = "
                + $"o.{_w.Row}{_shared.ValueJoins}";
        }
    }

    /// <summary>Gives versions that are there their ends and places.</summary>
    public string End => dialect.UpdateFrom(
        tables.Target, tables.Work,
        [
            (rows.To.Name, _w.End("s")), (rows.Current.Name, _w.IsCurrent("s")),
            (rows.Version.Name, _w.C("s", ScdWords.Version)),
            .. rows.Deleted is { } deleted
                ? [(deleted.Name, $"CASE WHEN {_w.C("s", ScdWords.Deleted)} = 1 THEN {dialect.Flag(true)} ELSE "
                    + $"{dialect.Flag(false)} END")]
                : Array.Empty<(string, string)>(),
            _w.Attempt,
        ],
        $"{SameVersion} AND {_w.C("s", ScdWords.Action)} <> {New}");

    /// <summary>Corrects the versions that begin when a row does.</summary>
    public string Correct => dialect.UpdateFrom(
        tables.Target, tables.Work, [.. rows.Own.Select(column => (column.Name, _w.C("s", column.Name)))],
        $"{SameVersion} AND {_w.C("s", ScdWords.Action)} = {Corrected}");

    /// <summary>Writes values that all versions of a key share and that have changed; null = there are none.</summary>
    public string? Share => rows.OfKey.Count == 0 ? null : dialect.UpdateFrom(
        tables.Target, tables.Work, [.. _w.SharedColumns.Select(column => (column.Name, _w.C("s", column.Name)))],
        $"{SameVersion} AND {_w.C("s", ScdWords.Action)} <> {New} AND {_w.C("s", ScdWords.Changed)} = 1");

    /// <summary>The greatest number of a version.</summary>
    public string? LastNumber => _add.LastNumber(tables.Target);

    /// <summary>Adds the new versions; @last is the greatest number before.</summary>
    public string Add => _add.Add((tables.Target, tables.Work), "s", $" WHERE {_w.C("s", ScdWords.Action)} = {New}");

    /// <summary>What finds a version of the target, and keeps it the only one.</summary>
    public string IndexTarget => _add.IndexTarget(tables.Target);

    /// <summary>What lets the keys of the load table be found; empty where it need not.</summary>
    public string IndexLoad => _w.IndexKeys(tables.Load);

    /// <summary>What lets the numbers of keys be found; empty where it need not.</summary>
    public string IndexKeys => _w.IndexKeys(tables.Keys);

    private string SameVersion =>
        $"{_w.SameKey("t", "s")} AND {_w.C("t", rows.From.Name)} = {_w.C("s", ScdWords.From)}";

    private string Q(TableName table) => dialect.Quote(table);
}
