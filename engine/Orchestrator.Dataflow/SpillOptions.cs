namespace Orchestrator.Dataflow;

/// <summary>How much of something stays in memory, and where the rest goes.</summary>
public sealed record SpillOptions
{
    /// <summary>1,000,000 rows, then the folder for temporary files.</summary>
    public static SpillOptions Default { get; } = new();

    /// <summary>
    /// Rows in memory at most, from 1; 1,000,000 unless told. With <see cref="int.MaxValue"/> none goes into a file,
    /// and rows may be of any type.
    /// </summary>
    public int RowsMax { get; init; } = 1_000_000;

    /// <summary>The folder for what does not fit; that for temporary files unless told.</summary>
    public string Folder { get; init; } = Path.GetTempPath();

    /// <summary>Whether rows may have to be written to a file.</summary>
    internal bool MayWrite => RowsMax < int.MaxValue;
}
