using System.IO.Compression;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>Takes the entries out of an .ispac, which is a zip, into memory and within bounds: what an entry says of
/// its size is not believed.</summary>
internal static class ArchiveReader
{
    /// <summary>The entries by their names; null where the archive is refused.</summary>
    public static IReadOnlyList<EstateFile>? Read(
        byte[] bytes, string file, ReadingBounds bounds, List<SsisFinding> findings)
    {
        try
        {
            using var archive = new ZipArchive(new MemoryStream(bytes, writable: false), ZipArchiveMode.Read);
            if (archive.Entries.Count > bounds.EntriesMax)
            {
                findings.Add(Refused(file, $"the archive has {archive.Entries.Count} entries, more than the "
                    + $"{bounds.EntriesMax} that are read"));
                return null;
            }

            return Entries(archive, file, bounds, findings);
        }
        catch (Exception mistake) when (mistake is InvalidDataException or IOException or NotSupportedException
            or ArgumentException or OverflowException)
        {
            findings.Add(Refused(file, "the file is no archive that can be read"));
            return null;
        }
    }

    private static List<EstateFile>? Entries(
        ZipArchive archive, string file, ReadingBounds bounds, List<SsisFinding> findings)
    {
        var files = new List<EstateFile>();
        var left = bounds.ArchiveBytesMax;
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in archive.Entries.Where(each => !each.FullName.EndsWith('/')))
        {
            // A name is written as a part of an address is.
            if (FolderNames.Combined("", Uri.UnescapeDataString(entry.FullName)) is not { } name)
            {
                findings.Add(new(ReadingCodes.LeadsOut, file, 0, 0,
                    $"the archive has an entry '{Shown(entry.FullName)}', whose name leads out of it",
                    "no build makes that; ask where the archive comes from"));
                return null;
            }

            if (!names.Add(name))
            {
                findings.Add(Refused(file, $"it holds two entries '{name}', of which only the first is read"));
                continue;
            }

            var most = Math.Min(left, bounds.FileBytesMax);
            most = Math.Min(most, Math.Max(1024 * 1024, Grown(entry.CompressedLength, bounds)));
            if (Bytes(entry, most) is not { } bytes)
            {
                findings.Add(Refused(file, $"its entry '{name}' is larger than may be, or than its packed bytes can "
                    + "honestly hold"));
                return null;
            }

            left -= bytes.Length;
            files.Add(new($"{file}!{name}", bytes.Length, () => bytes));
        }

        return files;
    }

    private static long Grown(long packed, ReadingBounds bounds) =>
        packed > long.MaxValue / bounds.RatioMax ? long.MaxValue : packed * bounds.RatioMax;

    // Null where there are more bytes than that.
    private static byte[]? Bytes(ZipArchiveEntry entry, long most)
    {
        using var packed = entry.Open();
        using var bytes = new MemoryStream();
        var block = new byte[81920];
        while (packed.Read(block, 0, block.Length) is var read and > 0)
        {
            if (bytes.Length + read > most)
            {
                return null;
            }

            bytes.Write(block, 0, read);
        }

        return bytes.ToArray();
    }

    private static string Shown(string name) =>
        string.Concat(name.Take(100).Select(each => char.IsControl(each) ? '?' : each));

    private static SsisFinding Refused(string file, string message) =>
        new(ReadingCodes.Archive, file, 0, 0, message, "build the project anew, or point at its folder");
}
