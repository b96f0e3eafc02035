using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// A lock of the operating system on a file of its own beside a database's, never on that: it ends with the process,
/// and the file is gone when the lock was given back.
/// </summary>
internal static class SqliteLockFile
{
    private const int NameChars = 16;

    /// <summary>Takes the lock of that name; null = somebody else has it.</summary>
    /// <exception cref="UnauthorizedAccessException">This user may not write beside the database.</exception>
    public static IDisposable? TryTake(string database, string name)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)))[..NameChars];
        try
        {
            return new FileStream($"{database}-lock-{hash}", OfTheOwner());
        }
        catch (IOException error) when (error is not (FileNotFoundException or DirectoryNotFoundException))
        {
            return null;
        }
    }

    private static FileStreamOptions OfTheOwner()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            Options = FileOptions.DeleteOnClose,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }
}
