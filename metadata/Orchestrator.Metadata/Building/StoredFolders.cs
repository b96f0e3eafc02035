using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Folders of connections that a file server has: `sftp://SERVER/FOLDER`.</summary>
internal static partial class StoredFolders
{
    private const string Sftp = "sftp://";

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
        }
        else if (place.Server.Length == 0 || place.Server.AsSpan().IndexOfAny('@', ':', '$') >= 0)
        {
            Error(context, folder, "names no file server");
        }
        else if (!drafts.FileServers.Exists(draft => draft.Name == place.Server))
        {
            var at = folder.At with { Column = folder.At.Column + Sftp.Length + (folder.IsPlain ? 0 : 1) };
            context.UnknownName(
                "ORC1161", "file server", new YamlScalar(at, place.Server.Length, place.Server, IsPlain: true),
                drafts.FileServers.Select(draft => draft.Name));
        }
        else if (place.Path.Length > 0 && !IsBelow(place.Path))
        {
            Error(context, folder, "does not stay below the folder of its file server");
        }
    }

    /// <summary>The connection with what has its folder, where that is not this machine.</summary>
    public static Connection Placed(Connection connection, IReadOnlyList<FileServer> servers) =>
        connection is { IsFolder: true, Folder: { } folder } && Parsed(folder) is { } place
            && servers.FirstOrDefault(one => one.Name == place.Server) is { } server
            ? connection with { Stored = new StoredFolder(server, place.Path) }
            : connection;

    private static (string Server, string Path)? Parsed(string folder)
    {
        if (!folder.StartsWith(Sftp, StringComparison.Ordinal))
        {
            return null;
        }

        var rest = folder[Sftp.Length..];
        var slash = rest.IndexOf('/', StringComparison.Ordinal);
        return slash < 0 ? (rest, "") : (rest[..slash], rest[(slash + 1)..].TrimEnd('/'));
    }

    private static bool IsBelow(string path) => path.AsSpan().IndexOfAny('\\', '*', '?') < 0
        && !path.Any(char.IsControl) && path.Split('/').All(part => part is not ("" or "." or ".."));

    private static void Error(LoadContext context, YamlScalar folder, string what) => context.Bag.Error(
        "ORC1356", folder.At, $"'{ConnectionKeys.Folder.Name}' {what}",
        $"write a folder of this machine, or {Sftp}NAME/FOLDER, where NAME stands under `{FileServerKeys.List}`, which "
        + "say the host and who signs in");

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9+.-]*://")]
    private static partial Regex Scheme();
}
