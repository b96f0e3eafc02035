using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Whether the ledger can be where solution.yaml says.</summary>
internal static class LedgerChecks
{
    private static readonly string Better =
        $"name a connection to {PlatformTable.Words(row => row.HoldsLedger)}, or leave 'ledger' out";

    public static void Check(
        LoadContext context, YamlScalar? ledger, IReadOnlyList<Connection> connections,
        IReadOnlyList<Project> projects)
    {
        if (ledger is null)
        {
            return;
        }

        if (connections.FirstOrDefault(one => one.Name == ledger.Text) is not { } connection)
        {
            if (ConnectionText.LooksLikeOne(ledger.Text))
            {
                context.Bag.Error("ORC1080", ledger.At,
                    "expected 'ledger' to be the name of a connection, got: a connection string",
                    "write it below 'connections', with the password as ${secret:NAME}, and name that connection");
                return;
            }

            context.UnknownName("ORC1021", "connection", ledger, connections.Select(one => one.Name));
        }
        else if (connection.IsFolder)
        {
            context.Bag.Error("ORC1080", ledger.At,
                $"expected 'ledger' to be a connection to a database, got: '{ledger.Text}', a folder of files",
                Better);
        }
        else if (!connection.Facts.HoldsLedger)
        {
            context.Bag.Error("ORC1080", ledger.At,
                $"expected 'ledger' to be a connection to a database that can hold it, got: '{ledger.Text}', of "
                + $"platform {connection.Facts.Word}",
                Better);
        }
        else if (connection.Facts.Form == StoreForm.File && projects.SelectMany(project => project.Objects)
            .FirstOrDefault(one => one.Target.Connection == ledger.Text) is { } writer)
        {
            context.Bag.Error("ORC1080", ledger.At,
                $"'{writer.FullName}' writes into the file of the ledger, '{ledger.Text}', which has one "
                + "writer at a time: the run would wait for itself",
                "give the ledger a connection of its own, or leave 'ledger' out");
        }
    }
}
