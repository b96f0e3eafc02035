using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Finds what a transfer names: its file server, and the connection of its folder.</summary>
internal sealed class TransferBuilder(BuildScope scope)
{
    /// <summary>What an object says under its own key; of a transfer with its server.</summary>
    /// <param name="own">What it says; null = its kind has no such key.</param>
    /// <param name="map">The object.</param>
    public KindOptions? Found(KindOptions? own, YamlMap map)
    {
        if (own is not TransferOptions transfer || map.Map(TransferKeys.Section.Name) is not { } written)
        {
            return own;
        }

        Ways(transfer, written);
        var (here, there) = transfer.IsGet ? ("to", "from") : ("from", "to");
        Connection(written, here);
        Place(written.Scalar(transfer.IsGet ? "get" : "put"), isPattern: true);
        Place(written.Scalar("into"), isPattern: false);
        return transfer with { Server = Server(written.Scalar(there)) };
    }

    private void Ways(TransferOptions transfer, YamlMap written)
    {
        if ((transfer.Get is null) == (transfer.Put is null) && !written.Refused.Contains("get")
            && !written.Refused.Contains("put"))
        {
            Error("ORC1160", written, transfer.IsGet ? "'get' and 'put' stand in one transfer"
                : "the transfer has neither 'get' nor 'put'", "say one of the two: what is got, or what is sent");
        }

        foreach (var key in new[] { "from", "to" })
        {
            if (written[key] is null && !written.Refused.Contains(key))
            {
                Error("ORC1160", written, $"the transfer has no '{key}'",
                    "name where the files are, and where they go: a file server and a connection to a folder");
            }
        }

        if (!transfer.IsGet && written.Scalar("delete") is { } delete && transfer.Delete)
        {
            Error("ORC1164", delete, "'delete' does nothing with 'put': nobody can know whether a server has what it "
                + "was sent on its disk", "leave it out; the files stay where they are");
        }
    }

    private void Connection(YamlMap written, string key)
    {
        if (written.Scalar(key) is not { } name)
        {
            return;
        }

        if (scope.Connection(name.Text) is not { } connection)
        {
            scope.Context.UnknownName("ORC1161", "connection", name, scope.Connections
                .Where(one => one.IsFolder).Select(one => one.Name));
        }
        else if (!connection.IsFolder)
        {
            Error("ORC1161", name, $"the connection '{name.Text}' leads to no folder of files",
                "name one whose files lie in a folder of this machine");
        }
    }

    private FileServer? Server(YamlScalar? name)
    {
        var found = scope.FileServers.FirstOrDefault(server => server.Name == name?.Text);
        if (found is null && name is not null)
        {
            scope.Context.UnknownName("ORC1161", "file server", name, scope.FileServers.Select(one => one.Name));
        }

        return found;
    }

    private void Place(YamlScalar? place, bool isPattern)
    {
        if (place is null)
        {
            return;
        }

        var parts = place.Text.TrimEnd('/').Split('/');
        var folders = isPattern ? parts[..^1] : parts;
        if (place.Text.Any(char.IsControl) || place.Text.Contains('\\', StringComparison.Ordinal)
            || parts.Any(part => part is "" or "." or "..")
            || folders.Any(folder => folder.AsSpan().IndexOfAny('*', '?') >= 0)
            || (isPattern && place.Text.EndsWith('/')))
        {
            Error("ORC1162", place, $"'{place.Text}' does not stay below a folder",
                isPattern ? "write folders and a name with / between, without ..; * and ? stand in the name alone"
                    : "name a folder, with / between its parts and without .. and wildcards");
        }
    }

    private void Error(string code, YamlNode at, string what, string advice) =>
        scope.Context.Bag.Error(code, at.At, what, advice);
}
