namespace Orchestrator.Data.Files;

/// <summary>The first bytes of something that is not kept.</summary>
internal sealed class ByteHead(int bytesMax)
{
    private readonly byte[] _bytes = new byte[bytesMax];
    private int _count;

    /// <summary>Those there are, at most as many as asked for.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _count);

    /// <summary>Adds what comes next.</summary>
    public void Add(ReadOnlySpan<byte> next)
    {
        next = next[..Math.Min(next.Length, _bytes.Length - _count)];
        next.CopyTo(_bytes.AsSpan(_count));
        _count += next.Length;
    }
}
