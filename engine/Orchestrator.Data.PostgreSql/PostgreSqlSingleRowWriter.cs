using Npgsql;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Writes each row by one prepared statement that is a transaction of its own: it claims the table and inserts the row
/// where that worked. A claim that somebody else holds is not waited for. Where that may be measured, some commits do
/// not wait for the log: the next one of the session, which comes before anybody is told of success, brings them to
/// disk.
/// </summary>
internal sealed class PostgreSqlSingleRowWriter : ISingleRowWriter
{
    private readonly PostgreSqlDatabase database;
    private readonly TableName table;
    private readonly FilledRow filled;
    private readonly NpgsqlCommand command;
    private readonly NpgsqlParameter step;
    private readonly NpgsqlParameter probe;
    private readonly RowParameters parameters;
    private bool isPrepared;
    private bool isProbe;
    private int sinceProbe;

    private PostgreSqlSingleRowWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled, Claim claim)
    {
        (this.database, this.table, this.filled) = (database, table, filled);
        string[] names = [.. columns.Select(column => column.Name), .. filled.Columns.Select(column => column.Name)];
        (string, object?)[] values =
        [
            .. claim.Values, ("step", 0L), ("probe", false), .. names.Select((_, i) => ($"p{i + 1}", (object?)null)),
        ];
        command = PostgreSqlCommands.Make(
            database.Connection, database.Dialect.InsertClaimed(table, names, claim), values, out var used);
        step = command.Parameters[used.IndexOf(claim.Values.Count)];
        probe = command.Parameters[used.IndexOf(claim.Values.Count + 1)];
        parameters = new RowParameters(command, used.IndexOf(claim.Values.Count + 2), columns.Count, filled);
    }

    /// <summary>A writer into a table; null where the rows that it takes do not tell whether it was claimed.</summary>
    public static PostgreSqlSingleRowWriter? Open(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, Claim claim) =>
        database.Number(
            PostgreSqlScripts.Read("takes_each_row"), ("schema", table.Schema), ("name", table.Name)) > 0
            ? new PostgreSqlSingleRowWriter(database, table, columns, FilledRow.Of(filled), claim)
            : null;

    /// <inheritdoc/>
    public bool TryWrite(RowBatch batch, int row, long step)
    {
        this.step.Value = step;
        probe.Value = isProbe = database.Use.Meter is { MayProbe: true } && sinceProbe >= AttemptMeter.ProbeEvery
            && row + 1 < batch.Count;
        parameters.Take(batch, row);
        try
        {
            return Run() > 0;
        }
        catch (PostgresException fault) when (
            PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            var one = new WrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, table, line: 1);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        command.Dispose();
        filled.Dispose();
    }

    private int Run()
    {
        try
        {
            Prepare();
            return database.Watched(command.CommandText, 1, Execute);
        }
        catch (PostgresException fault) when (isPrepared && fault.SqlState is
            PostgresErrorCodes.InvalidSqlStatementName or PostgresErrorCodes.DuplicatePreparedStatement)
        {
            // A pool between us and the server has given us another session: nothing was run yet.
            command.Unprepare();
            return database.Watched(command.CommandText, 1, Execute);
        }
    }

    private int Execute()
    {
        var began = database.Use.Time.GetTimestamp();
        var rows = command.ExecuteNonQuery();
        if (rows > 0)
        {
            database.Use.Meter?.CommitWithRow(database.Use.Time.GetElapsedTime(began), isProbe);
            sinceProbe = isProbe ? 0 : sinceProbe + 1;
        }

        return rows;
    }

    private void Prepare()
    {
        if (!isPrepared)
        {
            isPrepared = true;
            command.Prepare();
        }
    }
}
