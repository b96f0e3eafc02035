using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Writes each row by an INSERT of its own with typed parameters.</summary>
internal sealed class SqlServerRowWriter : IBulkWriter
{
    private readonly SqlServerDatabase _database;
    private readonly TableName _table;
    private readonly SqlServerColumns _columns;
    private readonly SqlCommand _command;
    private readonly SqlServerRowParameters _parameters;
    private readonly SqlServerIdentity? _identity;
    private long _rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public SqlServerRowWriter(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        _database = database;
        _table = table;
        _columns = new SqlServerColumns(database, table, columns, filled);
        _command = database.Command(
            database.Dialect.Insert(table, _columns.AsNamed), []);
        _parameters = new SqlServerRowParameters(_command, _columns);
        _identity = options.KeepsIdentity ? SqlServerIdentity.Keep(database, table, _columns.Names) : null;
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
        _identity?.Dispose();
        _command.Dispose();
    }

    private int Insert(RowBatch batch, int row)
    {
        try
        {
            return _database.Work.Run(_command, static c => c.ExecuteNonQuery());
        }
        catch (SqlException fault) when (
            SqlServerErrors.Note(fault, 1, _database.Work.IsStopped) == DatabaseFaultClass.Data)
        {
            var one = new SqlServerWrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, _table, _columns.Names);
        }
    }
}
