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
            Triggers(context, drafts, environment);
            Alerts(context, drafts, environment);
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

    private static void Triggers(LoadContext context, Drafts drafts, Draft environment)
    {
        var seen = new HashSet<(string, string)>();
        foreach (var over in environment.Map.Items("triggers").OfType<YamlMap>())
        {
            if (over.Scalar("batch") is not { } batch || over.Scalar("trigger") is not { } trigger)
            {
                continue;
            }

            if (!seen.Add((batch.Text, trigger.Text)))
            {
                context.Bag.Error("ORC1020", trigger.At, $"the trigger '{batch.Text}/{trigger.Text}' stands twice in "
                    + $"the environment '{environment.Name}'", "keep one of the two");
            }
            else if (drafts.Batches.Find(draft => draft.Name == batch.Text) is not { } named)
            {
                context.UnknownName("ORC1098", "batch", batch, drafts.Batches.Select(draft => draft.Name));
            }
            else if (TriggerChecks.Written(named) is var written
                && written.TrueForAll(draft => draft.Name != trigger.Text))
            {
                context.UnknownName("ORC1103", $"trigger (of batch '{named.Name}')", trigger,
                    written.Select(draft => draft.Name));
            }
        }
    }

    private static void Alerts(LoadContext context, Drafts drafts, Draft environment)
    {
        var seen = new HashSet<(string, string)>();
        foreach (var over in environment.Map.Items("alerts").OfType<YamlMap>())
        {
            if (over.Scalar("batch") is not { } batch || over.Scalar("alert") is not { } alert)
            {
                continue;
            }

            if (!seen.Add((batch.Text, alert.Text)))
            {
                context.Bag.Error("ORC1020", alert.At, $"the alert '{batch.Text}/{alert.Text}' stands twice in the "
                    + $"environment '{environment.Name}'", "keep one of the two");
            }
            else if (drafts.Batches.Find(draft => draft.Name == batch.Text) is not { } named)
            {
                context.UnknownName("ORC1098", "batch", batch, drafts.Batches.Select(draft => draft.Name));
            }
            else if (AlertBuilder.Written(named) is var written
                && written.TrueForAll(draft => draft.Name != alert.Text))
            {
                context.UnknownName("ORC1111", $"alert (of batch '{named.Name}')", alert,
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
