using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with environments, also with those that are not in use today.</summary>
internal static class EnvironmentChecks
{
    private const string Folder = "environments/";

    public static void Check(LoadContext context, Drafts drafts)
    {
        foreach (var environment in drafts.Environments)
        {
            Name(context, environment);
            Connections(context, drafts, environment);
            FileServerBuilder.CheckOverlays(context, drafts, environment);
            StoreBuilder.CheckOverlays(context, drafts, environment);
            BlobStoreBuilder.CheckOverlays(context, drafts, environment);
            PartsOfBatches(context, drafts, environment, "triggers", "trigger", "ORC1103");
            PartsOfBatches(context, drafts, environment, "alerts", "alert", "ORC1111");
            foreach (var name in environment.Map.Items("connections").OfType<YamlMap>()
                .Select(overlay => overlay.Scalar("connection")).OfType<YamlScalar>()
                .Where(name => drafts.Connections.TrueForAll(draft => draft.Name != name.Text)))
            {
                context.UnknownName("ORC1021", "connection", name, drafts.Connections.Select(draft => draft.Name));
            }
        }
    }

    /// <summary>Each connection as it would be there, and none of them twice.</summary>
    private static void Connections(LoadContext context, Drafts drafts, Draft environment)
    {
        var seen = new HashSet<string?>(StringComparer.Ordinal);
        foreach (var overlay in ConnectionBuilder.Overlays(environment))
        {
            var name = overlay.Scalar("connection");
            if (!seen.Add(name?.Text))
            {
                context.Bag.Error("ORC1020", name?.At ?? overlay.At,
                    $"the connection '{name?.Text}' stands twice in the environment '{environment.Name}'",
                    "keep one of the two");
            }
            else if (drafts.Connections.Find(draft => draft.Name == name?.Text) is { } draft)
            {
                ConnectionChecks.Check(context, drafts, draft.Name, ConnectionBuilder.Laid(draft.Map, overlay));
            }
        }
    }

    /// <summary>What an environment changes of a trigger or an alert of a batch.</summary>
    /// <param name="context">What is said goes there.</param>
    /// <param name="drafts">All that the files say.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="list">The key of the list, there and in a batch.</param>
    /// <param name="what">The key of a name.</param>
    /// <param name="unknown">The code where the batch has none of that name.</param>
    private static void PartsOfBatches(
        LoadContext context, Drafts drafts, Draft environment, string list, string what, string unknown)
    {
        var seen = new HashSet<(string, string)>();
        foreach (var over in environment.Map.Items(list).OfType<YamlMap>())
        {
            if (over.Scalar("batch") is not { } batch || over.Scalar(what) is not { } name)
            {
                continue;
            }

            if (!seen.Add((batch.Text, name.Text)))
            {
                context.Bag.Error("ORC1020", name.At, $"the {what} '{batch.Text}/{name.Text}' stands twice in "
                    + $"the environment '{environment.Name}'", "keep one of the two");
            }
            else if (drafts.Batches.Find(draft => draft.Name == batch.Text) is not { } named)
            {
                context.UnknownName("ORC1098", "batch", batch, drafts.Batches.Select(draft => draft.Name));
            }
            else if (named.Named(list, what) is var written
                && written.TrueForAll(draft => draft.Name != name.Text))
            {
                context.UnknownName(unknown, $"{what} (of batch '{named.Name}')", name,
                    written.Select(draft => draft.Name));
            }
        }
    }

    /// <summary>`--environment` takes the file by its name: another name within would lay nothing over.</summary>
    private static void Name(LoadContext context, Draft environment)
    {
        var file = Path.GetFileNameWithoutExtension(environment.At.File);
        if (environment.At.File.StartsWith(Folder, StringComparison.Ordinal) && environment.Name != file)
        {
            context.Bag.Error("ORC1042", environment.At,
                $"the environment '{environment.Name}' stands in the file of '{file}'",
                "one file for each environment, called as it is",
                new Fix(environment.At, environment.Length, file));
        }
    }
}
