using Npgsql;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Writes each row by one prepared statement that is a transaction of its own: it claims the table and inserts the row
/// where that worked. A claim that somebody else holds is not waited for. Several rows go to the server in one
/// exchange, so that neither side waits for the other between them. Where that may be measured, the commits of some
/// exchanges do not wait for the log: the next one of the session, which comes before anybody is told of success,
/// brings them to disk.
/// </summary>
internal sealed class PostgreSqlSingleRowWriter : ISingleRowWriter
{
    // Few enough that a row that fails holds up little, and many enough that a round trip is shared.
    private const int RowsAtOnce = 32;

    // Given by a pool between us and the server whose session is another one now: that row was not run.
    private static readonly string[] NotPrepared =
        [PostgresErrorCodes.InvalidSqlStatementName, PostgresErrorCodes.DuplicatePreparedStatement];

    private readonly PostgreSqlDatabase _database;
    private readonly int _columns;
    private readonly FilledRow _filled;
    private readonly Func<bool, bool, string> _statement;
    private readonly Dictionary<bool, PostgreSqlRowExchange> _whole = [];
    private bool _isPrepared = true;
    private int _sinceProbe;

    private PostgreSqlSingleRowWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled, Claim claim)
    {
        (_database, _columns, _filled) = (database, columns.Count, filled);
        string[] names = [.. columns.Select(column => column.Name), .. filled.Columns.Select(column => column.Name)];
        _statement = (isProbe, isFirst) => database.Dialect.InsertClaimed(
            table, names, claim, isProbe ? PostgreSqlDurabilityDialect.Relaxed : database.CommitSetting, isFirst);
    }

    /// <summary>A writer into a table; null where the rows that it takes do not tell whether it was claimed.</summary>
    public static PostgreSqlSingleRowWriter? Open(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, Claim claim) =>
        database.Number(
            PostgreSqlScripts.Read("takes_each_row"), ("schema", table.Schema), ("name", table.Name)) > 0
            ? new PostgreSqlSingleRowWriter(database, table, columns, FilledRow.Of(filled), claim)
            : null;

    public int RowsMax => RowsAtOnce;

    public int Write(RowBatch batch, int from, int count, long step, List<int> left)
    {
        var isProbe = count == RowsAtOnce && from + count < batch.Count && _sinceProbe >= AttemptMeter.ProbeEvery
            && _database.Use.Meter is { MayProbe: true };
        _sinceProbe = isProbe ? 0 : _sinceProbe + count;
        if (count == RowsAtOnce)
        {
            return Run(Whole(isProbe), batch, from, step, isProbe, left);
        }

        using var rest = Make(count, isProbe: false);
        return Run(rest, batch, from, step, isProbe, left);
    }

    public void Dispose()
    {
        Clear();
        _filled.Dispose();
    }

    private int Run(
        PostgreSqlRowExchange exchange, RowBatch batch, int from, long step, bool isProbe, List<int> left)
    {
        exchange.Take(batch, from, step);
        var began = _database.Use.Time.GetTimestamp();
        var refusal = _database.Watched(exchange.Sql, 1, () => exchange.Run(_database.Connection, _isPrepared));
        var took = _database.Use.Time.GetElapsedTime(began);
        var tried = exchange.Tried(refusal);
        left.AddRange(exchange.Left(from, tried, refusal));
        if (tried > left.Count)
        {
            _database.Use.Meter?.CommitWithRows(tried - left.Count, took, isProbe);
        }

        if (refusal is not null)
        {
            Judge(exchange, refusal);
        }

        return tried;
    }

    /// <summary>What is not of the row is no reason to try it again in another way.</summary>
    private void Judge(PostgreSqlRowExchange exchange, PostgresException refusal)
    {
        if (NotPrepared.Contains(refusal.SqlState))
        {
            Clear();
            _database.Connection.UnprepareAll();
            _isPrepared = false;
        }
        else if (PostgreSqlStates.ClassOf(refusal.SqlState) != DatabaseFaultClass.Data
            && !PostgreSqlStates.MayBeOfRow(refusal.SqlState))
        {
            PostgreSqlErrors.Note(refusal, exchange.Sql, 1, _database.IsInterrupted);
            throw refusal;
        }
    }

    private PostgreSqlRowExchange Whole(bool isProbe)
    {
        if (!_whole.TryGetValue(isProbe, out var exchange))
        {
            _whole[isProbe] = exchange = Make(RowsAtOnce, isProbe);
        }

        return exchange;
    }

    private PostgreSqlRowExchange Make(int count, bool isProbe) =>
        new(_database.Connection, _database.Dialect.BeginText, isFirst => _statement(isProbe, isFirst), count, _columns,
            _filled);

    private void Clear()
    {
        foreach (var exchange in _whole.Values)
        {
            exchange.Dispose();
        }

        _whole.Clear();
    }
}
