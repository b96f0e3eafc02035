using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Ledger;

/// <summary>
/// The right to run a batch in an environment: a lock of the operating system on a file of its own, which ends with
/// the process whatever happens to it. Dispose releases it.
/// </summary>
public sealed class RunLock : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private const int Tries = 60;

    private readonly FileStream stream;
    private readonly string holderFile;

    private RunLock(FileStream stream, string holderFile, string batch, string environment)
    {
        this.stream = stream;
        this.holderFile = holderFile;
        Batch = batch;
        Environment = environment;
    }

    /// <summary>The batch.</summary>
    public string Batch { get; }

    /// <summary>The environment.</summary>
    public string Environment { get; }

    /// <summary>Takes the lock.</summary>
    /// <exception cref="LedgerException">ORC4105: another run holds it (the message says who); exit code 3.
    /// ORC4107: file locks are switched off.</exception>
    public static RunLock Acquire(LedgerLocation location, string batch, string environment, RunHolder holder)
    {
        RefuseWithoutFileLocks();
        MakeFolders(location);
        // Whoever only looks whether a lock is held has it for an instant, so one refusal proves nothing.
        for (var i = 0; i < Tries; i++)
        {
            if (TryAcquire(location, batch, environment) is { } acquired)
            {
                return Announced(acquired, holder);
            }

            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }

        throw new LedgerException(LedgerCodes.HeldByAnotherRun, Refusal(location, batch, environment));
    }

    /// <summary>Whether a living process holds the lock. Writes nothing.</summary>
    public static bool IsHeld(LedgerLocation location, string batch, string environment)
    {
        try
        {
            // A shared lock: those who look do not disturb each other.
            using var probe = new FileStream(
                PathOf(location, batch, environment), FileMode.Open, FileAccess.Read, FileShare.Read);
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

    /// <summary>Says who holds the lock, for those who are refused; call it again once the run has a number.</summary>
    /// <exception cref="LedgerException">ORC4102: it cannot be written.</exception>
    public void Announce(RunHolder holder)
    {
        try
        {
            var aside = holderFile + ".new";
            using (var writer = new StreamWriter(aside, OfTheOwner(FileMode.Create)))
            {
                writer.Write(holder.ToText());
            }

            File.Move(aside, holderFile, overwrite: true);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen,
                $"The file '{holderFile}' beside the ledger cannot be written: {error.Message} "
                + "Check that the disk has room and that this user may write there.",
                error);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => stream.Dispose();

    /// <summary>The lock, or null where it is held.</summary>
    internal static RunLock? TryAcquire(LedgerLocation location, string batch, string environment)
    {
        var path = PathOf(location, batch, environment);
        try
        {
            var stream = new FileStream(path, OfTheOwner(FileMode.OpenOrCreate));
            return new RunLock(stream, HolderOf(path), batch, environment);
        }
        catch (IOException error) when (error is not (FileNotFoundException or DirectoryNotFoundException))
        {
            return null;
        }
        catch (UnauthorizedAccessException error)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen,
                $"The run lock '{path}' cannot be opened: {error.Message} "
                + "Check that this user may write the file and its folder.",
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

    private static RunLock Announced(RunLock acquired, RunHolder holder)
    {
        try
        {
            acquired.Announce(holder);
            return acquired;
        }
        catch
        {
            acquired.Dispose();
            throw;
        }
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
                + "Check that this user may write there, or name another ledger with --ledger.",
                error);
        }
    }

    private static string HolderOf(string path) => Path.ChangeExtension(path, ".holder");

    private static string Refusal(LedgerLocation location, string batch, string environment)
    {
        var file = HolderOf(PathOf(location, batch, environment));
        var holder = File.Exists(file) ? RunHolder.FromText(File.ReadAllText(file)) : null;
        return $"Batch '{batch}' is already running in environment '{environment}': "
            + $"{holder?.ToString() ?? "another process, which has not said who it is"}. "
            + "Wait until that run has ended, or stop it; a batch runs once at a time in an environment.";
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
