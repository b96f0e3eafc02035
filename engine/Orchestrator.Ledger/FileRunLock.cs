using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Ledger;

/// <summary>A lock of the operating system on a file of its own.</summary>
internal sealed class FileRunLock : RunLock
{
    private readonly FileStream _stream;

    private FileRunLock(FileStream stream, string batch, string environment)
        : base(batch, environment) => _stream = stream;

    /// <summary>Whether a living process holds it.</summary>
    public static bool IsTaken(LedgerLocation location, string batch, string environment) =>
        IsTaken(PathOf(location, batch, environment));

    /// <summary>Whether a living process holds any of them.</summary>
    public static bool IsAnyTaken(LedgerLocation location) => Directory.Exists(location.Locks)
        && Directory.EnumerateFiles(location.Locks, "*.lock").Any(IsTaken);

    private static bool IsTaken(string path)
    {
        try
        {
            // A shared lock: those who look do not disturb each other.
            using var probe = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read);
            return false;
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            return false;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    public override void Dispose() => _stream.Dispose();

    /// <summary>The lock, or null where it is held.</summary>
    public static FileRunLock? TryAcquire(LedgerLocation location, string batch, string environment)
    {
        RefuseWithoutFileLocks();
        MakeFolders(location);
        var path = PathOf(location, batch, environment);
        try
        {
            var stream = new FileStream(path, OfTheOwner(FileMode.OpenOrCreate));
            return new FileRunLock(stream, batch, environment);
        }
        // Everything else that keeps an existing file from being opened is somebody's lock.
        catch (IOException error) when (error is not (FileNotFoundException or DirectoryNotFoundException)
            && !DiskFaults.Is(error))
        {
            return null;
        }
        catch (Exception error) when (error is UnauthorizedAccessException or IOException)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen,
                $"The run lock '{path}' cannot be opened: {error.Message} "
                + (DiskFaults.Way(location, error)
                    ?? "Check that this user may write the file and its folder, and that its disk has room."),
                error);
        }
    }

    internal static string PathOf(LedgerLocation location, string batch, string environment)
    {
        // The readable part is for people; the hash keeps names apart that look alike once they are cut.
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{batch}\n{environment}"));
        var name = $"{Readable(batch)}@{Readable(environment)}-{Convert.ToHexStringLower(hash)[..16]}.lock";
        return Path.Combine(location.Locks, name);
    }

    private static FileStreamOptions OfTheOwner(FileMode mode)
    {
        var options = new FileStreamOptions
        {
            Mode = mode,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }

    private static string Readable(string name) =>
        string.Concat(name.Take(40).Select(c => char.IsAsciiLetterOrDigit(c) || c == '-' ? c : '_'));

    private static void MakeFolders(LedgerLocation location)
    {
        try
        {
            location.MakeFolders();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen,
                $"The folder '{location.Folder}' cannot be made: {error.Message} "
                + (DiskFaults.Way(location, error)
                    ?? "Check that this user may write there, or name another ledger with --ledger."),
                error);
        }
    }

    private static void RefuseWithoutFileLocks()
    {
        var off = AppContext.TryGetSwitch("System.IO.DisableFileLocking", out var disabled) && disabled;
        var variable = System.Environment.GetEnvironmentVariable("DOTNET_SYSTEM_IO_DISABLEFILELOCKING");
        if (off || variable is "1" || string.Equals(variable, "true", StringComparison.OrdinalIgnoreCase))
        {
            throw new LedgerException(
                LedgerCodes.NoFileLocks,
                "File locks are switched off (DOTNET_SYSTEM_IO_DISABLEFILELOCKING), so that two runs of one batch "
                + "could not be kept apart. Unset the variable.");
        }
    }
}
