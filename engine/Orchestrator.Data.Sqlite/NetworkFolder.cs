namespace Orchestrator.Data.Sqlite;

/// <summary>Tells a folder on another machine, where SQLite's shared memory and locks do not hold.</summary>
internal static class NetworkFolder
{
    private const string OfTests = "ORCHESTRATOR_TEST_NETWORK_FOLDER";

    /// <exception cref="UnusableFileException">The file would lie on a network folder.</exception>
    public static void Refuse(string path) => Refuse(path, folder =>
        folder == Environment.GetEnvironmentVariable(OfTests) ? DriveType.Network : new DriveInfo(folder).DriveType);

    internal static void Refuse(string path, Func<string, DriveType> typeOf)
    {
        var full = Path.GetFullPath(path);
        if (IsShare(full) || TypeOf(full, typeOf) == DriveType.Network)
        {
            throw new UnusableFileException(
                $"'{path}' lies on a network folder, where SQLite's locks do not hold and the file can be "
                + "corrupted. Put it on a local disk.");
        }
    }

    private static bool IsShare(string full) =>
        OperatingSystem.IsWindows() && full.StartsWith(@"\\", StringComparison.Ordinal)
        && !full.StartsWith(@"\\?\", StringComparison.Ordinal);

    private static DriveType TypeOf(string full, Func<string, DriveType> typeOf)
    {
        var folder = Path.GetDirectoryName(full);
        while (folder is not null && !Directory.Exists(folder))
        {
            folder = Path.GetDirectoryName(folder);
        }

        var place = OperatingSystem.IsWindows() ? Path.GetPathRoot(full) : folder;
        return string.IsNullOrEmpty(place) ? DriveType.Unknown : typeOf(place);
    }
}
