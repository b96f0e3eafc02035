namespace Orchestrator.Data.Files;

/// <summary>A folder of this machine, or of a disk that it has.</summary>
/// <param name="folder">The folder, absolute.</param>
public sealed class LocalPlace(string folder) : IFilePlace
{
    // File systems count in steps of up to two seconds: within one of them a file can change and keep its time.
    private const int StepSeconds = 3;

    /// <inheritdoc />
    public string Name => folder;

    /// <inheritdoc />
    public TimeSpan ClockStep => TimeSpan.FromSeconds(StepSeconds);

    /// <inheritdoc />
    public StoredFiles? Stored => null;

    /// <inheritdoc />
    public IReadOnlyList<string> Files(string pattern, bool ignoreCase = false) =>
        FileListing.Files(folder, pattern, ignoreCase);

    /// <inheritdoc />
    public FileStamp? StampOf(string file) => FileListing.StampOf(folder, file);

    /// <inheritdoc />
    public long BytesIn(string file) => FileListing.BytesIn(folder, file);

    /// <inheritdoc />
    public FileStamp Hash(string file, CancellationToken cancellation) =>
        FileListing.Hash(folder, file, cancellation);

    /// <inheritdoc />
    public string Move(string file, string into, long attempt) => MovedFile.Move(folder, file, into, attempt);

    /// <inheritdoc />
    public void Dispose()
    {
        // Nothing stays open between two questions.
    }
}
