namespace Orchestrator.Data.Files.Tasks;

/// <summary>What a task puts under a name: a file, a member of an archive, or an archive of files.</summary>
public abstract class TaskContent
{
    private const int AtOnce = 1 << 17;

    private protected TaskContent()
    {
    }

    /// <summary>How people are told of it.</summary>
    public abstract string Said { get; }

    /// <summary>When it was written last, in UTC; null = when it is put there.</summary>
    internal virtual DateTime? Written => null;

    /// <summary>Who may do what with it; null = as with any file that is made.</summary>
    internal virtual UnixFileMode? Mode => null;

    /// <summary>Whether an open file holds just that.</summary>
    internal abstract bool IsIn(FileStream there, CancellationToken cancellation);

    /// <summary>Writes all of it.</summary>
    /// <exception cref="DataRefusedException">It is not what it was said to be.</exception>
    internal abstract void CopyTo(Stream target, CancellationToken cancellation);

    /// <summary>Hands on one stream to another, piece by piece.</summary>
    /// <param name="from">What is read.</param>
    /// <param name="to">What is written.</param>
    /// <param name="passed">Given each piece before it is written.</param>
    /// <param name="cancellation">Ends it.</param>
    private protected static void Copy(
        Stream from, Stream to, Action<ReadOnlyMemory<byte>> passed, CancellationToken cancellation)
    {
        var buffer = new byte[AtOnce];
        for (var read = from.Read(buffer); read > 0; read = from.Read(buffer))
        {
            cancellation.ThrowIfCancellationRequested();
            passed(buffer.AsMemory(0, read));
            to.Write(buffer, 0, read);
        }
    }
}
