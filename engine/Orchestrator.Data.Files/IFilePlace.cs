namespace Orchestrator.Data.Files;

/// <summary>Where the files of a connection are: a folder of this machine, or one that a server has.</summary>
public interface IFilePlace : IDisposable
{
    /// <summary>How people know it.</summary>
    string Name { get; }

    /// <summary>How much later than its time of a file the content may still have changed, by the clock of runs.
    /// </summary>
    TimeSpan ClockStep { get; }

    /// <summary>How its files are read; null = from the folder of this machine that has its name.</summary>
    StoredFiles? Stored { get; }

    /// <summary>The files that a pattern (`*`, `?`, with `/`) stands for, in ordinal order, as names below.</summary>
    /// <param name="pattern">The pattern, or a name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one in the name of a file; of folders they differ.
    /// </param>
    /// <exception cref="DataRefusedException">There is no such folder, or the pattern leads out of it.</exception>
    IReadOnlyList<string> Files(string pattern, bool ignoreCase = false);

    /// <summary>What a file is, or was when it was listed, without its hash; null = it is not there.</summary>
    /// <exception cref="DataRefusedException">It lies outside.</exception>
    FileStamp? StampOf(string file);

    /// <summary>About how many bytes its rows have; 0 where it is not there.</summary>
    long BytesIn(string file);

    /// <summary>What a file is, with the hash of its content, for which it is read.</summary>
    /// <exception cref="DataRefusedException">It cannot be read, or lies outside.</exception>
    FileStamp Hash(string file, CancellationToken cancellation);

    /// <summary>Moves a file to another folder below; what is there under its name stays. Returns where it lies since.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="into">Where to; made where it is missing.</param>
    /// <param name="attempt">What tells it from another one of its name there.</param>
    /// <exception cref="IOException">It cannot be moved.</exception>
    string Move(string file, string into, long attempt);
}
