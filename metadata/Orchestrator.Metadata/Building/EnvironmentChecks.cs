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
            foreach (var name in environment.Map.Items("connections").OfType<YamlMap>()
                .Select(overlay => overlay.Scalar("connection")).OfType<YamlScalar>()
                .Where(name => drafts.Connections.TrueForAll(draft => draft.Name != name.Text)))
            {
                context.UnknownName("ORC1021", "connection", name, drafts.Connections.Select(draft => draft.Name));
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
