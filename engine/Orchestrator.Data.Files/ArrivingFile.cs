namespace Orchestrator.Data.Files;

/// <summary>
/// A file that comes from elsewhere into the folder of a connection: written beside the place that it is for, and put
/// there in one step when it is whole and on the disk. Until then nobody finds it by its name. Used by one thread.
/// </summary>
public sealed class ArrivingFile : IDisposable
{
    private readonly PendingFile _pending;
    private long _length = -1;

    private ArrivingFile(PendingFile pending) => _pending = pending;

    /// <summary>Where to write.</summary>
    public Stream Stream => _pending.Stream;

    /// <summary>Begins it, removes what killed attempts left of it, and makes folders that are missing.</summary>
    /// <param name="folder">The folder of the connection; nothing outside it is written, links included.</param>
    /// <param name="file">Its name below that.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <exception cref="DataRefusedException">It lies outside, somebody else writes it, or it cannot be
    /// made.</exception>
    public static ArrivingFile Begin(string folder, string file, long attempt)
    {
        using var root = new FileFolder(folder);
        return new ArrivingFile(PendingFile.Begin(root, file, attempt));
    }

    /// <summary>Waits until all of it is on the disk.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Complete() => _length = _pending.Complete();

    /// <summary>Puts it in its place, and waits until its name is on the disk as well.</summary>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish()
    {
        _pending.Publish(_length);
        _pending.FlushName();
    }

    /// <summary>Removes it unless it was published.</summary>
    public void Dispose() => _pending.Dispose();
}
