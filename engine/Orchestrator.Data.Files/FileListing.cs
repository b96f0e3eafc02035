using System.Buffers.Binary;

namespace Orchestrator.Data.Files;

/// <summary>What is in the folder of a connection, without reading more than headers.</summary>
public static class FileListing
{
    private const int HashedAtOnce = 1 << 18;

    /// <summary>
    /// The files that a pattern (`*`, `?`, with `/`) stands for, in ordinal order, as names below the folder.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <param name="pattern">The pattern, or a name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one in the name of a file.</param>
    /// <exception cref="DataRefusedException">There is no such folder, or the pattern leads out of it.</exception>
    public static IReadOnlyList<string> Files(string folder, string pattern, bool ignoreCase = false)
    {
        using var root = new FileFolder(folder);
        return root.Find(pattern, ignoreCase);
    }

    /// <summary>When a file below the folder was written last, in UTC; long ago where it is not there.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static DateTime WrittenAt(string folder, string file)
    {
        using var root = new FileFolder(folder);
        return root.Find(file, found => found.LastWriteTimeUtc);
    }

    /// <summary>What a file below the folder is now, without its hash; null = it is not there.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static FileStamp? StampOf(string folder, string file)
    {
        using var root = new FileFolder(folder);
        return root.Find(file, found => new FileStamp(file, found.Length, found.LastWriteTimeUtc, ""));
    }

    /// <summary>
    /// Bytes that a file holds: as many as it has, or for gzip as many as its end says it had, which tells too little
    /// beyond 4 GB and of several packed files in one. 0 where it is not there.
    /// </summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static long BytesIn(string folder, string file)
    {
        const int sizeLength = 4;
        using var root = new FileFolder(folder);
        var length = root.Find(file, found => found.Length);
        if (length <= sizeLength || !file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase))
        {
            return length;
        }

        Span<byte> size = stackalloc byte[sizeLength];
        using var stream = root.Open(file);
        stream.Position = stream.Length - sizeLength;
        stream.ReadExactly(size);
        return Math.Max(length, BinaryPrimitives.ReadUInt32LittleEndian(size));
    }

    /// <summary>
    /// The file among some that rows or an error are from: it itself, or the zip file of a member, as in/a.zip of
    /// `in/a.zip!b.csv`. What is none of them stays as it is.
    /// </summary>
    public static string FileOf(string named, IReadOnlyList<string> files) => files.Contains(named) ? named
        : files.Where(file => named.StartsWith(file + RowFile.Sign, StringComparison.Ordinal))
            .MaxBy(file => file.Length) ?? named;

    /// <summary>What a file below the folder is, with the hash of its content, for which it is read.</summary>
    /// <exception cref="DataRefusedException">It cannot be read, or lies outside the folder.</exception>
    public static FileStamp Hash(string folder, string file, CancellationToken cancellation)
    {
        using var root = new FileFolder(folder);
        using var stream = root.Open(file, cancellation: cancellation);
        if (!stream.CanSeek)
        {
            throw new DataRefusedException("ORC3110", $"{file}: is a pipe, and what was read of it to tell whether it "
                + "is new could not be read again. Take it with `take: all` and without `archive`.")
            { File = file };
        }

        var (length, written) = (stream.Length, File.GetLastWriteTimeUtc(stream.SafeFileHandle));
        using var content = new CountedStream(stream, isHashed: true);
        var buffer = new byte[HashedAtOnce];
        while (content.Read(buffer) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
        }

        return new FileStamp(file, length, written, content.Hash);
    }

    /// <summary>Removes a file below the folder, if it is there.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static void Delete(string folder, string file)
    {
        using var root = new FileFolder(folder);
        root.Find(file, found =>
        {
            found.Delete();
            return true;
        });
    }

    /// <summary>The names in the header of a csv file below the folder.</summary>
    /// <exception cref="DataRefusedException">It cannot be opened, or has no proper header.</exception>
    public static IReadOnlyList<string> Header(string folder, string file, TextFormat format)
    {
        using var root = new FileFolder(folder);
        using var input = new TextInput(root.Open(file), file, format,
            new ReadLimits().Expanded);
        var found = new CsvHeader(file, format, hideValues: false).Read(input);
        return found.Doubt is null ? found.Names : throw found.Doubt;
    }
}
