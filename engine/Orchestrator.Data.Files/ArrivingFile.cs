namespace Orchestrator.Data.Files;

/// <summary>
/// A file that comes from elsewhere into the folder of a connection: written beside the place that it is for, and put
/// there in one step when it is whole and on the disk. Until then nobody finds it by its name.
/// </summary>
public sealed class ArrivingFile : IDisposable
{
    private readonly FileFolder _root;
    private readonly PendingFile _pending;
    private readonly string _file;
    private long _length = -1;

    private ArrivingFile(FileFolder root, PendingFile pending, string file) =>
        (_root, _pending, _file) = (root, pending, file);

    /// <summary>Begins it, removes what killed attempts left of it, and makes folders that are missing.</summary>
    /// <param name="folder">The folder of the connection.</param>
    /// <param name="file">Its name below that.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <exception cref="DataRefusedException">It lies outside, somebody else writes it, or it cannot be
    /// made.</exception>
    public static ArrivingFile Begin(string folder, string file, long attempt)
    {
        var root = new FileFolder(folder);
        try
        {
            return new ArrivingFile(root, PendingFile.Begin(root, file, attempt), file);
        }
        catch
        {
            root.Dispose();
            throw;
        }
    }

    /// <summary>Takes what has come.</summary>
    /// <exception cref="IOException">It cannot be written: the disk is full.</exception>
    public void Write(ReadOnlySpan<byte> bytes) => _pending.Stream.Write(bytes);

    /// <summary>Waits until all of it is on the disk.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Complete() => _length = _pending.Complete();

    /// <summary>Puts it in its place, and waits until its name is on the disk as well.</summary>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish()
    {
        _pending.Publish(_length);
        using var there = _root.Hold(_file);
        there.Folder.Flush();
    }

    public void Dispose()
    {
        _pending.Dispose();
        _root.Dispose();
    }
}
