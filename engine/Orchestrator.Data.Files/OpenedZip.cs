using System.IO.Compression;
using System.Security.Cryptography;

namespace Orchestrator.Data.Files;

/// <summary>
/// An open zip file and the members of it that are read. What can be wrong with it is found when it is opened, but for
/// what its members unpack to.
/// </summary>
internal sealed class OpenedZip : IDisposable
{
    private const int Buffered = 1 << 16;
    private const int HeadLength = 2;

    private readonly FileStream _raw;
    private readonly ZipArchive _zip;
    private readonly Dictionary<string, ZipMember> _members;

    private OpenedZip(FileStream raw, ZipArchive zip, FileStamp stamp, IReadOnlyList<ZipMember> members)
    {
        (_raw, _zip, Stamp, Members) = (raw, zip, stamp, members);
        _members = members.ToDictionary(member => member.Name, StringComparer.Ordinal);
    }

    /// <summary>What the file was when it was opened, with its hash once that was asked for.</summary>
    public FileStamp Stamp { get; private set; }

    /// <summary>The members that are read, in the order of their names.</summary>
    public IReadOnlyList<ZipMember> Members { get; }

    /// <summary>Opens a file, which is closed where it is refused.</summary>
    /// <exception cref="DataRefusedException">It is no zip file, damaged, or holds no member that can be read.
    /// </exception>
    public static OpenedZip Open(FileStream raw, string file, SourceFiles source)
    {
        ZipArchive? zip = null;
        var isZip = false;
        try
        {
            isZip = Begins(raw, file);
            var bytes = new ZipBytes(raw, () => TooLarge(file));
            zip = new ZipArchive(new BufferedStream(bytes, Buffered), ZipArchiveMode.Read, leaveOpen: true,
                ZipMembers.EncodingOfNames);
            var members = ZipMembers.Of(zip, file, source);
            bytes.EndDirectory();
            return new OpenedZip(raw, zip, StampOf(raw, file), members);
        }
        catch (Exception problem)
        {
            zip?.Dispose();
            raw.Dispose();
            if (IsRead(problem))
            {
                throw isZip || !IsDamage(problem) ? Refused(file, problem)
                    : NoZip(file, "is no zip file. Correct `file` of the object, or take its `member` out");
            }

            throw;
        }
    }

    /// <summary>Opens each member once, so that none is refused behind rows of another.</summary>
    /// <exception cref="DataRefusedException">One cannot be unpacked.</exception>
    public void RefuseUnreadable(CancellationToken cancellation)
    {
        foreach (var member in Members)
        {
            cancellation.ThrowIfCancellationRequested();
            Opened(member).Dispose();
        }
    }

    /// <summary>Reads the file through, so that its stamp has its hash.</summary>
    public void Hash(CancellationToken cancellation)
    {
        if (Stamp.Hash.Length > 0)
        {
            return;
        }

        try
        {
            using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
            var (buffer, at, read) = (new byte[Buffered], 0L, -1);
            while (read != 0)
            {
                // What reads members goes on from where the file stands.
                cancellation.ThrowIfCancellationRequested();
                read = RandomAccess.Read(_raw.SafeFileHandle, buffer, at);
                hash.AppendData(buffer, 0, read);
                at += read;
            }

            Stamp = Stamp with { Hash = Convert.ToHexStringLower(hash.GetCurrentHash()) };
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw Refused(Stamp.File, problem);
        }
    }

    /// <summary>What a member unpacks to.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="owned">What is closed with it; null = nothing is.</param>
    /// <exception cref="DataRefusedException">It cannot be unpacked, or somebody has written into the zip file.
    /// </exception>
    public MemberStream Read(string name, IDisposable? owned = null) =>
        StampOf(_raw, Stamp.File) == Stamp with { Hash = "" } && _members.TryGetValue(name, out var member)
            ? new MemberStream(Opened(member), member.Entry, _raw, owned)
            : throw Changed(Stamp.File);

    /// <summary>The file is no longer what it was.</summary>
    public static DataRefusedException Changed(string file) => new("ORC3110", $"{file}: the file was changed while it "
        + "was read. Whoever writes it should write under another name and rename it at the end.")
    { File = file };

    /// <inheritdoc />
    public void Dispose()
    {
        _zip.Dispose();
        _raw.Dispose();
    }

    private Stream Opened(ZipMember member)
    {
        try
        {
            return member.Entry.Open();
        }
        catch (Exception problem) when (IsRead(problem))
        {
            if (!IsDamage(problem))
            {
                throw Refused(Stamp.File, problem);
            }

            var name = RowFile.NameOf(Stamp.File, member.Name);
            throw new DataRefusedException("ORC3563", $"{name}: the member cannot be unpacked: "
                + $"{problem.Message.TrimEnd('.')}. Have it packed by deflate, as zip and Windows do; where it is, the "
                + "file is damaged: fetch it again.", problem)
            { File = name };
        }
    }

    private static bool Begins(FileStream raw, string file)
    {
        if (!raw.CanSeek)
        {
            throw NoZip(file, "is a pipe, and a zip file is read from its end. Let what fills the pipe write into a "
                + "file");
        }

        var head = new byte[HeadLength];
        var length = ReadOnlyStream.ReadFully(raw, head);
        raw.Position = 0;
        return head.AsSpan(0, length) switch
        {
            [] => throw Refused(file, new InvalidDataException("it is empty")),
            [0x1F, 0x8B] => throw NoZip(file, "is packed as gzip, which needs no `member`. Take that out"),
            [(byte)'P', (byte)'K'] => true,
            _ => false,
        };
    }

    private static FileStamp StampOf(FileStream raw, string file) =>
        new(file, raw.Length, File.GetLastWriteTimeUtc(raw.SafeFileHandle), "");

    private static bool IsRead(Exception problem) =>
        IsDamage(problem) || problem is IOException or UnauthorizedAccessException;

    /// <summary>Whether that is thrown where a directory is not what it should be.</summary>
    public static bool IsDamage(Exception problem) => problem is InvalidDataException or EndOfStreamException
        or ArgumentException or ArithmeticException or NotSupportedException;

    private static DataRefusedException Refused(string file, Exception problem) => IsDamage(problem)
        ? new DataRefusedException("ORC3108", $"{file}: the zip file cannot be read: {problem.Message.TrimEnd('.')}. "
            + "It is damaged or was not written to its end; fetch it again.", problem)
        { File = file }
        : new DataRefusedException("ORC3110", $"{file}: cannot be read: {problem.Message}", problem) { File = file };

    private static DataRefusedException NoZip(string file, string why) =>
        new("ORC3561", $"{file}: the file {why}.") { File = file };

    private static DataRefusedException TooLarge(string file) => new("ORC3107", $"{file}: the directory of the zip "
        + $"file has more than {ZipBytes.DirectoryMax:N0} bytes. Have fewer members packed into one.")
    { File = file };
}
