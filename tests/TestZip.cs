using System.IO.Compression;
using System.Text;

/// <summary>A zip file, written by hand byte by byte, so that it can be as odd as those of other programs.</summary>
internal sealed class TestZip
{
    public const int InUtf8 = 1 << 11;
    public const int Encrypted = 1;
    public const int SizesBehind = 1 << 3;

    private const uint Many = uint.MaxValue;

    private readonly List<Member> _members = [];

    /// <summary>What stands behind all of it.</summary>
    public string Comment { get; init; } = "";

    /// <summary>Whether sizes and places have 64 bits.</summary>
    public bool IsLarge { get; init; }

    /// <summary>A zip file of texts, each behind its name.</summary>
    public static byte[] Of(params string[] namesAndTexts)
    {
        var zip = new TestZip();
        for (var i = 0; i < namesAndTexts.Length; i += 2)
        {
            zip.Add(namesAndTexts[i], namesAndTexts[i + 1]);
        }

        return zip.Bytes();
    }

    public TestZip Add(string name, string text) => Add(new Member(name, Encoding.UTF8.GetBytes(text)));

    public TestZip Add(Member member)
    {
        _members.Add(member);
        return this;
    }

    public byte[] Bytes()
    {
        using var bytes = new MemoryStream();
        using var to = new BinaryWriter(bytes);
        var (directory, end) = (new MemoryStream(), 0L);
        using var listed = new BinaryWriter(directory);
        foreach (var member in _members)
        {
            var at = member.PlaceOf >= 0 ? member.PlaceOf : bytes.Position;
            var packed = member.IsStored ? member.Content : Deflated(member.Content);
            if (member.PlaceOf < 0)
            {
                Write(to, member, packed);
            }

            List(listed, member, packed.Length, at);
        }

        end = bytes.Position;
        to.Write(directory.ToArray());
        End(to, end, directory.Length);
        return bytes.ToArray();
    }

    /// <summary>The checksum as the framework's gzip knows it.</summary>
    public static uint ChecksumOf(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(content);
        }

        return content.Length == 0 ? 0 : BitConverter.ToUInt32(packed.ToArray().AsSpan()[^8..^4]);
    }

    private static byte[] Deflated(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var deflate = new DeflateStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            deflate.Write(content);
        }

        // The framework writes nothing at all for nothing.
        return content.Length == 0 ? [3, 0] : packed.ToArray();
    }

    private void Write(BinaryWriter to, Member member, byte[] packed)
    {
        var isBehind = (member.Flags & SizesBehind) != 0;
        to.Write(0x04034B50u);
        Head(to, member);
        to.Write(isBehind ? 0 : member.Checksum);
        to.Write(isBehind ? 0 : IsLarge ? Many : (uint)packed.Length);
        to.Write(isBehind ? 0 : IsLarge ? Many : (uint)member.Length);
        to.Write((ushort)member.NameBytes.Length);
        to.Write((ushort)(IsLarge ? 20 : 0));
        to.Write(member.NameBytes);
        if (IsLarge)
        {
            to.Write((ushort)1);
            to.Write((ushort)16);
            to.Write(isBehind ? 0 : member.Length);
            to.Write(isBehind ? 0 : (long)packed.Length);
        }

        to.Write(packed);
        if (isBehind)
        {
            to.Write(0x08074B50u);
            to.Write(member.Checksum);
            Size(to, packed.Length);
            Size(to, member.Length);
        }
    }

    private void List(BinaryWriter to, Member member, long packed, long at)
    {
        const ushort madeOnUnix = (3 << 8) | 45;
        to.Write(0x02014B50u);
        to.Write(madeOnUnix);
        Head(to, member);
        to.Write(member.Checksum);
        to.Write(IsLarge ? Many : (uint)packed);
        to.Write(IsLarge ? Many : (uint)member.Length);
        to.Write((ushort)member.NameBytes.Length);
        to.Write((ushort)(IsLarge ? 28 : 0));
        to.Write((ushort)0);
        to.Write((ushort)0);
        to.Write((ushort)0);
        to.Write(member.Mode << 16);
        to.Write(IsLarge ? Many : (uint)at);
        to.Write(member.NameBytes);
        if (IsLarge)
        {
            to.Write((ushort)1);
            to.Write((ushort)24);
            to.Write(member.Length);
            to.Write(packed);
            to.Write(at);
        }
    }

    private static void Head(BinaryWriter to, Member member)
    {
        const ushort day = (1 << 5) | 1;
        to.Write((ushort)45);
        to.Write((ushort)member.Flags);
        to.Write((ushort)(member.Method ?? (member.IsStored ? 0 : 8)));
        to.Write((ushort)0);
        to.Write(day);
    }

    private void End(BinaryWriter to, long directory, long length)
    {
        if (IsLarge)
        {
            to.Write(0x06064B50u);
            to.Write(44L);
            to.Write((ushort)45);
            to.Write((ushort)45);
            to.Write(0);
            to.Write(0);
            to.Write((long)_members.Count);
            to.Write((long)_members.Count);
            to.Write(length);
            to.Write(directory);
            to.Write(0x07064B50u);
            to.Write(0);
            to.Write(directory + length);
            to.Write(1);
        }

        to.Write(0x06054B50u);
        to.Write(0);
        to.Write(IsLarge ? ushort.MaxValue : (ushort)_members.Count);
        to.Write(IsLarge ? ushort.MaxValue : (ushort)_members.Count);
        to.Write(IsLarge ? Many : (uint)length);
        to.Write(IsLarge ? Many : (uint)directory);
        to.Write((ushort)Comment.Length);
        to.Write(Encoding.ASCII.GetBytes(Comment));
    }

    private void Size(BinaryWriter to, long size)
    {
        if (IsLarge)
        {
            to.Write(size);
        }
        else
        {
            to.Write((uint)size);
        }
    }

    /// <summary>A member, true unless something else is said of it.</summary>
    /// <param name="Name">Its name, in UTF-8.</param>
    /// <param name="Content">What it unpacks to.</param>
    public sealed record Member(string Name, byte[] Content)
    {
        /// <summary>Its name where that is in another encoding.</summary>
        public byte[] NameBytes { get; init; } = Encoding.UTF8.GetBytes(Name);

        public int Flags { get; init; }

        public bool IsStored { get; init; }

        /// <summary>The number of how it is packed, where it is not that.</summary>
        public int? Method { get; init; }

        /// <summary>What it is on Unix.</summary>
        public int Mode { get; init; } = 0x81A4;

        public long Length { get; init; } = Content.Length;

        public uint Checksum { get; init; } = ChecksumOf(Content);

        /// <summary>Where it stands already; below 0 = it is written.</summary>
        public long PlaceOf { get; init; } = -1;
    }
}
