using System.IO.Compression;

namespace Orchestrator.Data.Files.Tasks;

/// <summary>An archive of files, each by its name without folders.</summary>
/// <param name="files">The files, in the order in which the archive has them.</param>
public sealed class PackedFiles(IReadOnlyList<FolderFile> files) : TaskContent
{
    // What an archive can say of a moment.
    private static readonly DateTime Earliest = new(1980, 1, 1);
    private static readonly DateTime Latest = new(2107, 12, 31);

    /// <inheritdoc />
    public override string Said => files.Count == 1 ? files[0].Said : $"{files.Count} files";

    /// <summary>The name of a file in it.</summary>
    public static string NameOf(FolderFile file) => Path.GetFileName(file.File);

    // What is packed by another version of this program may be other bytes, and the same files.
    internal override bool IsIn(FileStream there, CancellationToken cancellation)
    {
        try
        {
            using var archive = new ZipArchive(there, ZipArchiveMode.Read, leaveOpen: true);
            return archive.Entries.Count == files.Count
                && files.Zip(archive.Entries).All(one => IsSame(one.First, one.Second, cancellation));
        }
        catch (Exception damage) when (OpenedZip.IsDamage(damage))
        {
            return false;
        }
    }

    internal override void CopyTo(Stream target, CancellationToken cancellation)
    {
        using (var archive = new ZipArchive(target, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var file in files)
            {
                var entry = archive.CreateEntry(NameOf(file), CompressionLevel.Optimal);
                entry.LastWriteTime = new DateTimeOffset(Kept(file.Written), TimeSpan.Zero);
                using var member = entry.Open();
                file.CopyTo(member, cancellation);
            }
        }

        target.Seek(0, SeekOrigin.End);
    }

    private static bool IsSame(FolderFile file, ZipArchiveEntry entry, CancellationToken cancellation)
    {
        if (entry.FullName != NameOf(file) || entry.IsEncrypted || entry.Length != file.Length)
        {
            return false;
        }

        using var member = entry.Open();
        return file.Holds(member, cancellation);
    }

    private static DateTime Kept(DateTime? written) =>
        written is not { } at || at < Earliest ? Earliest : at > Latest ? Latest
            : DateTime.SpecifyKind(at, DateTimeKind.Unspecified);
}
