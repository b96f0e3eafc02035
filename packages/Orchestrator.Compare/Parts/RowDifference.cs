namespace Orchestrator.Compare.Parts;

/// <summary>A row that is not the same on both sides.</summary>
/// <param name="Key">Stands for its key.</param>
/// <param name="Left">Stands for the row of the first side; null = it has none.</param>
/// <param name="Right">Stands for the row of the second side; null = it has none.</param>
/// <param name="IsRepeated">Whether a side has the key more than once.</param>
internal sealed record RowDifference(ulong Key, ulong? Left, ulong? Right, bool IsRepeated)
{
    /// <summary>What is known of the row of the first side; empty = it has none.</summary>
    public byte[] LeftRecord { get; init; } = [];

    /// <summary>What is known of the row of the second side; empty = it has none.</summary>
    public byte[] RightRecord { get; init; } = [];
}
