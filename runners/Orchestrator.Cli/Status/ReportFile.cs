using System.Text;
using Orchestrator.Metadata.Loading;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Status;

/// <summary>The file that a report goes to. Only a report is written over: a wrong name must not cost anybody a page
/// of theirs.</summary>
internal static class ReportFile
{
    private const int LookedAt = 1024;

    /// <summary>The file that is meant: where a link leads, so that the link stays one.</summary>
    /// <exception cref="UsageException">It cannot be one.</exception>
    public static string Of(string named) => Of(named, RunReport.Mark);

    /// <summary>The same for a report of another kind.</summary>
    /// <param name="named">The file.</param>
    /// <param name="mark">What stands near the beginning of each.</param>
    /// <exception cref="UsageException">It cannot be one.</exception>
    public static string Of(string named, string mark)
    {
        // Asked before anything is opened: who opens a pipe waits for its other end.
        if (EntryKind.NotAFile(named) is { } other)
        {
            throw new UsageException($"'{named}' is {other}", "name a file: --file report.html");
        }

        var file = EntryKind.Followed(named);
        if (File.Exists(file) && !Beginning(file).Contains(mark, StringComparison.Ordinal))
        {
            var kind = mark.Replace("an Orchestrator", "a", StringComparison.Ordinal);
            throw new UsageException($"'{named}' is there and is no {kind}", "remove it, or name another file");
        }

        var folder = Path.GetDirectoryName(file)!;
        return Directory.Exists(folder) ? file
            : throw new UsageException($"there is no folder '{folder}'", "make it, or name another file");
    }

    /// <summary>Writes it, whole or not at all.</summary>
    /// <exception cref="UsageException">Nothing can be written there.</exception>
    /// <exception cref="UnwritableException">Its disk is full or read-only.</exception>
    public static void Write(string file, Action<Stream> write)
    {
        try
        {
            PrivateFiles.WriteWhole(file, write);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw MachineFault.Unwritten(file, fault, "name another file with --file");
        }
    }

    private static string Beginning(string file)
    {
        using var stream = File.OpenRead(file);
        var bytes = new byte[LookedAt];
        return Encoding.UTF8.GetString(bytes, 0, stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false));
    }
}
