namespace Orchestrator.Compare.Parts;

/// <summary>Bytes behind one another, in pieces of a file that holds others as well.</summary>
/// <param name="file">The file.</param>
/// <param name="pieceBytes">Bytes of a piece.</param>
internal sealed class SpilledBytes(PartsFile file, int pieceBytes)
{
    private readonly List<long> _pieces = [];
    private byte[] _room = [];
    private int _used;

    /// <summary>How many there are.</summary>
    public long Length => ((long)_pieces.Count * pieceBytes) + _used;

    /// <summary>Adds some.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        _room = _room.Length == 0 ? new byte[pieceBytes] : _room;
        while (!bytes.IsEmpty)
        {
            var taken = Math.Min(bytes.Length, pieceBytes - _used);
            bytes[..taken].CopyTo(_room.AsSpan(_used));
            bytes = bytes[taken..];
            _used += taken;
            if (_used == pieceBytes)
            {
                _pieces.Add(file.Append(_room));
                _used = 0;
            }
        }
    }

    /// <summary>All of them, a piece at a time, each valid until the next is asked for.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Read()
    {
        var piece = new byte[pieceBytes];
        foreach (var at in _pieces)
        {
            file.Read(at, piece);
            yield return piece;
        }

        if (_used > 0)
        {
            yield return _room.AsMemory(0, _used);
        }
    }
}
