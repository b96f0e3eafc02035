using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>A part of a bucket or container: its objects, by the names of files below it.</summary>
/// <param name="requests">Asks the store.</param>
/// <param name="root">What the keys of all begin with; empty, or it ends with /.</param>
/// <param name="name">How people know it.</param>
/// <param name="cancellation">Ends a listing between two pages.</param>
internal sealed class StorePart(
    IStoreRequests requests, string root, string name, CancellationToken cancellation)
{
    private const int PageMax = 1000;
    private const int ReadAtOnce = 1 << 18;

    /// <summary>Asks the store.</summary>
    public IStoreRequests Requests => requests;

    /// <summary>How people know it.</summary>
    public string Name => name;

    /// <summary>The key of the object that a file is.</summary>
    public string KeyOf(string file) => root + file;

    /// <summary>The file that an object is.</summary>
    public string FileOf(StoredObject one) => one.Key[root.Length..];

    /// <summary>The objects whose files begin so, without those of folders below theirs.</summary>
    /// <param name="start">What they begin with.</param>
    /// <param name="fits">Whether a file is meant.</param>
    /// <param name="most">More than so many are refused.</param>
    public List<StoredObject> All(string start, Func<string, bool> fits, int most)
    {
        var (found, pages, next) = (new List<StoredObject>(), 0, (string?)null);
        do
        {
            cancellation.ThrowIfCancellationRequested();
            var page = requests.List(KeyOf(start), isFlat: true, PageMax, next);
            // What ends with a slash stands for a folder.
            found.AddRange(page.Objects.Where(one => one.Key.StartsWith(KeyOf(start), StringComparison.Ordinal)
                && one.Key.Length > root.Length && !one.Key.EndsWith('/') && fits(FileOf(one))));
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

    /// <summary>The object that a file is now; null = there is none.</summary>
    public StoredObject? Find(string file)
    {
        RefuseOutside(file);
        // Of the names that begin with it its own is the first.
        var key = KeyOf(file);
        return requests.List(key, isFlat: false, 1, null).Objects.FirstOrDefault(one => one.Key == key);
    }

    /// <summary>SHA-256 in hex of what an object holds, for which it is read.</summary>
    /// <param name="listed">The object.</param>
    /// <param name="changed">What is thrown where it is another one by now.</param>
    /// <param name="over">Ends it between two pieces.</param>
    public string Hash(StoredObject listed, Func<DataRefusedException> changed, CancellationToken over)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        using var stream = new StoreStream(requests, listed, changed);
        var buffer = new byte[ReadAtOnce];
        for (var read = stream.Read(buffer); read > 0; read = stream.Read(buffer))
        {
            over.ThrowIfCancellationRequested();
            hash.AppendData(buffer, 0, read);
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    /// <summary>Refuses an object that is still being copied, or whose copy came to nothing.</summary>
    public void RefuseUnfinished(StoredObject one)
    {
        if (one.Unfinished.Length > 0)
        {
            throw new PackageRefusedException("ORC3680", ErrorClass.Transient, "list",
                $"{requests.Name} has not all of '{RemoteName.Shown(one.Key)}': it is a copy that is '{one.Unfinished}'"
                + " there. Try later; a copy that came to nothing has to be made again by who made it.");
        }
    }

    /// <summary>Refuses a name, or the pattern of one, that leads out of it.</summary>
    public void RefuseOutside(string file)
    {
        if (!NameBelow.Stays(file))
        {
            throw PlaceFaults.Outside(name, file);
        }
    }

    private PackageRefusedException TooMany(string start) => new("ORC3591", ErrorClass.Data, "list",
        $"{requests.Name} has more than {TransferContract.FilesMax} files of one pattern below '{KeyOf(start)}', more "
        + $"than {TransferContract.EntriesMax} of all, or does not end to tell them. Take a narrower pattern, or have "
        + "what is done be moved to another folder there.");
}
