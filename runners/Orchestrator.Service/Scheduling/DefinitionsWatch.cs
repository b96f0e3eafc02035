using System.IO.Enumeration;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Reads the metadata again when their folder or its git commit has changed and nobody has written since the look
/// before. What has errors is told and not taken: the service goes on with what it has.
/// </summary>
internal sealed class DefinitionsWatch(string folder, Func<DefinitionsReading> read, TimeProvider time)
{
    private static readonly string[] Suffixes = [".yaml", ".yml", ".sql", ".txt"];
    private int taken;
    private int seen;

    /// <summary>What the service goes by; null = nothing was ever read without an error.</summary>
    public Definitions? Current { get; private set; }

    /// <summary>Since when what lies in the folder has errors; null = it has none.</summary>
    public DateTimeOffset? InvalidSince { get; private set; }

    /// <summary>What was said of it when it was read last.</summary>
    public IReadOnlyList<string> Problems { get; private set; } = [];

    /// <summary>Looks at the folder.</summary>
    public void Look()
    {
        var stamp = Stamp();
        var isQuiet = stamp == seen || Current is null;
        seen = stamp;
        if (!isQuiet || stamp == taken)
        {
            return;
        }

        taken = stamp;
        var reading = read();
        Problems = reading.Problems;
        if (reading.Definitions is not { } found)
        {
            InvalidSince ??= time.GetUtcNow();
            return;
        }

        (Current, InvalidSince) = (found, null);
    }

    // Names, sizes and times: to read six hundred files each few seconds would keep a processor busy.
    private int Stamp()
    {
        var hash = default(HashCode);
        foreach (var (path, length, written) in Entries().Order())
        {
            hash.Add(path, StringComparer.Ordinal);
            hash.Add(length);
            hash.Add(written);
        }

        return hash.ToHashCode();
    }

    private FileSystemEnumerable<(string Path, long Length, long Written)> Entries() => new(
        folder,
        (ref FileSystemEntry entry) => (entry.ToFullPath(), entry.Length, entry.LastWriteTimeUtc.Ticks),
        new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true, MaxRecursionDepth = 16 })
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory && IsText(entry.FileName),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.FileName.StartsWith('.'),
    };

    private static bool IsText(ReadOnlySpan<char> name)
    {
        foreach (var suffix in Suffixes)
        {
            if (name.EndsWith(suffix, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }
}
