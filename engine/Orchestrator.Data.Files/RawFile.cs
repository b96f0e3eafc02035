namespace Orchestrator.Data.Files;

/// <summary>Files below the folder of a connection, read as the bytes that they are.</summary>
public static class RawFile
{
    private const int ReadAtOnce = 1 << 18;

    /// <summary>Opens one for reading forwards.</summary>
    /// <param name="folder">The connection's folder, absolute; nothing outside it is read, links included.</param>
    /// <param name="file">Its name below the folder, with `/`.</param>
    /// <param name="heldUp">Told what it waits for and, with null, that it goes on.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="DataRefusedException">It lies outside the folder, or cannot be opened.</exception>
    public static FileStream Open(
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
}
