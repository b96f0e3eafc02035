namespace Orchestrator.Data.Files.Tasks;

/// <summary>The CRC-32 that an archive keeps of each member: what was read is held against it.</summary>
internal struct MemberSum
{
    private const uint Polynomial = 0xEDB88320;

    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(Entry)];

    private uint _rest;

    /// <summary>The sum of all that was added.</summary>
    public readonly uint Value => _rest;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        var rest = ~_rest;
        foreach (var one in bytes)
        {
            rest = Table[(byte)(rest ^ one)] ^ (rest >> 8);
        }

        _rest = ~rest;
    }

    private static uint Entry(int value)
    {
        var rest = (uint)value;
        for (var bit = 0; bit < 8; bit++)
        {
            rest = (rest & 1) == 0 ? rest >> 1 : (rest >> 1) ^ Polynomial;
        }

        return rest;
    }
}
