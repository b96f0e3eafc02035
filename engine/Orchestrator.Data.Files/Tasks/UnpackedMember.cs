using System.IO.Compression;

namespace Orchestrator.Data.Files.Tasks;

/// <summary>A member of an archive that is open, and whose names and sizes were found harmless.</summary>
internal sealed class UnpackedMember(ZipArchiveEntry entry, string name, string archive) : TaskContent
{
    /// <summary>Its name below the folder that it is unpacked into, with `/`.</summary>
    public string Name => name;

    public override string Said => $"'{name}' of '{archive}'";

    internal override bool IsIn(FileStream there, CancellationToken cancellation)
    {
        if (there.Length != entry.Length)
        {
            return false;
        }

        using var content = entry.Open();
        return SameContent.Are(there, content, cancellation);
    }

    internal override void CopyTo(Stream target, CancellationToken cancellation)
    {
        using var content = entry.Open();
        var (sum, length) = (new ZipChecksum(), 0L);
        Copy(content, target, piece =>
        {
            length += piece.Length;
            sum.Add(piece.Span);

            // It was judged by what it says of itself.
            if (length > entry.Length)
            {
                throw Damaged();
            }
        }, cancellation);
        if (length != entry.Length || sum.Value != entry.Crc32)
        {
            throw Damaged();
        }
    }

    private DataRefusedException Damaged() => UnpackedArchive.Damaged(
        archive, $"'{name}' is not what the archive says of it", null);
}
