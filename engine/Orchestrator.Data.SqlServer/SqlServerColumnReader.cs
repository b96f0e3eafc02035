using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Reads the values of one column of a result, none of them NULL, into a column vector.</summary>
internal abstract class SqlServerColumnReader
{
    /// <summary>Reads the value of the current row.</summary>
    public abstract void Read(SqlDataReader from, int place, ColumnVector to, int row);
}
