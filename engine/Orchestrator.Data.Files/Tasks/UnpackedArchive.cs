using System.IO.Compression;

namespace Orchestrator.Data.Files.Tasks;

/// <summary>An archive in the folder of a connection that is open to be unpacked, and may be.</summary>
public sealed class UnpackedArchive : IDisposable
{
    private readonly FileStream _stream;
    private readonly ZipArchive _archive;

    private UnpackedArchive(FileStream stream, ZipArchive archive, string file)
    {
        (_stream, _archive) = (stream, archive);
        Files = [.. archive.Entries.Where(entry => !ArchiveRules.IsFolder(entry))
            .Select(entry => (ArchiveRules.NameOf(entry), entry))
            .Select(one => (one.Item1, (TaskContent)new UnpackedMember(one.entry, one.Item1, file)))];
        Folders = [.. archive.Entries.Where(ArchiveRules.IsFolder)
            .Select(entry => ArchiveRules.NameOf(entry).TrimEnd('/'))];
    }

    /// <summary>The files in it, by their names below the folder that they are unpacked into.</summary>
    public IReadOnlyList<(string Name, TaskContent Content)> Files { get; }

    /// <summary>The folders that it names, which may hold nothing.</summary>
    public IReadOnlyList<string> Folders { get; }

    /// <summary>Opens it, and looks at all that it says of itself.</summary>
    /// <param name="folder">The folder of the connection.</param>
    /// <param name="file">Its name below that.</param>
    /// <param name="bytesMax">Bytes that its members may have together.</param>
    /// <param name="cancellation">Ends the wait for a pipe, which is no archive.</param>
    /// <exception cref="DataRefusedException">It is no archive, or holds what could do harm.</exception>
    public static UnpackedArchive Open(
        TaskFolder folder, string file, long bytesMax, CancellationToken cancellation)
    {
        var stream = folder.Root.Open(file, cancellation: cancellation);
        ZipArchive? archive = null;
        try
        {
            if (!stream.CanSeek)
            {
                throw Damaged(file, "it is a pipe", null);
            }

            archive = new ZipArchive(stream, ZipArchiveMode.Read, leaveOpen: true, ZipMembers.EncodingOfNames);
            if (ArchiveRules.Refusal(archive.Entries, stream.Length, bytesMax) is { } why)
            {
                throw new DataRefusedException("ORC3533", $"{file}: nothing of it is unpacked: {why}.") { File = file };
            }

            return new UnpackedArchive(stream, archive, file);
        }
        catch (Exception damage) when (OpenedZip.IsDamage(damage))
        {
            Close(stream, archive);
            throw Damaged(file, damage.Message.TrimEnd('.'), damage);
        }
        catch
        {
            Close(stream, archive);
            throw;
        }
    }

    /// <summary>Whether that is how bytes are told of that are no archive.</summary>
    public static bool IsDamage(Exception fault) => fault is InvalidDataException or EndOfStreamException;

    /// <summary>That it cannot be read as what it is called.</summary>
    public static DataRefusedException Damaged(string file, string why, Exception? cause) => new("ORC3534",
        $"{file}: cannot be unpacked: {why}. Ask whoever brought it for a whole one.", cause)
    {
        File = file,
    };

    /// <inheritdoc />
    public void Dispose() => Close(_stream, _archive);

    private static void Close(FileStream stream, ZipArchive? archive)
    {
        archive?.Dispose();
        stream.Dispose();
    }
}
