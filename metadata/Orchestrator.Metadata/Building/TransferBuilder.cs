using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Finds what a transfer names: its file server, and the connection of its folder.</summary>
internal sealed class TransferBuilder(BuildScope scope)
{
    /// <summary>What an object says of a transfer; null = nothing.</summary>
    public TransferOptions? Build(YamlMap? written)
    {
        if (written is null)
        {
            return null;
        }

        var transfer = TransferKeys.Section.Read(new TransferOptions { At = written.At }, written);
        Ways(transfer, written);
        var (here, there) = transfer.IsGet
            ? (TransferKeys.To, TransferKeys.From) : (TransferKeys.From, TransferKeys.To);
        Connection(written.Scalar(here.Name));
        Place(written.Scalar((transfer.IsGet ? TransferKeys.Get : TransferKeys.Put).Name), isPattern: true);
        Place(written.Scalar(TransferKeys.Into.Name), isPattern: false);
        return transfer with { Server = Server(written.Scalar(there.Name)) };
    }

    private void Ways(TransferOptions transfer, YamlMap written)
    {
        if ((transfer.Get is null) == (transfer.Put is null) && !written.Refused.Contains(TransferKeys.Get.Name)
            && !written.Refused.Contains(TransferKeys.Put.Name))
        {
            Error("ORC1160", written, transfer.IsGet ? "'get' and 'put' stand in one transfer"
                : "the transfer has neither 'get' nor 'put'", "say one of the two: what is got, or what is sent");
        }

        foreach (var key in new[] { TransferKeys.From.Name, TransferKeys.To.Name })
        {
            if (written[key] is null && !written.Refused.Contains(key))
            {
                Error("ORC1160", written, $"the transfer has no '{key}'",
                    "name where the files are, and where they go: a file server and a connection to a folder");
            }
        }

        if (!transfer.IsGet && written.Scalar(TransferKeys.Delete.Name) is { } delete && transfer.Delete)
        {
            Error("ORC1164", delete, "'delete' does nothing with 'put': nobody can know whether a server has what it "
                + "was sent on its disk", "leave it out; the files stay where they are");
        }
    }

    private void Connection(YamlScalar? name)
    {
        if (name is null)
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
        if (BelowFolder.IsLeft(place.Text.TrimEnd('/'))
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
