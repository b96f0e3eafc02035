namespace Orchestrator.Data;

/// <summary>
/// Statements that bring the rows of a load table into its target by key. The load table has the columns of the target
/// and <see cref="Dialect.RowNumber"/>. Text only.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="load">The load table.</param>
/// <param name="rows">What is matched, compared and written.</param>
public sealed class MergeDialect(Dialect dialect, TableName load, TableName target, KeyedRows rows)
{
    private const string Loaded = "s";
    private const string Held = "t";

    private string Number => dialect.Quote(dialect.RowNumber.Name);

    private string Matches => Conditions.All(
        rows.Key.Select(name => $"{Held}.{dialect.Quote(name)} = {Loaded}.{dialect.Quote(name)}"));

    /// <summary>Leaves one row of each key: the latest.</summary>
    public string RemoveDuplicates =>
        $"DELETE FROM {dialect.Quote(load)} WHERE {Number} IN (SELECT {Number} FROM (SELECT {Number}, row_number() "
        + $"OVER (PARTITION BY {dialect.QuoteList(rows.Key)} ORDER BY {Latest}) AS place FROM {dialect.Quote(load)}) "
        + "AS numbered WHERE place > 1)";

    /// <summary>How many rows of the target have a key of the load table.</summary>
    public string CountMatches =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(target)} AS {Held} "
        + $"JOIN {dialect.Quote(load)} AS {Loaded} ON {Matches}";

    /// <summary>The numbers of the rows whose key the target has, and what that holds in a column.</summary>
    /// <param name="column">The column of the target; null = the number stands for it.</param>
    public string Matched(string? column) =>
        $"SELECT {Loaded}.{Number}, "
        + (column is null ? $"{Loaded}.{Number}" : $"{Held}.{dialect.Quote(column)}") + $" AS {dialect.Quote("Held")} "
        + $"FROM {dialect.Quote(target)} AS {Held} JOIN {dialect.Quote(load)} AS {Loaded} ON {Matches}";

    /// <summary>
    /// What is to be done before the rows are written over where values of unique keys move between them: for each key
    /// one of its statements, and then the last, which writes rows to their end, and is counted as well. Null where
    /// nothing could be done.
    /// </summary>
    /// <param name="keys">The keys of the target.</param>
    /// <param name="isPart">Whether only for the rows from number @first to @last.</param>
    public (IReadOnlyList<IReadOnlyList<string>> Park, string? Last)? Park(KeysOfTable keys, bool isPart)
    {
        var park = new ParkDialect(dialect, target, load, dialect.RowNumber.Name, rows.Compared);
        // What becomes NULL is in nobody's way; and once emptied it would look as if it were written.
        var statements = park.Statements(keys, Matches + Part(isPart), keepsNull: true);
        string[] free = [.. new[] { park.BecomesNull(keys), park.Leaves(keys) }.OfType<string>()];
        return free.Length == 0 && statements.All(ways => ways.Count == 0) ? null
            : (statements, free.Length == 0 ? null : Update(isPart, $" AND ({Conditions.Any(free)})"));
    }

    /// <summary>How many rows of the target <see cref="Update(bool)"/> is to change.</summary>
    /// <param name="isPart">Whether only for the rows from number @first to @last.</param>
    public string CountDiffering(bool isPart) =>
        $"{CountMatches}{Part(isPart)} AND ({dialect.AreDistinct([.. rows.Compared.Select(Pair)])})";

    /// <summary>Whether values of that key may move between rows: one by which rows are known stays what it is.
    /// </summary>
    public bool MayMove(KeyByRow key) => rows.Compared.Any(column =>
        key.Columns.Concat(key.Where?.Columns ?? []).Any(name => dialect.Fold(name) == dialect.Fold(column.Name)));

    /// <summary>Writes the rows that differ; null where nothing but the key is compared.</summary>
    /// <param name="isPart">Whether only of the rows from number @first to @last.</param>
    public string? Update(bool isPart = false) => Update(isPart, "");

    private string? Update(bool isPart, string which) => rows.Compared.Count == 0
        ? null
        : dialect.UpdateFrom(
            target, load,
            [.. rows.Columns.Select(column => column.Name).Except(rows.Key)], Matches + Part(isPart) + which,
            $"({dialect.AreDistinct([.. rows.Compared.Select(Pair)])})");

    /// <summary>Writes the rows whose key is not there.</summary>
    /// <param name="isPart">Whether only of the rows from number @first to @last.</param>
    public string InsertMissing(bool isPart = false)
    {
        var names = rows.Columns.Select(column => dialect.Quote(column.Name)).ToArray();
        return $"INSERT INTO {dialect.Quote(target)} ({string.Join(", ", names)}) "
            + $"{dialect.KeepNumbers}SELECT {string.Join(", ", names.Select(name => $"{Loaded}.{name}"))} "
            + $"FROM {dialect.Quote(load)} AS {Loaded} {dialect.Unmatched(target, Matches, rows.Key[0])}{Part(isPart)}";
    }

    private (RowColumn, string, string) Pair(RowColumn column) =>
        (column, $"{Held}.{dialect.Quote(column.Name)}", $"{Loaded}.{dialect.Quote(column.Name)}");

    private string Part(bool isPart) => isPart ? $" AND {Loaded}.{Number} BETWEEN @first AND @last" : "";

    // NULL is never the latest, wherever the platform sorts it.
    private string Latest => string.Join(", ", rows.LatestBy.Select(dialect.Quote)
        .Select(name => $"CASE WHEN {name} IS NULL THEN 1 ELSE 0 END, {name} DESC")
        .Append($"{Number} DESC"));
}

/// <summary>The columns of rows that are matched by key.</summary>
/// <param name="Columns">All columns that are written.</param>
/// <param name="Key">Names of those that a row is known by; they hold no NULL.</param>
/// <param name="Compared">Those whose difference makes a row one to write.</param>
/// <param name="LatestBy">Names of those whose greatest values win among rows of one key, else the last.</param>
public sealed record KeyedRows(
    IReadOnlyList<RowColumn> Columns, IReadOnlyList<string> Key, IReadOnlyList<RowColumn> Compared,
    IReadOnlyList<string> LatestBy);
