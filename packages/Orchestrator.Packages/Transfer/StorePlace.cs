using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>A part of a bucket whose objects are loaded where they are. Used by one thread at a time.</summary>
internal sealed class StorePlace : IStoredPlace
{
    private const int PageMax = 1000;
    private const int ReadAtOnce = 1 << 18;

    private readonly StoreRequests _requests;
    private readonly string _root;
    private readonly CancellationToken _cancellation;
    private readonly Dictionary<string, StoredObject> _listed = new(StringComparer.Ordinal);

    private StorePlace(StoreRequests requests, string root, string name, CancellationToken cancellation)
    {
        (_requests, _root, Name, _cancellation) = (requests, root, name, cancellation);
        Stored = new StoredFiles(Open, file => StampOf(file) is { Size: 0 });
    }

    /// <inheritdoc />
    public string Name { get; }

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
    public static StorePlace Open(BucketStore store, string below, PlaceAccess access)
    {
        var root = RemoteName.Join(store.Folder.TrimEnd('/'), below);
        return new StorePlace(new StoreRequests(store, access), root.Length == 0 ? "" : root + "/",
            $"s3://{store.Name}/{below}", access.Cancellation);
    }

    /// <inheritdoc />
    public int Count() => Listed("", _ => true, TransferContract.EntriesMax).Count;

    /// <inheritdoc />
    public IReadOnlyList<string> Files(string pattern)
    {
        RefuseOutside(pattern);
        var slash = pattern.LastIndexOf('/') + 1;
        var (below, name) = (pattern[..slash], pattern[slash..]);
        var wild = name.AsSpan().IndexOfAny('*', '?');
        if (wild < 0)
        {
            return Fresh(pattern) is { } only ? [Noted(pattern, only)] : [];
        }

        var start = below + name[..wild];
        var found = Listed(start, file => FilePattern.Fits(name, file[below.Length..]), TransferContract.FilesMax);
        RemoteFile[] told = [.. found.Select(one => new RemoteFile(
            one.Key[(_root.Length + below.Length)..], one.Key, one.Size, one.Written, IsRegular: true))];
        ListedFiles.Refuse(told, _requests.Name, pattern, StringComparer.Ordinal);
        return [.. found.OrderBy(one => one.Key, StringComparer.Ordinal)
            .Select(one => Noted(one.Key[_root.Length..], one))];
    }

    /// <inheritdoc />
    public FileStamp? StampOf(string file)
    {
        if (!_listed.TryGetValue(file, out var listed) && Fresh(file) is { } fresh)
        {
            _listed[file] = listed = fresh;
        }

        return listed is null ? null : StampOf(file, listed);
    }

    /// <inheritdoc />
    public long BytesIn(string file) => StampOf(file)?.Size ?? 0;

    /// <inheritdoc />
    public FileStamp Hash(string file, CancellationToken cancellation)
    {
        var listed = Known(file);
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        using var stream = new StoreStream(_requests, listed, () => Changed(file));
        var buffer = new byte[ReadAtOnce];
        for (var read = stream.Read(buffer); read > 0; read = stream.Read(buffer))
        {
            cancellation.ThrowIfCancellationRequested();
            hash.AppendData(buffer, 0, read);
        }

        return StampOf(file, listed) with { Hash = Convert.ToHexStringLower(hash.GetHashAndReset()) };
    }

    /// <inheritdoc />
    public string Move(string file, string into, long attempt)
    {
        RefuseOutside(file);
        if (Fresh(file) is not { } there)
        {
            throw new IOException($"'{file}' of {Name} is not there any more.");
        }

        // Who has it moved has looked at it before, and means that one.
        if (_listed.TryGetValue(file, out var meant) && meant.Tag != there.Tag)
        {
            throw Other(file);
        }

        foreach (var place in MovedFile.Places(into, file, attempt))
        {
            // One with the same content may be of a run that was killed before it removed the original.
            var other = Fresh(place);
            if (other is null || (other.Size == there.Size && other.Tag == there.Tag))
            {
                Move(file, there, place, isThere: other is not null);
                _listed.Remove(file);
                return place;
            }
        }

        throw new IOException($"'{into}' of {Name} holds too many files that are called like '{file}'.");
    }

