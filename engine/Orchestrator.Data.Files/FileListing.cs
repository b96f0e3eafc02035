namespace Orchestrator.Data.Files;

/// <summary>What is in the folder of a connection, without reading more than headers.</summary>
public static class FileListing
{
    private const int HashedAtOnce = 1 << 18;

    /// <summary>
    /// The files that a pattern (`*`, `?`, with `/`) stands for, in ordinal order, as names below the folder.
    /// </summary>
    /// <exception cref="DataRefusedException">There is no such folder, or the pattern leads out of it.</exception>
    public static IReadOnlyList<string> Files(string folder, string pattern) => new FileFolder(folder).Find(pattern);

    /// <summary>When a file below the folder was written last, in UTC.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static DateTime WrittenAt(string folder, string file) =>
        File.GetLastWriteTimeUtc(new FileFolder(folder).PathFor(file));

    /// <summary>What a file below the folder is now, without its hash; null = it is not there.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    public static FileStamp? StampOf(string folder, string file) =>
        new FileInfo(new FileFolder(folder).PathFor(file)) is { Exists: true } found
            ? new FileStamp(file, found.Length, found.LastWriteTimeUtc, "")
            : null;

    /// <summary>What a file below the folder is, with the hash of its content, for which it is read.</summary>
    /// <exception cref="DataRefusedException">It cannot be read, or lies outside the folder.</exception>
    public static FileStamp Hash(string folder, string file, CancellationToken cancellation)
    {
        using var stream = new FileFolder(folder).Open(file, cancellation: cancellation);
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
        if (new FileFolder(folder).PathFor(file) is var path && File.Exists(path))
        {
            File.Delete(path);
        }
    }

    /// <summary>The names in the header of a csv file below the folder.</summary>
    /// <exception cref="DataRefusedException">It cannot be opened, or has no proper header.</exception>
    public static IReadOnlyList<string> Header(string folder, string file, TextFormat format)
    {
        using var input = new TextInput(new FileFolder(folder).Open(file), file, format.Encoding,
            new ReadLimits().Expanded);
        return new CsvHeader(file, hideValues: false).Read(input, format.Field).Names;
    }
}
