namespace Orchestrator.Data;

/// <summary>
/// Writes rows that are a transaction each, the claim of the table in it. Used by one thread, while no transaction is
/// open.
/// </summary>
public interface ISingleRowWriter : IDisposable
{
    /// <summary>How many rows one exchange with the server may take, from 1.</summary>
    int RowsMax { get; }

    /// <summary>Writes rows and commits each by itself, in one exchange with the server.</summary>
    /// <param name="batch">The batch that holds them.</param>
    /// <param name="from">The first row.</param>
    /// <param name="count">How many, from 1 to <see cref="RowsMax"/>.</param>
    /// <param name="step">Number of the first one's transaction, for the marker; the others count on.</param>
    /// <param name="left">
    /// Told the rows of the batch that were tried and not written, in their order: the table refuses one, or somebody
    /// else has claimed it or may have. What becomes of them only a transaction of several statements tells.
    /// </param>
    /// <returns>How many were tried, at least one; those behind them were not touched.</returns>
    int Write(RowBatch batch, int from, int count, long step, List<int> left);
}

/// <summary>The claim that each transaction of a load begins with.</summary>
/// <param name="Marker">The table of the markers.</param>
/// <param name="Take">Changes the marker of the table, one row, unless a newer run has had it.</param>
/// <param name="Values">Its parameters but @step.</param>
public sealed record Claim(TableName Marker, string Take, IReadOnlyList<(string Name, object? Value)> Values);