    /// <inheritdoc />
    public void Dispose()
    {
        // Each request has a connection of its own.
    }

    private void Move(string file, StoredObject there, string place, bool isThere)
    {
        if (!isThere)
        {
            CrashPoint.Around("stored.copied", () =>
            {
                if (!_requests.Copy(there, _root + place))
                {
                    throw Other(file);
                }
            });
        }

        // What is removed is gone: the copy is looked at, and the original once more.
        if (Fresh(place)?.Size != there.Size || Fresh(file)?.Tag != there.Tag)
        {
            throw Other(file);
        }

        CrashPoint.Around("stored.removed", () => _requests.Delete(there.Key));
    }

    private IOException Other(string file) => new($"'{file}' of {Name} has become another one meanwhile.");

    private StoredContent Open(string file)
    {
        var listed = Known(file);
        var stamp = StampOf(file, listed);
        return new StoredContent(new StoreStream(_requests, listed, () => Changed(file)), stamp,
            () => Fresh(file) is not { } now ? null : now.Tag == listed.Tag ? stamp : stamp with { Size = -1 });
    }

    /// <summary>The objects whose names below the folder begin so, without those of folders below theirs.</summary>
    private List<StoredObject> Listed(string start, Func<string, bool> fits, int most)
    {
        var (found, pages, next) = (new List<StoredObject>(), 0, (string?)null);
        do
        {
            _cancellation.ThrowIfCancellationRequested();
            var page = _requests.List(_root + start, isFlat: true, PageMax, next);
            // What ends with a slash stands for a folder.
            found.AddRange(page.Objects.Where(one => one.Key.StartsWith(_root + start, StringComparison.Ordinal)
                && one.Key.Length > _root.Length && !one.Key.EndsWith('/') && fits(one.Key[_root.Length..])));
            if (found.Count > most || (page.Next is not null
                && (page.Next == next || ++pages == TransferContract.EntriesMax / PageMax)))
            {
                throw TooMany(start);
            }

            next = page.Next;
        }
        while (next is not null);
        return found;
    }

    private PackageRefusedException TooMany(string start) => new("ORC3591", ErrorClass.Data, "list",
        $"{_requests.Name} has more than {TransferContract.FilesMax} files of one pattern below '{_root}{start}', more "
        + $"than {TransferContract.EntriesMax} of all, or does not end to tell them. Take a narrower pattern, or have "
        + "what is done be moved to another folder there.");

    // Of the names that begin with it its own is the first.
    private StoredObject? Fresh(string file)
    {
        RefuseOutside(file);
        var key = _root + file;
        return _requests.List(key, isFlat: false, 1, null).Objects.FirstOrDefault(one => one.Key == key);
    }

    private StoredObject Known(string file) => (_listed.TryGetValue(file, out var listed) ? listed : Fresh(file))
        ?? throw new DataRefusedException("ORC3110",
            $"{file}: is not there any more. See who takes files away from {Name}.")
        { File = file };

    private string Noted(string file, StoredObject listed)
    {
        _listed[file] = listed;
        return file;
    }

    private void RefuseOutside(string file)
    {
        if (!FilePlaces.IsBelow(file))
        {
            throw new DataRefusedException("ORC3102", $"'{RemoteName.Shown(file)}' does not stay below {Name}. Name a "
                + "file below it, with `/` and without `..`.");
        }
    }

    private static FileStamp StampOf(string file, StoredObject listed) =>
        new(file, listed.Size, listed.Written, "");

    private static DataRefusedException Changed(string file) => new("ORC3110", $"{file}: the file was changed while it "
        + "was read. Load it when nobody writes it any more.")
    { File = file };
}
