using System.IO.Enumeration;
using Orchestrator.Runner;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Reads the metadata again when their folder or its git commit has changed and nobody has written since the look
/// before. What has errors is told and not taken: the service goes on with what it has.
/// </summary>
internal sealed class DefinitionsWatch(string folder, Func<DefinitionsReading> read, TimeProvider time)
{
    private static readonly string[] Suffixes = [".yaml", ".yml", ".sql", ".txt"];
    private int? _taken;
    private int? _seen;

    /// <summary>What the service goes by; null = nothing was ever read without an error.</summary>
    public Definitions? Current { get; private set; }

    /// <summary>Since when what lies in the folder has errors; null = it has none.</summary>
    public DateTimeOffset? InvalidSince { get; private set; }

    /// <summary>What was said of it when it was read last.</summary>
    public IReadOnlyList<string> Problems { get; private set; } = [];

    /// <summary>Looks at the folder; one that is away for a while is like one that has errors.</summary>
    public void Look()
    {
        try
        {
            LookNow();
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            _taken = null;
            Refuse([fault.Message]);
        }
    }

    private void LookNow()
    {
        var stamp = Stamp();
        var isQuiet = stamp == _seen || Current is null;
        _seen = stamp;
        if (!isQuiet || stamp == _taken)
        {
            return;
        }

        _taken = stamp;
        var reading = read();
        if (reading.Definitions is { } found)
        {
            (Current, InvalidSince, Problems) = (found, null, reading.Problems);
        }
        else
        {
            Refuse(reading.Problems);
        }
    }

    private void Refuse(IReadOnlyList<string> problems)
    {
        InvalidSince ??= time.GetUtcNow();
        Problems = problems;
    }

    // Names, sizes and times: to read six hundred files each few seconds would keep a processor busy.
    private int Stamp()
    {
        var hash = default(HashCode);
        hash.Add(GitCommit.Of(folder), StringComparer.Ordinal);
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
