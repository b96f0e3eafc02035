using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>Asks a container of Azure Blob, one request after the other.</summary>
internal sealed class BlobRequests : IStoreRequests
{
    private const int Done = 200;
    private const int Accepted = 202;
    private const int Part = 206;
    private const int Conflict = 409;
    private const int BusyMax = 4;
    private const int EmptyMax = 1000;

    private static readonly TimeSpan LookMax = TimeSpan.FromSeconds(15);

    private readonly BlobStore _store;
    private readonly BlobAccess _access;
    private readonly StoreFaults _faults;
    private readonly StoreSender _sender;

    /// <summary>Knows whom to ask; nobody is asked yet.</summary>
    /// <exception cref="PackageRefusedException">A value is missing or cannot be used.</exception>
    public BlobRequests(BlobStore store, PlaceAccess access)
    {
        (_store, _access) = (store, new BlobAccess(store, access));
        _faults = new StoreFaults(Name, StoreAdvice.OfBlobs);
        _sender = new StoreSender(access, _faults, BusyMax);
    }

    /// <inheritdoc />
    public string Name => _access.Name;

    // A page may be empty and not the last one.
    /// <inheritdoc />
    public StoreListing List(string prefix, bool isFlat, int most, string? from)
    {
        var what = $"list '{RemoteName.Shown(prefix)}'";
        for (var pages = 0; pages < EmptyMax; pages++)
        {
            var page = Page(prefix, isFlat, most, from, what);
            if (page.Objects.Count > 0 || page.Next is null)
            {
                return page;
            }

            if (page.Next == from)
            {
                break;
            }

            from = page.Next;
        }

        throw _faults.Unread(what, "it goes on without a blob");
    }

    /// <inheritdoc />
    public byte[]? Read(StoredObject listed, long from, int count)
    {
        var what = $"send '{RemoteName.Shown(listed.Key)}'";
        var last = from + count - 1;
        var (status, body) = Ask("GET", listed.Key, [], [
            new("if-match", listed.Tag),
            new("range", string.Create(CultureInfo.InvariantCulture, $"bytes={from}-{last}")),
        ], what, count);
        return status switch
        {
            Part when body.Length == count => body,
            Done when from == 0 && body.Length == count => body,
            Part or Done => throw _faults.Unread(
                what, string.Create(CultureInfo.InvariantCulture, $"{body.Length} bytes for {count}")),
            _ when IsOther(status, body) => null,
            _ => throw _faults.Of(status, body, what),
        };
    }

    // Nothing is copied onto another blob, and the answer may come before the copy is whole.
    /// <inheritdoc />
    public CopyEnd Copy(StoredObject listed, string to)
    {
        var what = $"copy '{RemoteName.Shown(listed.Key)}'";
        var (status, body) = Ask("PUT", to, [], [
            new("if-none-match", "*"), new("x-ms-copy-source", _access.AddressOf(listed.Key)),
            new("x-ms-source-if-match", listed.Tag),
        ], what);
        return status switch
        {
            Accepted => Ended(to, what),
            _ when IsTaken(status, body) => CopyEnd.Taken,
            _ when IsOther(status, body) => CopyEnd.Changed,
            _ => throw _faults.Of(status, body, what),
        };
    }

    /// <inheritdoc />
    public bool Delete(StoredObject listed)
    {
        var what = $"delete '{RemoteName.Shown(listed.Key)}'";
        var (status, body) = Ask("DELETE", listed.Key, [], [new("if-match", listed.Tag)], what);
        return status switch
        {
            Done or Accepted => true,
            _ when IsOther(status, body) => status == StoreFaults.Gone,
            // They would go with it, and may be all that somebody keeps of what was there before.
            Conflict when StoreXml.ErrorOf(body) == "SnapshotsPresent" => throw new PackageRefusedException(
                "ORC3633", ErrorClass.Config, "read", $"{Name} does not {what}: it has snapshots, which would be "
                + "deleted with it. A copy is where it was to go, and the original stays. Delete its snapshots, and "
                + "the next run deletes it, or write no `archive` and `rejected`."),
            _ => throw _faults.Of(status, body, what),
        };
    }

    private StoreListing Page(string prefix, bool isFlat, int most, string? from, string what)
    {
        List<KeyValuePair<string, string>> query =
        [
            new("comp", "list"), new("include", "copy,metadata"),
            new("maxresults", most.ToString(CultureInfo.InvariantCulture)), new("prefix", prefix),
            new("restype", "container"),
        ];
        if (isFlat)
        {
            query.Add(new("delimiter", "/"));
        }

        if (from is not null)
        {
            query.Add(new("marker", from));
        }

        var (status, body) = Ask("GET", "", query, [], what);
        try
        {
            return status == Done ? BlobListing.Of(body) : throw _faults.Of(status, body, what);
        }
        catch (FormatException odd)
        {
            throw _faults.Unread(what, odd.Message);
        }
    }

    // Within an account it mostly is at once. What comes to nothing leaves an empty blob, which goes.
    private CopyEnd Ended(string to, string what)
    {
        var (waited, pause) = (TimeSpan.Zero, TimeSpan.FromSeconds(1));
        while (true)
        {
            var copy = List(to, isFlat: false, 1, null).Objects.FirstOrDefault(one => one.Key == to);
            if (copy is null or { Unfinished: "" })
            {
                return copy is null ? CopyEnd.Changed : CopyEnd.Copied;
            }

            if (copy.IsLeft || waited >= _store.Timeout)
            {
                if (copy.IsLeft)
                {
                    Delete(copy);
                }

                throw new PackageRefusedException("ORC3681", ErrorClass.Transient, "read",
                    $"{Name} did not {what} whole: the copy is '{copy.Unfinished}'. The original stays, and the next "
                    + "run tries it again; where a large file takes longer, write a longer `timeout`.");
            }

            _sender.Wait(pause);
            (waited, pause) = (waited + pause, pause * 2 > LookMax ? LookMax : pause * 2);
        }
    }

    // Each of these may be asked twice, since each says of which blob it speaks.
    private (int Status, byte[] Body) Ask(string method, string key, List<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers, string what, long most = 0) =>
        _sender.Ask(() => _access.Request(method, key, query, headers), isRepeatable: true, what, most);

    private static bool IsTaken(int status, byte[] body) => status is Conflict or StoreFaults.Changed
        && StoreXml.ErrorOf(body) is "BlobAlreadyExists" or "TargetConditionNotMet";

    // A container that is gone and a blob that somebody holds (a lease) are something else.
    private static bool IsOther(int status, byte[] body) => (status, StoreXml.ErrorOf(body)) switch
    {
        (StoreFaults.Changed, var code) =>
            code.Length == 0 || code.EndsWith("ConditionNotMet", StringComparison.Ordinal),
        (StoreFaults.Gone, var code) => code is not ("ContainerNotFound" or "ResourceNotFound"),
        _ => false,
    };
}
