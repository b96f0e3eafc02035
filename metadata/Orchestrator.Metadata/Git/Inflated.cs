using System.IO.Compression;

namespace Orchestrator.Metadata.Git;

/// <summary>Zlib data read with a bound, so that a crafted object cannot fill the memory.</summary>
internal static class Inflated
{
    /// <summary>Reads exactly <paramref name="size"/> bytes.</summary>
    public static byte[] Read(Stream compressed, long size)
    {
        if (size is < 0 or > GitObject.ContentMax)
        {
            throw new GitException($"a git object of {size} bytes is over the limit of {GitObject.ContentMax}");
        }

        var content = new byte[size];
        using var zlib = new ZLibStream(compressed, CompressionMode.Decompress, leaveOpen: true);
        return Whole(() =>
        {
            zlib.ReadExactly(content);
            return content;
        });
    }

    /// <summary>What zlib says of data that are none is no help to whoever asked for a commit.</summary>
    private static byte[] Whole(Func<byte[]> read)
    {
        try
        {
            return read();
        }
        catch (Exception damaged) when (damaged is InvalidDataException or EndOfStreamException)
        {
            throw new GitException("a git object is damaged: `git fsck` tells which");
        }
    }

    /// <summary>Reads to the end, up to the limit of one object and its header.</summary>
    public static byte[] ReadAll(Stream compressed) => Whole(() => ReadToEnd(compressed));

    private static byte[] ReadToEnd(Stream compressed)
    {
        using var zlib = new ZLibStream(compressed, CompressionMode.Decompress, leaveOpen: true);
        using var content = new MemoryStream();
        var piece = new byte[16384];
        for (var read = zlib.Read(piece); read > 0; read = zlib.Read(piece))
        {
            content.Write(piece, 0, read);
            if (content.Length > GitObject.ContentMax + 64L)
            {
                throw new GitException($"a git object is over the limit of {GitObject.ContentMax} bytes");
            }
        }

        return content.ToArray();
    }
}
