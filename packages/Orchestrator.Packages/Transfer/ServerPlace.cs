using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>A folder of a file server whose files are loaded where they are. Used by one thread at a time.</summary>
internal sealed class ServerPlace : IStoredPlace
{
    private readonly FileSession _session;
    private readonly string _root;
    private readonly Dictionary<string, FileStamp> _listed = new(StringComparer.Ordinal);

    private ServerPlace(FileSession session, string root, string name)
    {
        (_session, _root, Name) = (session, root, name);
        Stored = new StoredFiles(Open, file => StampOf(file) is { Size: 0 });
    }

    /// <inheritdoc />
    public string Name { get; }

    // Its clock is not ours: a file that was written a minute ago by that may be one of this second.
    /// <inheritdoc />
    public TimeSpan ClockStep => TimeSpan.FromHours(1);

    /// <inheritdoc />
    public StoredFiles? Stored { get; }

    /// <summary>Signs in.</summary>
    /// <param name="server">The server.</param>
    /// <param name="below">The folder below that of the server; empty = that one.</param>
    /// <param name="access">What it is opened with.</param>
    /// <exception cref="PackageRefusedException">The server does not let us in, or a value is missing.</exception>
    public static ServerPlace Open(FileServer server, string below, PlaceAccess access)
    {
        var signIn = ServerSignIn.Of(server, access.Solution, access.Resolve);
        return new ServerPlace(FileSession.Open(server, signIn, access.Time, access.Cancellation),
            RemoteName.Join(server.Folder, below), $"sftp://{server.Name}/{below}");
    }

    /// <inheritdoc />
    public int Count() => _session.List(Root, "*", TransferContract.EntriesMax).Count;

    /// <inheritdoc />
    public IReadOnlyList<string> Files(string pattern, bool ignoreCase = false)
    {
        var slash = pattern.LastIndexOf('/') + 1;
        var (below, name) = (pattern[..slash], pattern[slash..]);
        if (!FilePattern.IsSought(name, ignoreCase))
        {
            return Fresh(pattern) is { } only ? [Noted(only)] : [];
        }

        if (below.Length > 0 && _session.Find(At(below.TrimEnd('/'))) is null)
        {
            return [];
        }

        var found = _session.List(below.Length > 0 ? At(below.TrimEnd('/')) : Root, name, ignoreCase: ignoreCase);
        ListedFiles.Refuse(found, _session.Name, pattern, StringComparer.Ordinal);
        return [.. found.Select(file => Noted(StampOf(file, below + file.Name)))];
    }

    /// <inheritdoc />
    public FileStamp? StampOf(string file) => _listed.TryGetValue(file, out var stamp) ? stamp : Fresh(file);

    /// <inheritdoc />
    public long BytesIn(string file) => StampOf(file)?.Size ?? 0;

    /// <inheritdoc />
    public FileStamp Hash(string file, CancellationToken cancellation)
    {
        var stamp = Listed(file);
        var told = new RemoteFile(file, At(file), stamp.Size, stamp.Written, IsRegular: true);
        using var bytes = new RemoteBytes(_session.Name, told, null, cancellation);
        _session.Read(told.Path, bytes);
        var hash = bytes.Hash();
        return Fresh(file) == stamp ? stamp with { Hash = hash } : throw Changed(file);
    }

    /// <inheritdoc />
    public string Move(string file, string into, long attempt)
    {
        foreach (var place in MovedFile.Places(into, file, attempt))
        {
            if (_session.Find(At(place)) is null && TryMove(file, place))
            {
                return place;
            }
        }

        throw PlaceFaults.Full(Name, into, file);
    }

    /// <inheritdoc />
    public void Dispose() => _session.Dispose();

    private string Root => _root.Length == 0 ? "." : _root;

    private StoredContent Open(string file)
    {
        var stamp = Listed(file);
        return Fresh(file) == stamp
            ? new StoredContent(_session.Opened(At(file)), stamp, () => Fresh(file)) : throw Changed(file);
    }

    // Between the question and the rename somebody may have put another file there.
    private bool TryMove(string file, string place)
    {
        _session.MakeFolders(_root, place[..place.LastIndexOf('/')]);
        try
        {
            CrashPoint.Around("stored.moved", () => _session.Rename(At(file), At(place), replaces: false));
            return true;
        }
        catch (PackageRefusedException) when (_session.Find(At(place)) is not null
            && _session.Find(At(file)) is not null)
        {
            return false;
        }
    }

    private FileStamp Listed(string file) => StampOf(file) ?? throw PlaceFaults.Gone(Name, file);

    private FileStamp? Fresh(string file)
    {
        var found = _session.Find(At(file));
        if (found is { IsRegular: false })
        {
            throw new DataRefusedException("ORC3102", $"'{file}' of {Name} is a link or a folder, and no file.")
            { File = file };
        }

        return found is null ? null : StampOf(found, file);
    }

    private string Noted(FileStamp stamp)
    {
        _listed[stamp.File] = stamp;
        return stamp.File;
    }

    private string At(string file) => NameBelow.Stays(file) ? RemoteName.Join(_root, file)
        : throw PlaceFaults.Outside(Name, file);

    private static FileStamp StampOf(RemoteFile found, string file) =>
        new(file, found.Size, DateTime.SpecifyKind(found.Written, DateTimeKind.Utc), "");

    private static DataRefusedException Changed(string file) => new("ORC3110", $"{file}: the file was changed while it "
        + "was read. Whoever writes it should write under another name and rename it at the end.")
    { File = file };
}
