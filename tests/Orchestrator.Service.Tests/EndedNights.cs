namespace Orchestrator.Service.Tests;

/// <summary>
/// The folder of a ledger with several nights that have ended, made once and copied for whoever wants one of his own:
/// to record them anew takes longer than most tests.
/// </summary>
[SetUpFixture]
internal sealed class EndedNights
{
    private static readonly Lazy<Nights> Made = new(Nights.Ended);

    /// <summary>Copies it into the folder of a solution.</summary>
    public static void CopyTo(string solution)
    {
        var from = Made.Value.Location.Folder;
        Copy(new DirectoryInfo(from), Path.Combine(solution, Path.GetFileName(from)));
    }

    [OneTimeTearDown]
    public void Remove()
    {
        if (Made.IsValueCreated)
        {
            Made.Value.Dispose();
        }
    }

    // With its rights, as the service looks at them; what SQLite keeps for processes that are at it is made anew.
    private static void Copy(DirectoryInfo from, string to)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(to);
        }
        else
        {
            Directory.CreateDirectory(to, from.UnixFileMode);
        }

        foreach (var file in from.EnumerateFiles().Where(file => !file.Name.EndsWith("-shm", StringComparison.Ordinal)))
        {
            file.CopyTo(Path.Combine(to, file.Name));
        }

        foreach (var folder in from.EnumerateDirectories())
        {
            Copy(folder, Path.Combine(to, folder.Name));
        }
    }
}
