using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Writes each row by an INSERT of its own, its values as text that the server reads by itself.</summary>
internal sealed class PostgreSqlRowWriter : IBulkWriter
{
    private readonly PostgreSqlDatabase _database;
    private readonly TableName _table;
    private readonly FilledRow _filled;
    private readonly NpgsqlCommand _command;
    private readonly PostgreSqlRowParameters _parameters;
    private long _rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public PostgreSqlRowWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled)
    {
        _database = database;
        _table = table;
        _filled = filled;
        string[] names = [.. columns.Select(column => column.Name), .. filled.Columns.Select(column => column.Name)];
        var values = names.Select((_, i) => ($"p{i + 1}", (object?)null)).ToArray();
        _command = PostgreSqlCommands.Make(database.Connection, database.Dialect.Insert(table, names), values);
        // The text is wanted with its places; the values of rows have parameters of their own.
        _command.Parameters.Clear();
        _parameters = PostgreSqlRowParameters.Behind(_command.Parameters, columns.Count, filled);
    }

    public void Write(RowBatch batch, int from, int count)
    {
        for (var row = from; row < from + count; row++)
        {
            _parameters.Take(batch, row);
            _rows += Insert(batch, row);
        }
    }

    public long Complete()
    {
        var taken = _rows;
        _rows = 0;
        return taken;
    }

    public void Dispose()
    {
        _command.Dispose();
        _filled.Dispose();
    }

    private long Insert(RowBatch batch, int row)
    {
        try
        {
            return _database.Watched(_command.CommandText, 1, _command.ExecuteNonQuery);
        }
        catch (PostgresException fault) when (
            PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            var one = new PostgreSqlWrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, _table, line: 1);
        }
    }
}
