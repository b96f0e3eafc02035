using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Writes each row by an INSERT of its own, its values as text that the server reads by itself.</summary>
internal sealed class PostgreSqlRowWriter : IBulkWriter
{
    private readonly PostgreSqlDatabase database;
    private readonly TableName table;
    private readonly FilledRow filled;
    private readonly NpgsqlCommand command;
    private readonly PostgreSqlRowParameters parameters;
    private long rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public PostgreSqlRowWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled)
    {
        this.database = database;
        this.table = table;
        this.filled = filled;
        string[] names = [.. columns.Select(column => column.Name), .. filled.Columns.Select(column => column.Name)];
        var values = names.Select((_, i) => ($"p{i + 1}", (object?)null)).ToArray();
        command = PostgreSqlCommands.Make(database.Connection, database.Dialect.Insert(table, names), values);
        // The text is wanted with its places; the values of rows have parameters of their own.
        command.Parameters.Clear();
        parameters = PostgreSqlRowParameters.Behind(command.Parameters, columns.Count, filled);
    }

    /// <inheritdoc/>
    public void Write(RowBatch batch, int from, int count)
    {
        for (var row = from; row < from + count; row++)
        {
            parameters.Take(batch, row);
            rows += Insert(batch, row);
        }
    }

    /// <inheritdoc/>
    public long Complete()
    {
        var taken = rows;
        rows = 0;
        return taken;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        command.Dispose();
        filled.Dispose();
    }

    private long Insert(RowBatch batch, int row)
    {
        try
        {
            return database.Watched(command.CommandText, 1, command.ExecuteNonQuery);
        }
        catch (PostgresException fault) when (
            PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            var one = new PostgreSqlWrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, table, line: 1);
        }
    }
}
