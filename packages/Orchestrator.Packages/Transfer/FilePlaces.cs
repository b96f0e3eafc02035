using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>The places of connections. What talks to servers is loaded only where one has the folder.</summary>
internal static class FilePlaces
{
    /// <summary>That of a connection, open until it is disposed.</summary>
    /// <exception cref="PackageRefusedException">A value is missing, or the server cannot be used.</exception>
    public static IFilePlace Of(PackageContext context, Connection connection) => connection.Stored is { } stored
        ? Open(stored, new PlaceAccess(
            context.Solution.Folder, context.Resolve, context.Time, context.SendHttp, context.Cancellation))
        : new LocalPlace(FileFormats.Folder(context, connection));

    /// <summary>One that another machine has.</summary>
    /// <exception cref="PackageRefusedException">A value is missing, or the server cannot be used.</exception>
    public static IStoredPlace Open(StoredFolder stored, PlaceAccess access) => stored switch
    {
        { Server: { } server } => ServerPlace.Open(server, Below(stored, access.Resolve), access),
        { Store: { } store } => StorePlace.Open(store, Below(stored, access.Resolve), access),
        { Blobs: { } blobs } => StorePlace.Open(blobs, Below(stored, access.Resolve), access),
        _ => throw new ArgumentException("nobody has the folder", nameof(stored)),
    };

    /// <summary>What has it and where, for comparing; nobody connects, and no secret is in it.</summary>
    public static DatabaseLocation LocationOf(StoredFolder stored, Func<string, string> resolve) => stored switch
    {
        { Server: { } server } => new DatabaseLocation(
            $"{ConnectionValues.Of(() => resolve(server.Host))}:{server.Port}",
            RemoteName.Join(server.Folder, Below(stored, resolve))),
        { Store: { } store } => new DatabaseLocation(
            Unsigned(ConnectionValues.Of(() => resolve(store.Endpoint))),
            RemoteName.Join(ConnectionValues.Of(() => resolve(store.Bucket)), store.Folder, Below(stored, resolve))),
        { Blobs: { } blobs } => new DatabaseLocation(
            Bare(ConnectionValues.Of(() => BlobAccess.EndpointOf(blobs, resolve))),
            RemoteName.Join(ConnectionValues.Of(() => resolve(blobs.Container)), blobs.Folder, Below(stored, resolve))),
        _ => throw new ArgumentException("nobody has the folder", nameof(stored)),
    };

    // What people copy out of a page as an address may hold a token, or who signs in; only who opens it refuses that.
    private static string Bare(string address) => Uri.TryCreate(address, UriKind.Absolute, out var place)
        ? $"{place.Scheme}://{place.Authority}{place.AbsolutePath.TrimEnd('/')}" : "";

    private static string Unsigned(string address) =>
        address.AsSpan().IndexOfAny('@', '?') < 0 ? address : Bare(address);

    private static string Below(StoredFolder stored, Func<string, string> resolve)
    {
        var below = ConnectionValues.Of(() => resolve(stored.Path));
        return below.Length == 0 || NameBelow.Stays(below) ? below
            : throw ConnectionValues.Refused($"The folder '{RemoteName.Shown(below)}' does not stay below that of "
                + $"{stored.Holder}.");
    }
}
