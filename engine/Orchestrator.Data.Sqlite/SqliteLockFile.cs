using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// A lock of the operating system on a file of its own beside a database's, never on that: it ends with the process,
/// and the file is gone when the lock was given back, or swept away by the next one.
/// </summary>
internal sealed class SqliteLockFile : IDisposable
{
    private const int NameChars = 16;
    private const string Mark = "-lock-";
    private const int Tries = 1000;
    private static readonly DateTime Earliest = new(1990, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly FileStream _file;

    private SqliteLockFile(FileStream file) => _file = file;

    /// <summary>Takes the lock of that name; null = somebody else has it.</summary>
    /// <exception cref="UnauthorizedAccessException">This user may not write beside the database.</exception>
    public static IDisposable? TryTake(string database, string name) => TryTake(database + Mark
        + Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)))[..NameChars]);

    /// <summary>Removes the files of locks that nobody has any more: a process that is killed leaves its own.</summary>
    public static void Sweep(string database)
    {
        try
        {
            foreach (var left in Directory.EnumerateFiles(Path.GetDirectoryName(database)!)
                .Where(file => file.StartsWith(database + Mark, StringComparison.Ordinal)))
            {
                TryTake(left)?.Dispose();
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // They do no harm, and the next one tries again.
        }
    }

    public void Dispose()
    {
        // A second time somebody else may have the name.
        if (!_file.SafeFileHandle.IsClosed && !OperatingSystem.IsWindows())
        {
            File.Delete(_file.Name);
        }

        _file.Dispose();
    }

    private static SqliteLockFile? TryTake(string path)
    {
        try
        {
            for (var tries = 0; tries < Tries; tries++)
            {
                var file = new FileStream(path, OfTheOwner());
                if (IsStillThere(file))
                {
                    return new SqliteLockFile(file);
                }

                file.Dispose();
            }

            return null;
        }
        catch (IOException error) when (error is not (FileNotFoundException or DirectoryNotFoundException))
        {
            return null;
        }
    }

    /// <summary>
    /// Whether the name still leads to this file: who had the lock before may have removed it between our opening and
    /// our locking, and a third may have made another one.
    /// </summary>
    private static bool IsStillThere(FileStream file)
    {
        if (OperatingSystem.IsWindows())
        {
            return true;
        }

        // Whole even seconds, as some file systems keep no others.
        var mark = Earliest.AddSeconds(2 * Random.Shared.NextInt64(500_000_000));
        File.SetLastWriteTimeUtc(file.SafeFileHandle, mark);
        return File.Exists(file.Name) && File.GetLastWriteTimeUtc(file.Name) == mark;
    }

    private static FileStreamOptions OfTheOwner()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            // Elsewhere that removes whatever has the name by then.
            Options = OperatingSystem.IsWindows() ? FileOptions.DeleteOnClose : FileOptions.None,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }
}
