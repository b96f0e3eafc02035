namespace Orchestrator.Data.Scd;

/// <summary>Statements that add versions to the target, whatever has made them. Text only.</summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">The columns.</param>
internal sealed class ScdAddDialect(Dialect dialect, VersionedRows rows)
{
    private readonly ScdWords _w = new(dialect, rows);

    /// <summary>Adds rows of a work table (s) to the target; @last is the greatest number of a version.</summary>
    /// <param name="tables">The target and the work table.</param>
    /// <param name="shared">The alias of the table with the values that all versions of a key share.</param>
    /// <param name="rest">What stands behind the work table.</param>
    public string Add((TableName Target, TableName Work) tables, string shared, string rest)
    {
        (string Name, string Value)[] all =
        [
            .. rows.Key.Concat(rows.Own).Select(column => (column.Name, _w.C("s", column.Name))),
            .. _w.SharedColumns.Select(column => (column.Name, _w.C(shared, column.Name))),
            (rows.From.Name, _w.C("s", ScdWords.From)), (rows.To.Name, _w.End("s")),
            (rows.Current.Name, _w.IsCurrent("s")), (rows.Version.Name, _w.C("s", ScdWords.Version)),
            .. rows.Deleted is { } deleted
                ? [(deleted.Name, dialect.Flag(false))] : Array.Empty<(string, string)>(),
            .. rows.Surrogate is { } number
                ? [(number.Name, $"@last + row_number() OVER (ORDER BY {_w.Key("s")}, {_w.C("s", ScdWords.From)})")]
                : Array.Empty<(string, string)>(),
        ];
        return $"INSERT INTO {dialect.Quote(tables.Target)} ({dialect.QuoteList(all.Select(one => one.Name))}) SELECT "
            + $"{string.Join(", ", all.Select(one => one.Value))} FROM {dialect.Quote(tables.Work)} AS s{rest}";
    }

    /// <summary>The greatest number of a version; null = the engine gives none.</summary>
    public string? LastNumber(TableName target) => rows.Surrogate is { } number
        ? $"SELECT max({_w.Q(number.Name)}) FROM {dialect.Quote(target)}" : null;

    /// <summary>What finds a version of the target, and keeps it the only one.</summary>
    public string IndexTarget(TableName target) => dialect.UniqueIndex(target, TargetKey.Columns, TargetKey.Purpose);

    /// <summary>What a version of the target is found by, and is the only one of.</summary>
    public (IReadOnlyList<RowColumn> Columns, string Purpose) TargetKey => ([.. rows.Key, rows.From], "versions");
}
