using System.Text;
using Npgsql;
using NpgsqlTypes;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Writes each row by an INSERT of its own, its values as text that the server reads by itself.</summary>
internal sealed class PostgreSqlRowWriter : IBulkWriter
{
    private readonly PostgreSqlDatabase database;
    private readonly TableName table;
    private readonly FilledRow filled;
    private readonly NpgsqlCommand command;
    private readonly ValueText texts = new();
    private readonly int ownColumns;
    private long rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public PostgreSqlRowWriter(
        PostgreSqlDatabase database, TableName table, IReadOnlyList<RowColumn> columns, FilledRow filled)
    {
        this.database = database;
        this.table = table;
        this.filled = filled;
        ownColumns = columns.Count;
        string[] names = [.. columns.Select(column => column.Name), .. filled.Columns.Select(column => column.Name)];
        var values = names.Select((_, i) => ($"p{i + 1}", (object?)null)).ToArray();
        command = PostgreSqlCommands.Make(database.Connection, database.Dialect.Insert(table, names), values);
        for (var i = 0; i < filled.Columns.Count; i++)
        {
            Set(ownColumns + i, filled.Row.Columns[i], 0);
        }
    }

    /// <inheritdoc/>
    public void Write(RowBatch batch, int from, int count)
    {
        for (var row = from; row < from + count; row++)
        {
            var columns = batch.Columns;
            for (var i = 0; i < ownColumns; i++)
            {
                Set(i, columns[i], row);
            }

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
            var one = new WrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, table, line: 1);
        }
    }

    private void Set(int place, ColumnVector column, int row)
    {
        var parameter = command.Parameters[place];
        parameter.NpgsqlDbType = NpgsqlDbType.Unknown;
        parameter.Value = column.IsNull(row)
            ? column.TryBeyond(row, out var beyond) ? Encoding.ASCII.GetString(beyond) : DBNull.Value
            : Encoding.UTF8.GetString(texts.Of(column, row));
    }
}
