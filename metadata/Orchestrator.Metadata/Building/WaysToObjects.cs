using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What gives objects to a project that has none, for the hints of all who miss them.</summary>
internal static class WaysToObjects
{
    private static readonly string[] Keys = ["inherit", "objects"];

    /// <summary>
    /// Whether why it has none is said elsewhere: at the project that it repeats, which is not known or has none
    /// either, or at a key of its own that was refused and is meant for one that gives objects.
    /// </summary>
    public static bool AreRefused(EffectiveProject project) => project.Objects.Count == 0
        && (project.Draft.Map["inherit"] is not null
            || project.Draft.Map.Refused.Any(key => Nearest.Find(key, Keys) is not null));

    /// <summary>The hint for a project that reads this connection, or none.</summary>
    public static string Of(BuildScope scope, Draft project, Connection? source) =>
        source is null or { IsFolder: true }
            ? "add files below its objects folder, or objects: \"*\""
            : OfDatabase(scope, project, source);

    /// <summary>The hint where a database is read: its tables are written by a project, or others write them.</summary>
    public static string OfDatabase(BuildScope scope, Draft project, Connection source)
    {
        if (project.Map.Text("inherit") is { } repeated)
        {
            return $"`inherit: {repeated}` repeats all objects of that project, those of its files, too";
        }

        var writer = scope.Drafts.Projects.Find(other =>
            other.Name != project.Name && other.Map.Text("target") == source.Name);
        return writer is null
            ? $"`orchestrator import database {source.Name}` writes an object for each table"
            : $"`inherit: {writer.Name}` repeats all objects of the project that writes '{source.Name}'; or add files "
                + "below the objects folder";
    }
}
