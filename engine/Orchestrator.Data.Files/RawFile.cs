namespace Orchestrator.Data.Files;

/// <summary>
/// A file below the folder of a connection as the bytes that it is. A new one is written beside what has its name, and
/// takes its place whole, or not at all. Used by one thread.
/// </summary>
public sealed class RawFile : IDisposable
{
    private const int ReadAtOnce = 1 << 18;

    private readonly PendingFile _file;
    private readonly Action _fence;

    /// <summary>Removes what earlier attempts left behind of it, and begins the file.</summary>
    /// <param name="folder">The connection's folder, absolute; nothing outside it is written, links included.</param>
    /// <param name="file">Its name below the folder, with `/`.</param>
    /// <param name="attempt">Number of the attempt that writes it.</param>
    /// <param name="fence">Asked before it takes its place: throws where its run may write no more.</param>
    /// <exception cref="DataRefusedException">It lies outside the folder, cannot be made, or is being
    /// written.</exception>
    public RawFile(string folder, string file, long attempt, Action fence)
    {
        _fence = fence;
        using var root = new FileFolder(folder);
        _file = PendingFile.Begin(root, file, attempt);
    }

    /// <summary>Where to write.</summary>
    public Stream Stream => _file.Stream;

    /// <summary>Opens one for reading forwards.</summary>
    /// <param name="folder">The connection's folder, absolute; nothing outside it is read, links included.</param>
    /// <param name="file">Its name below the folder, with `/`.</param>
    /// <param name="heldUp">Told what it waits for and, with null, that it goes on.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="DataRefusedException">It lies outside the folder, or cannot be opened.</exception>
    public static Stream Open(
        string folder, string file, Action<string?> heldUp, CancellationToken cancellation)
    {
        using var root = new FileFolder(folder);
        return root.Open(file, heldUp, cancellation);
    }

    /// <summary>All that a file holds; null = it is more than so many bytes.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder, or cannot be read.</exception>
    public static byte[]? Content(
        string folder, string file, long bytesMax, Action<string?> heldUp, CancellationToken cancellation)
    {
        using var stream = Open(folder, file, heldUp, cancellation);
        if (!stream.CanSeek)
        {
            throw new DataRefusedException("ORC3110", $"{file}: is a pipe, and has no end that could be counted on. "
                + "Write what it brings into a file.")
            { File = file };
        }

        using var content = new MemoryStream();
        var buffer = new byte[ReadAtOnce];
        for (var read = stream.Read(buffer); read > 0; read = stream.Read(buffer))
        {
            cancellation.ThrowIfCancellationRequested();
            if (content.Length + read > bytesMax)
            {
                return null;
            }

            content.Write(buffer, 0, read);
        }

        return content.ToArray();
    }

    /// <summary>Waits until it is on the disk, and puts it in the place of what had its name.</summary>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish()
    {
        var length = _file.Complete();
        _fence();
        _file.Publish(length);
    }

    /// <summary>Removes the file unless it was published.</summary>
    public void Dispose() => _file.Dispose();
}
