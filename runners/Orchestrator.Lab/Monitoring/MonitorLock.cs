using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Lab.Monitoring;

/// <summary>
/// The right to watch a connection: a lock of the operating system on a file of its own, never on the database, which
/// ends with the process.
/// </summary>
internal sealed class MonitorLock : IDisposable
{
    private const int NameChars = 16;

    private readonly FileStream _file;

    private MonitorLock(FileStream file) => _file = file;

    /// <summary>Takes it; null = somebody else watches that connection.</summary>
    /// <param name="folder">The folder of the monitor's file.</param>
    /// <param name="connection">The connection.</param>
    /// <param name="environment">The environment.</param>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public static MonitorLock? TryTake(string folder, string connection, string environment)
    {
        var locks = Runner.Artifacts.PrivateFiles.CreateFolder(Path.Combine(folder, "locks")).FullName;
        var name = StatementText.Hash($"{connection}\n{environment}")[..NameChars];
        try
        {
            return new MonitorLock(new FileStream(Path.Combine(locks, $"{name}.monitor"), OfTheOwner()));
        }
        catch (IOException error) when (error is not (FileNotFoundException or DirectoryNotFoundException))
        {
            return null;
        }
    }

    public void Dispose() => _file.Dispose();

    private static FileStreamOptions OfTheOwner()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }
}
