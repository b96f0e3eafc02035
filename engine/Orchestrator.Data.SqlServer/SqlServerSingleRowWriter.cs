using System.Globalization;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Writes each row by one batch that is a transaction of its own: it claims the table and inserts the row where that
/// worked. A claim that somebody else holds is not waited for.
/// </summary>
internal sealed class SqlServerSingleRowWriter : ISingleRowWriter
{
    private readonly SqlServerDatabase _database;
    private readonly SqlCommand _command;
    private readonly SqlServerRowParameters _parameters;

    private SqlServerSingleRowWriter(
        SqlServerDatabase database, TableName table, SqlServerColumns columns, Claim claim)
    {
        _database = database;
        _command = database.Command(
            database.Dialect.InsertClaimed(table, columns.AsNamed, claim), [.. claim.Values, ("step", 0L)]);
        _parameters = new SqlServerRowParameters(_command, columns);
    }

    /// <summary>
    /// A writer into a table; null where a row that was written may not be there, and where the numbers of rows are to
    /// be kept, which the writer of several statements sees to.
    /// </summary>
    public static SqlServerSingleRowWriter? Open(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options, Claim claim)
    {
        var into = new SqlServerColumns(database, table, columns, filled);
        return (!options.KeepsIdentity || !SqlServerIdentity.Counts(database, table, into.Names))
            && database.Number(
                SqlServerScripts.Read("takes_each_row"), ("schema", table.Schema), ("name", table.Name)) > 0
            ? new SqlServerSingleRowWriter(database, table, into, claim)
            : null;
    }

    public int RowsMax => 1;

    public int Write(RowBatch batch, int from, int count, long step, List<int> left)
    {
        _command.Transaction = null;
        _command.Parameters["@step"].Value = step;
        _parameters.Take(batch, from);
        if (!IsTaken())
        {
            left.Add(from);
        }

        return 1;
    }

    public void Dispose() => _command.Dispose();

    private bool IsTaken()
    {
        try
        {
            var began = _database.Meter.Now;
            var taken = _database.Work.Run(_command, static c => c.ExecuteScalar());
            var isTaken = Convert.ToInt32(taken, CultureInfo.InvariantCulture) > 0;
            if (isTaken)
            {
                _database.Meter.CommitWithRow(began);
            }

            _database.Committed?.Invoke();
            return isTaken;
        }
        catch (SqlException fault) when (
            SqlServerErrors.Note(fault, 1, _database.Work.IsStopped) == DatabaseFaultClass.Data)
        {
            return false;
        }
    }
}
