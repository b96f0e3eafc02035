using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Reads the values of one column of a result, none of them NULL, into a column vector.</summary>
internal abstract class MariaDbColumnReader
{
    /// <summary>Reads the value of the current row.</summary>
    public abstract void Read(MySqlDataReader from, int place, ColumnVector to, int row);
}
