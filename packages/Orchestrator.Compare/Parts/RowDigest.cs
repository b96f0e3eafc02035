using System.Buffers.Binary;

namespace Orchestrator.Compare.Parts;

/// <summary>
/// A number of 64 bits that stands for some bytes: equal for equal bytes, of others the same once in 2^64. Made to be
/// fast and not to be safe: who could choose rows so that two are taken for one could as well write them equal.
/// </summary>
internal static class RowDigest
{
    private const ulong First = 0x9E3779B97F4A7C15;
    private const ulong Second = 0xD6E8FEB86659FD93;
    private const ulong Third = 0xA0761D6478BD642F;
    private const int Step = 2 * sizeof(ulong);

    /// <summary>The number of some bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="kind">What they are: the same bytes have another number as something else.</param>
    public static ulong Of(ReadOnlySpan<byte> bytes, ulong kind)
    {
        var (one, other) = (First ^ Mix(kind ^ Third, Second), Third + ((ulong)bytes.Length * Second));
        while (bytes.Length >= Step)
        {
            Add(ref one, ref other, bytes);
            bytes = bytes[Step..];
        }

        if (!bytes.IsEmpty)
        {
            Span<byte> last = stackalloc byte[Step];
            last.Clear();
            bytes.CopyTo(last);
            Add(ref one, ref other, last);
        }

        return Mix(one ^ Second, other ^ First);
    }

    private static void Add(ref ulong one, ref ulong other, ReadOnlySpan<byte> bytes)
    {
        var a = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
        var b = BinaryPrimitives.ReadUInt64LittleEndian(bytes[sizeof(ulong)..]);
        one = Mix(a ^ First, b ^ one);
        other = Mix(b ^ Third, a ^ other) + one;
    }

    private static ulong Mix(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }
}
