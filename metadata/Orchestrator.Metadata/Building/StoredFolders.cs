using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Folders of connections that other machines have: `sftp://SERVER/FOLDER`, `s3://STORE/FOLDER`,
/// `azure://STORE/FOLDER`.</summary>
internal static partial class StoredFolders
{
    private const string Sftp = "sftp://";
    private const string S3 = "s3://";
    private const string Azure = "azure://";

    private static readonly string[] Schemes = [Sftp, S3, Azure];

    /// <summary>What cannot be in the folder of a connection. What was written is not repeated: it may hold a password.
    /// </summary>
    public static void Check(LoadContext context, Drafts drafts, YamlScalar? folder)
    {
        if (folder is null || !Scheme().IsMatch(folder.Text))
        {
            return;
        }

        if (Parsed(folder.Text) is not { } place)
        {
            Error(context, folder, "leads to a place that files are not read from");
            return;
        }

        var (code, what, known) = place.Scheme switch
        {
            Sftp => ("ORC1161", "file server", drafts.FileServers),
            S3 => ("ORC1360", StoreKeys.Word, drafts.Stores),
            _ => ("ORC1360", BlobStoreBuilder.Called, drafts.BlobStores),
        };
        if (place.Name.Length == 0 || place.Name.AsSpan().IndexOfAny('@', ':', '$') >= 0)
        {
            Error(context, folder, $"names no {what}");
        }
        else if (!known.Exists(draft => draft.Name == place.Name))
        {
            var at = folder.At with { Column = folder.At.Column + place.Scheme.Length + (folder.IsPlain ? 0 : 1) };
            context.UnknownName(code, what, new YamlScalar(at, place.Name.Length, place.Name, IsPlain: true),
                known.Select(draft => draft.Name));
        }
        else if (place.Path.Length > 0 && !IsBelow(place.Path))
        {
            Error(context, folder, $"does not stay below the folder of its {what}");
        }
    }

    /// <summary>The connection with what has its folder, where that is not this machine.</summary>
    public static Connection Placed(
        Connection connection, IReadOnlyList<FileServer> servers, IReadOnlyList<BucketStore> stores,
        IReadOnlyList<BlobStore> blobStores)
    {
        if (connection is not { IsFolder: true, Folder: { } folder } || Parsed(folder) is not { } place)
        {
            return connection;
        }

        var server = place.Scheme == Sftp ? servers.FirstOrDefault(one => one.Name == place.Name) : null;
        var store = place.Scheme == S3 ? stores.FirstOrDefault(one => one.Name == place.Name) : null;
        var blobs = place.Scheme == Azure ? blobStores.FirstOrDefault(one => one.Name == place.Name) : null;
        return server is null && store is null && blobs is null ? connection
            : connection with { Stored = new StoredFolder(server, place.Path) { Store = store, Blobs = blobs } };
    }

    private static (string Scheme, string Name, string Path)? Parsed(string folder)
    {
        if (Schemes.FirstOrDefault(one => folder.StartsWith(one, StringComparison.Ordinal)) is not { } scheme)
        {
            return null;
        }

        var rest = folder[scheme.Length..];
        var slash = rest.IndexOf('/', StringComparison.Ordinal);
        return slash < 0 ? (scheme, rest, "") : (scheme, rest[..slash], rest[(slash + 1)..].TrimEnd('/'));
    }

    private static bool IsBelow(string path) =>
        path.AsSpan().IndexOfAny('*', '?') < 0 && NameBelow.Stays(path);

    private static void Error(LoadContext context, YamlScalar folder, string what) => context.Bag.Error(
        "ORC1356", folder.At, $"'{ConnectionKeys.Folder.Name}' {what}",
        $"write a folder of this machine, or {Sftp}NAME/FOLDER, {S3}NAME/FOLDER or {Azure}NAME/FOLDER, where NAME "
        + $"stands under `{FileServerKeys.List}`, `{StoreKeys.List}` or `{BlobStoreKeys.List}`, which say where that "
        + "is and who signs in");

    // Else it would be a folder of this machine that nobody means. One letter is a drive.
    [GeneratedRegex(@"^[A-Za-z][A-Za-z0-9+.-]*(://|(?<=..):[/\\])|^(?i:sftp|s3|azure):")]
    private static partial Regex Scheme();
}
