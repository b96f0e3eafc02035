using System.Buffers.Binary;

namespace Orchestrator.Metadata.Git;

/// <summary>One pack of git's objects with its index (version 2).</summary>
internal sealed class PackFile
{
    private const int FanoutAt = 8;
    private const int NamesAt = FanoutAt + (256 * 4);
    private const int NameBytes = 20;
    private const int ChainMax = 4096;
    private const int OffsetDelta = 6;
    private const int NameDelta = 7;

    private readonly string _pack;
    private readonly byte[] _index;
    private readonly int _count;

    public PackFile(string indexPath)
    {
        _pack = Path.ChangeExtension(indexPath, ".pack");
        _index = File.ReadAllBytes(indexPath);
        if (_index.Length < NamesAt || BinaryPrimitives.ReadUInt32BigEndian(_index) != 0xff744f63
            || Number(4) != 2)
        {
            throw new GitException($"{indexPath} is no pack index of version 2");
        }

        _count = (int)Number(FanoutAt + (255 * 4));
    }

    /// <summary>Full names in hex that begin with these hex digits (at least two).</summary>
    public IEnumerable<string> NamesWith(string prefix)
    {
        var first = Convert.ToInt32(prefix[..2], 16);
        var (from, to) = Range(first);
        return Enumerable.Range(from, to - from).Select(Name)
            .Where(name => name.StartsWith(prefix, StringComparison.Ordinal));
    }

    /// <summary>The object of that full name; null where this pack lacks it.</summary>
    public GitObject? Find(string name, Func<string, GitObject?> elsewhere)
    {
        var place = IndexOf(name);
        if (place < 0)
        {
            return null;
        }

        using var stream = File.OpenRead(_pack);
        return Read(stream, OffsetOf(place), elsewhere);
    }

    private GitObject Read(FileStream stream, long offset, Func<string, GitObject?> elsewhere)
    {
        var deltas = new Stack<byte[]>();
        while (deltas.Count < ChainMax)
        {
            stream.Position = offset;
            var (kind, size) = Header(stream);
            if (kind is OffsetDelta or NameDelta)
            {
                var (baseOffset, baseObject) = kind == OffsetDelta
                    ? (offset - Back(stream), null)
                    : NamedBase(stream, elsewhere);
                deltas.Push(Inflated.Read(stream, size));
                if (baseObject is not null)
                {
                    return Built(baseObject, deltas);
                }

                offset = baseOffset;
                continue;
            }

            return Built(new GitObject((GitObjectKind)kind, Inflated.Read(stream, size)), deltas);
        }

        throw new GitException($"{_pack}: a chain of more than {ChainMax} deltas");
    }

    private (long Offset, GitObject? Object) NamedBase(FileStream stream, Func<string, GitObject?> elsewhere)
    {
        var bytes = new byte[NameBytes];
        stream.ReadExactly(bytes);
        var name = Convert.ToHexStringLower(bytes);
        var place = IndexOf(name);
        return place >= 0
            ? (OffsetOf(place), null)
            : (0, elsewhere(name) ?? throw new GitException($"{_pack}: the base {name} is missing"));
    }

    private static GitObject Built(GitObject root, Stack<byte[]> deltas)
    {
        var content = root.Content;
        while (deltas.TryPop(out var delta))
        {
            content = Delta.Apply(content, delta);
        }

        return root with { Content = content };
    }

    private static (int Kind, long Size) Header(FileStream stream)
    {
        var part = Byte(stream);
        var kind = (part >> 4) & 7;
        long size = part & 15;
        for (var shift = 4; (part & 0x80) != 0; shift += 7)
        {
            part = Byte(stream);
            size |= (long)(part & 0x7f) << shift;
        }

        return (kind, size);
    }

    private static long Back(FileStream stream)
    {
        var part = Byte(stream);
        long back = part & 0x7f;
        while ((part & 0x80) != 0)
        {
            part = Byte(stream);
            back = ((back + 1) << 7) | (long)(part & 0x7f);
        }

        return back;
    }

    private static int Byte(FileStream stream) =>
        stream.ReadByte() is var part and >= 0 ? part : throw new GitException("a git pack is cut short");

    private int IndexOf(string name)
    {
        var (low, high) = Range(Convert.ToInt32(name[..2], 16));
        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            var order = string.CompareOrdinal(Name(middle), name);
            if (order == 0)
            {
                return middle;
            }

            (low, high) = order < 0 ? (middle + 1, high) : (low, middle);
        }

        return -1;
    }

    private (int From, int To) Range(int first) =>
        (first == 0 ? 0 : (int)Number(FanoutAt + ((first - 1) * 4)), (int)Number(FanoutAt + (first * 4)));

    private string Name(int place) =>
        Convert.ToHexStringLower(_index.AsSpan(NamesAt + (place * NameBytes), NameBytes));

    private long OffsetOf(int place)
    {
        var offsets = NamesAt + (_count * (NameBytes + 4));
        var offset = Number(offsets + (place * 4));
        return (offset & 0x80000000) == 0
            ? offset
            : (long)BinaryPrimitives.ReadUInt64BigEndian(
                _index.AsSpan(offsets + (_count * 4) + ((int)(offset & 0x7fffffff) * 8)));
    }

    private uint Number(int at) => BinaryPrimitives.ReadUInt32BigEndian(_index.AsSpan(at));
}
