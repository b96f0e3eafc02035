using System.Formats.Tar;

namespace Orchestrator.Metadata.Loading;

/// <summary>What stands under a path where a file is expected.</summary>
public static class EntryKind
{
    /// <summary>
    /// "a folder", "a pipe, a device or a socket", or a link without an end; null for a file and for what is not there.
    /// Opens no pipe, because that would wait for a writer.
    /// </summary>
    public static string? NotAFile(string path)
    {
        if (Directory.Exists(path))
        {
            return "a folder";
        }

        // Only what has no bytes can be one of those, and asking costs more than reading.
        var entry = new FileInfo(FollowedPath.Of(path));
        if (entry.LinkTarget is not null)
        {
            return "a link that leads round in a circle";
        }

        var isOther = !OperatingSystem.IsWindows() && entry is { Exists: true, Length: 0 } && !IsFile(entry.FullName);
        return isOther ? "a pipe, a device or a socket" : null;
    }

    /// <summary>Where a path leads once its links are followed; what is not there stays as it is.</summary>
    public static string Followed(string path) => FollowedPath.Of(path);

    // File attributes do not tell pipes from files; the entry that an archive would get does.
    private static bool IsFile(string path)
    {
        using var archive = new MemoryStream();
        try
        {
            using var writer = new TarWriter(archive, TarEntryFormat.Pax, leaveOpen: true);
            writer.WriteEntry(path, "entry");
        }
        catch (IOException)
        {
            // A socket cannot be archived.
            return false;
        }
        catch (UnauthorizedAccessException)
        {
            // Only files are opened for it.
            return true;
        }

        archive.Position = 0;
        using var reader = new TarReader(archive);
        return reader.GetNextEntry()?.EntryType == TarEntryType.RegularFile;
    }
}
