using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>A part of a bucket or container whose objects are loaded where they are. Used by one thread at a time.
/// </summary>
internal sealed class StorePlace : IStoredPlace
{
    private readonly StorePart _part;
    private readonly Dictionary<string, StoredObject> _listed = new(StringComparer.Ordinal);

    private StorePlace(StorePart part)
    {
        _part = part;
        Stored = new StoredFiles(Open, file => StampOf(file) is { Size: 0 });
    }

    /// <inheritdoc />
    public string Name => _part.Name;

    // Its clock is not ours.
    /// <inheritdoc />
    public TimeSpan ClockStep => TimeSpan.FromHours(1);

    /// <inheritdoc />
    public StoredFiles? Stored { get; }

    /// <summary>Knows whom to ask; nobody is asked yet.</summary>
    /// <param name="store">The store.</param>
    /// <param name="below">The folder below that of the store; empty = that one.</param>
    /// <param name="access">What it is opened with.</param>
    /// <exception cref="PackageRefusedException">A value is missing.</exception>
    public static StorePlace Open(BucketStore store, string below, PlaceAccess access) => Open(
        new BucketRequests(store, access), store.Folder, below, $"s3://{store.Name}/{below}", access);

    /// <summary>The same of a container of Azure Blob.</summary>
    /// <exception cref="PackageRefusedException">A value is missing.</exception>
    public static StorePlace Open(BlobStore store, string below, PlaceAccess access) => Open(
        new BlobRequests(store, access), store.Folder, below, $"azure://{store.Name}/{below}", access);

    /// <inheritdoc />
    public int Count() => _part.All("", _ => true, TransferContract.EntriesMax).Count;

    /// <inheritdoc />
    public IReadOnlyList<string> Files(string pattern, bool ignoreCase = false)
    {
        _part.RefuseOutside(pattern);
        var slash = pattern.LastIndexOf('/') + 1;
        var (below, name) = (pattern[..slash], pattern[slash..]);
        if (!FilePattern.IsSought(name, ignoreCase))
        {
            return _part.Find(pattern) is { } only ? [Noted(only)] : [];
        }

        // A store lists what begins with a text, and in that upper and lower case differ.
        var begin = ignoreCase ? "" : name[..name.AsSpan().IndexOfAny('*', '?')];
        var found = _part.All(below + begin, file => FilePattern.Fits(name, file[below.Length..], ignoreCase),
            TransferContract.FilesMax);
        RemoteFile[] told = [.. found.Select(one => new RemoteFile(
            _part.FileOf(one)[below.Length..], one.Key, one.Size, one.Written, IsRegular: true))];
        ListedFiles.Refuse(told, _part.Requests.Name, pattern, StringComparer.Ordinal);
        return [.. found.OrderBy(one => one.Key, StringComparer.Ordinal).Select(Noted)];
    }

    /// <inheritdoc />
    public FileStamp? StampOf(string file)
    {
        if (!_listed.TryGetValue(file, out var listed) && _part.Find(file) is { } now)
        {
            _listed[file] = listed = now;
        }

        return listed is null ? null : StampOf(file, listed);
    }

    /// <inheritdoc />
    public long BytesIn(string file) => StampOf(file)?.Size ?? 0;

    /// <inheritdoc />
    public FileStamp Hash(string file, CancellationToken cancellation)
    {
        var listed = Known(file);
        var hash = _part.Hash(listed, () => Changed(file), cancellation);
        return StampOf(file, listed) with { Hash = hash };
    }

    /// <inheritdoc />
    public string Move(string file, string into, long attempt)
    {
        var place = new StoreMove(_part).Of(file, into, attempt, _listed.GetValueOrDefault(file));
        _listed.Remove(file);
        return place;
    }

    /// <inheritdoc />
    public void Dispose()
    {
        // Each request has a connection of its own.
    }

    private StoredContent Open(string file)
    {
        var listed = Known(file);
        var stamp = StampOf(file, listed);
        return new StoredContent(new StoreStream(_part.Requests, listed, () => Changed(file)), stamp,
            () => _part.Find(file) is not { } now ? null : now.Tag == listed.Tag ? stamp : stamp with { Size = -1 });
    }

    private StoredObject Known(string file) => (_listed.TryGetValue(file, out var listed) ? listed : _part.Find(file))
        ?? throw PlaceFaults.Gone(Name, file);

    private static StorePlace Open(
        IStoreRequests requests, string folder, string below, string name, PlaceAccess access)
    {
        var root = RemoteName.Join(folder.TrimEnd('/'), below);
        return new StorePlace(
            new StorePart(requests, root.Length == 0 ? "" : root + "/", name, access.Cancellation));
    }

    private string Noted(StoredObject listed)
    {
        _part.RefuseUnfinished(listed);
        var file = _part.FileOf(listed);
        _listed[file] = listed;
        return file;
    }

    private static FileStamp StampOf(string file, StoredObject listed) =>
        new(file, listed.Size, listed.Written, "");

    private static DataRefusedException Changed(string file) => new("ORC3110", $"{file}: the file was changed while it "
        + "was read. Load it when nobody writes it any more.")
    { File = file };
}
