using System.Buffers.Binary;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>A collation: name, five bytes on the wire (MS-TDS 2.2.5.1.2), encoding of its char.</summary>
public sealed class Collation
{
    internal const int Size = 5;

    private const uint IgnoreCase = 1 << 20;
    private const uint IgnoreKana = 1 << 22;
    private const uint IgnoreWidth = 1 << 23;
    private const uint Binary2 = 1 << 25;
    private const uint Utf8 = 1 << 26;
    private const uint Version100 = 2u << 28;
    private const uint Loose = IgnoreCase | IgnoreKana | IgnoreWidth;

    private static readonly Collation[] Known =
    [
        new("SQL_Latin1_General_CP1_CI_AS", 0x409 | Loose, 52, 1252),
        new("SQL_Latin1_General_CP1_CS_AS", 0x409 | IgnoreKana | IgnoreWidth, 51, 1252),
        new("Latin1_General_CI_AS", 0x409 | Loose, 0, 1252),
        new("Latin1_General_100_CI_AS", 0x409 | Loose | Version100, 0, 1252),
        new("Latin1_General_BIN2", 0x409 | Binary2, 0, 1252),
        new("Latin1_General_100_CI_AS_SC_UTF8", 0x409 | Loose | Utf8 | Version100, 0, 65001),
        new("Latin1_General_100_BIN2_UTF8", 0x409 | Binary2 | Utf8 | Version100, 0, 65001),
        new("Czech_CI_AS", 0x405 | Loose, 0, 1250),
        new("Cyrillic_General_CI_AS", 0x419 | Loose, 0, 1251),
        new("Greek_CI_AS", 0x408 | Loose, 0, 1253),
        new("Turkish_CI_AS", 0x41f | Loose, 0, 1254),
        new("Japanese_CI_AS", 0x411 | Loose, 0, 932),
        new("Chinese_PRC_CI_AS", 0x804 | Loose, 0, 936),
    ];

    private readonly byte[] _bytes = new byte[Size];

    private Collation(string name, uint info, byte sortId, int codePage)
    {
        (Name, CodePage) = (name, codePage);
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes, info);
        _bytes[4] = sortId;
        Encoding = codePage == 65001
            ? new UTF8Encoding(encoderShouldEmitUTF8Identifier: false)
            : CodePagesEncodingProvider.Instance.GetEncoding(codePage)!;
    }

    /// <summary>What columns of a declared table have that name none.</summary>
    public static Collation Default => Known[0];

    /// <summary>The name, as <c>COLLATE</c> takes it.</summary>
    public string Name { get; }

    /// <summary>The code page of char and varchar; 65001 is UTF-8.</summary>
    public int CodePage { get; }

    /// <summary>The encoding of char and varchar.</summary>
    public Encoding Encoding { get; }

    /// <summary>LCID, flags and version as four bytes, then the sort id.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>The collation of that name.</summary>
    /// <exception cref="ArgumentException">The name is not one of those that this server knows.</exception>
    public static Collation Named(string name) =>
        Array.Find(Known, one => one.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new ArgumentException(
            $"the collation '{name}' is not known here; known are {string.Join(", ", Known.Select(one => one.Name))}");

    /// <inheritdoc/>
    public override string ToString() => Name;

    /// <summary>The collation with those bytes; null for zeros, which the client sends where it wants none.</summary>
    internal static Collation? Of(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IndexOfAnyExcept((byte)0) < 0)
        {
            return null;
        }

        foreach (var one in Known)
        {
            if (bytes.SequenceEqual(one._bytes))
            {
                return one;
            }
        }

        throw new InvalidDataException($"no known collation has the bytes {Convert.ToHexString(bytes)}");
    }
}
