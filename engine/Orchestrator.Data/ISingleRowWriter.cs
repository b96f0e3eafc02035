namespace Orchestrator.Data;

/// <summary>
/// Writes rows that are a transaction each, the claim of the table in it, with one question to the server per row. Used
/// by one thread, while no transaction is open.
/// </summary>
public interface ISingleRowWriter : IDisposable
{
    /// <summary>Writes a row and commits it.</summary>
    /// <param name="batch">The batch that holds it.</param>
    /// <param name="row">Its place there.</param>
    /// <param name="step">Number of the transaction, for the marker.</param>
    /// <returns>
    /// Whether that is done; else nothing was written, because somebody else has claimed the table or may have.
    /// </returns>
    /// <exception cref="DataRefusedException">The table refuses the row; nothing was written.</exception>
    bool TryWrite(RowBatch batch, int row, long step);
}

/// <summary>The claim that each transaction of a load begins with.</summary>
/// <param name="Marker">The table of the markers.</param>
/// <param name="Take">Changes the marker of the table, one row, unless a newer run has had it.</param>
/// <param name="Values">Its parameters but @step.</param>
public sealed record Claim(TableName Marker, string Take, IReadOnlyList<(string Name, object? Value)> Values);
