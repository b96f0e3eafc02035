namespace Orchestrator.Data.Files;

/// <summary>The checksum that zip files keep of their members (CRC-32), of bytes that come one after the other.
/// </summary>
internal sealed class ZipChecksum
{
    private const uint Polynomial = 0xEDB88320;
    private const int BytesAll = 256;
    private const int BitsPerByte = 8;

    private static readonly uint[] Table = [.. Enumerable.Range(0, BytesAll).Select(one => Of((uint)one))];

    private uint _rest = uint.MaxValue;

    /// <summary>The sum of what was added so far.</summary>
    public uint Value => ~_rest;

    /// <summary>Adds the bytes that come next.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        var (table, rest) = (Table, _rest);
        foreach (var one in bytes)
        {
            rest = table[(rest ^ one) & byte.MaxValue] ^ (rest >> BitsPerByte);
        }

        _rest = rest;
    }

    private static uint Of(uint one)
    {
        for (var bit = 0; bit < BitsPerByte; bit++)
        {
            one = (one & 1) == 0 ? one >> 1 : (one >> 1) ^ Polynomial;
        }

        return one;
    }
}
