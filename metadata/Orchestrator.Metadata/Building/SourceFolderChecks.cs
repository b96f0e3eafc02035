using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Whether the folder that a project reads is there today, or another one of nearly its name.</summary>
internal static class SourceFolderChecks
{
    private const int FoldersMax = 1000;

    /// <summary>
    /// Warns where the folder is missing and one of nearly its name stands beside it. Without such a one the metadata
    /// may be looked at far from its data, or the folder comes at night: who connects looks for it.
    /// </summary>
    public static void Check(BuildScope scope, Connection? source)
    {
        if (source is not null
            && !IsWritten(scope, source.Name)
            && Near(scope, source) is { } near)
        {
            scope.Context.Bag.Warning("ORC1031", source.At,
                $"the folder '{source.Folder}' of '{source.Name}' does not exist, and '{near}' stands beside it",
                $"correct `folder` to '{near}' if that is meant; a run fails unless the folder is there by then");
        }
    }

    // What is written makes its folder.
    private static bool IsWritten(BuildScope scope, string name) =>
        scope.Drafts.Projects.Exists(project => project.Map.Text("target") == name)
        || scope.Drafts.Objects.Exists(one =>
            one.Map.Map(TargetKeys.Section.Name)?.Text(TargetKeys.Connection.Name) == name);

    /// <summary>The folder beside the missing one whose name is nearest; null = none, or it is there.</summary>
    public static string? Near(BuildScope scope, Connection source)
    {
        if (source is not { IsFolder: true, Stored: null, Folder: { Length: > 0 } written }
            || written.Contains("${", StringComparison.Ordinal) || FilePresence.Files(scope, source) is not null)
        {
            return null;
        }

        try
        {
            var full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(written, scope.Context.Folder));
            var above = Path.GetDirectoryName(full);
            return above is null || !Directory.Exists(above) ? null
                : Nearest.Find(Path.GetFileName(full), Directory.EnumerateDirectories(above).Take(FoldersMax)
                    .Select(folder => Path.GetFileName(folder)).Where(name => name != Path.GetFileName(full)));
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }
}
