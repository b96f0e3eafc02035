using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Writes each row by an INSERT of its own with typed parameters.</summary>
internal sealed class SqlServerRowWriter : IBulkWriter
{
    private readonly SqlServerDatabase database;
    private readonly TableName table;
    private readonly SqlServerColumns columns;
    private readonly SqlCommand command;
    private readonly SqlServerRowParameters parameters;
    private readonly SqlServerIdentity? identity;
    private long rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public SqlServerRowWriter(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        this.database = database;
        this.table = table;
        this.columns = new SqlServerColumns(database, table, columns, filled);
        command = database.Command(
            database.Dialect.Insert(table, this.columns.AsNamed), []);
        parameters = new SqlServerRowParameters(command, this.columns);
        identity = options.KeepsIdentity ? SqlServerIdentity.Keep(database, table, this.columns.Names) : null;
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
        identity?.Dispose();
        command.Dispose();
    }

    private int Insert(RowBatch batch, int row)
    {
        try
        {
            return database.Work.Run(command, static c => c.ExecuteNonQuery());
        }
        catch (SqlException fault) when (
            SqlServerErrors.Note(fault, 1, database.Work.IsStopped) == DatabaseFaultClass.Data)
        {
            var one = new SqlServerWrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, table, columns.Names);
        }
    }
}
