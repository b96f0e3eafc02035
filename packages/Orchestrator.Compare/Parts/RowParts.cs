namespace Orchestrator.Compare.Parts;

/// <summary>
/// The rows of one side in parts, so that equal keys of both sides are in parts of the same number. What it holds in
/// memory does not grow with the rows.
/// </summary>
internal sealed class RowParts : IDisposable
{
    /// <summary>How many parts there are.</summary>
    public const int Count = 1 << Bits;

    /// <summary>How often a part can be parted again.</summary>
    public const int DepthMax = 2 * DepthOfKeys;

    private const int Bits = 7;

    // Behind it a part holds one key, and is parted by its rows.
    private const int DepthOfKeys = 4;

    private readonly PartsFile _file;
    private readonly RowPart[] _parts;
    private readonly int _depth;

    /// <summary>None yet.</summary>
    /// <param name="folder">A folder that is there.</param>
    /// <param name="depth">How often they were parted before.</param>
    public RowParts(string folder, int depth = 0)
    {
        _depth = depth;
        _file = new PartsFile(folder);
        _parts = [.. Enumerable.Range(0, Count).Select(_ => new RowPart(_file))];
    }

    /// <summary>The parts by their numbers.</summary>
    public IReadOnlyList<RowPart> All => _parts;

    /// <summary>Rows of all parts.</summary>
    public long Rows => _parts.Sum(part => part.Rows);

    /// <summary>Adds a row.</summary>
    public void Add(ulong key, ulong row, ReadOnlySpan<byte> record) =>
        _parts[(_depth < DepthOfKeys ? key >> Shift(_depth) : row >> Shift(_depth - DepthOfKeys)) & (Count - 1)]
            .Add(key, row, record);

    /// <summary>Adds those of a part.</summary>
    public void Add(RowPart part)
    {
        using var records = part.Records().GetEnumerator();
        foreach (var entry in part.Entries())
        {
            records.MoveNext();
            Add(entry.Key, entry.Row, records.Current.Span);
        }
    }

    public void Dispose() => _file.Dispose();

    private static int Shift(int depth) => 64 - (Bits * (depth + 1));
}
