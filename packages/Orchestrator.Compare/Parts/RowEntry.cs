namespace Orchestrator.Compare.Parts;

/// <summary>What is kept of a row until both sides are read.</summary>
/// <param name="Key">Stands for its key.</param>
/// <param name="Row">Stands for all of it that is compared.</param>
/// <param name="Place">Which of its part it is, from 0.</param>
internal readonly record struct RowEntry(ulong Key, ulong Row, int Place) : IComparable<RowEntry>
{
    /// <summary>Bytes of it in a file: where it stands tells its place.</summary>
    public const int Bytes = 2 * sizeof(ulong);

    public int CompareTo(RowEntry other) => Key != other.Key ? Key.CompareTo(other.Key) : Row.CompareTo(other.Row);
}
