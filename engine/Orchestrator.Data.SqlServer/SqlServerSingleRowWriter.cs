using System.Globalization;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Writes each row by one batch that is a transaction of its own: it claims the table and inserts the row where that
/// worked. A claim that somebody else holds is not waited for.
/// </summary>
internal sealed class SqlServerSingleRowWriter : ISingleRowWriter
{
    private readonly SqlServerDatabase database;
    private readonly SqlCommand command;
    private readonly SqlServerRowParameters parameters;

    private SqlServerSingleRowWriter(
        SqlServerDatabase database, TableName table, SqlServerColumns columns, Claim claim)
    {
        this.database = database;
        command = database.Command(
            database.Dialect.InsertClaimed(table, columns.AsNamed, claim), [.. claim.Values, ("step", 0L)]);
        parameters = new SqlServerRowParameters(command, columns);
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

    /// <inheritdoc/>
    public int RowsMax => 1;

    /// <inheritdoc/>
    public int Write(RowBatch batch, int from, int count, long step, List<int> left)
    {
        command.Transaction = null;
        command.Parameters["@step"].Value = step;
        parameters.Take(batch, from);
        if (!IsTaken())
        {
            left.Add(from);
        }

        return 1;
    }

    /// <inheritdoc/>
    public void Dispose() => command.Dispose();

    private bool IsTaken()
    {
        try
        {
            var began = database.Meter.Now;
            var taken = database.Work.Run(command, static c => c.ExecuteScalar());
            var isTaken = Convert.ToInt32(taken, CultureInfo.InvariantCulture) > 0;
            if (isTaken)
            {
                database.Meter.CommitWithRow(began);
            }

            database.Committed?.Invoke();
            return isTaken;
        }
        catch (SqlException fault) when (
            SqlServerErrors.Note(fault, 1, database.Work.IsStopped) == DatabaseFaultClass.Data)
        {
            return false;
        }
    }
}
