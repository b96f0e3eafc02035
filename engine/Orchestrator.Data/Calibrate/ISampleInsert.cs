namespace Orchestrator.Data.Calibrate;

/// <summary>
/// One prepared statement that inserts rows of a calibration, and is a transaction of its own as long as none is open.
/// Used by the thread of its connection.
/// </summary>
public interface ISampleInsert : IDisposable
{
    /// <summary>Inserts all of the rows, in one exchange with the server.</summary>
    void Run(SampleRows rows);
}

/// <summary>How a statement brings several rows.</summary>
public enum InsertForm
{
    /// <summary>A list behind VALUES, a parameter for each value.</summary>
    Values,

    /// <summary>An array for each column, or one text that holds all rows.</summary>
    Arrays,
}
