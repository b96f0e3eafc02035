using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with the solution as a whole.</summary>
internal static class SolutionChecks
{
    public static void Check(LoadContext context, Drafts drafts)
    {
        Required(context, drafts);
        if (drafts.Solution?.Map.Scalar("formatVersion") is { } version && version.ToNumber() != 1)
        {
            context.Bag.Error("ORC1018", version.At, $"expected 'formatVersion' to be 1, got: '{version.Text}'",
                "a newer format needs a newer version of this program", new Fix(version.At, version.Length, "1"));
        }

        NamePattern(context, drafts.Solution?.Map.Map(SolutionKeys.Section.Name)?
            .Scalar(SolutionKeys.ObjectNamePattern.Name));
        DeclaredNames.Duplicates(context, "connection", drafts.Connections);
        DeclaredNames.Duplicates(context, "batch", drafts.Batches);
        DeclaredNames.Duplicates(context, "project", drafts.Projects);
        DeclaredNames.Duplicates(context, "calendar", drafts.Calendars);
        DeclaredNames.Duplicates(context, "environment", drafts.Environments);
        DeclaredNames.Duplicates(context, "file server", drafts.FileServers);
        DeclaredNames.Duplicates(context, StoreKeys.Word, drafts.Stores);
        DeclaredNames.Duplicates(context, BlobStoreBuilder.Called, drafts.BlobStores);
        EnvironmentChecks.Check(context, drafts);
        foreach (var project in drafts.Objects.GroupBy(draft => draft.Project))
        {
            DeclaredNames.Duplicates(context, "object", project);
        }

        Owners(context, drafts);
        foreach (var named in drafts.Projects.Concat(drafts.Connections).Concat(drafts.Batches))
        {
            context.Addressable(named.At, named.Name, "project and object");
        }
    }

    private static void Owners(LoadContext context, Drafts drafts)
    {
        var known = drafts.Projects.Select(draft => draft.Name).ToHashSet(StringComparer.Ordinal);
        foreach (var homeless in drafts.Objects.Where(draft => !known.Contains(draft.Project)))
        {
            var name = new YamlScalar(homeless.ProjectAt, homeless.Project.Length, homeless.Project, IsPlain: true);
            if (homeless.ProjectAt != homeless.At)
            {
                context.UnknownName("ORC1022", "project", name, known);
            }
            else if (!context.MayBeUnread(homeless.Project))
            {
                context.Bag.Error("ORC1022", homeless.At,
                    $"the project '{homeless.Project}' of '{homeless.Name}' is not known",
                    $"create projects/{homeless.Project}/project.yaml");
            }
        }
    }

    /// <summary>Without @@this all tables would be one; any other @@word would stand in their names as it is.</summary>
    private static void NamePattern(LoadContext context, YamlScalar? pattern)
    {
        string[] known = ["@@this", "@@schema", "@@rs"];
        var rest = known.Aggregate(pattern?.Text ?? known[0], (text, word) => text.Replace(word, "\n"));
        if (pattern is not null
            && (!pattern.Text.Contains(known[0], StringComparison.Ordinal)
                || rest.Contains("@@", StringComparison.Ordinal)))
        {
            context.Bag.Error("ORC1012", pattern.At,
                $"expected 'objectNamePattern' to be a name with @@this in it, got: '{pattern.Text}'",
                "@@this is the object's name; @@schema and @@rs may stand beside it");
        }
    }

    private static void Required(LoadContext context, Drafts drafts)
    {
        if (drafts.Solution is not null || context.MayBeUnread("solution"))
        {
            return;
        }

        // The file is there, or nothing would have been read; a key that is missing in it was said already.
        if (!context.Bag.HasErrors)
        {
            context.Bag.Error("ORC1043", new Origin("solution.yaml", 1, 1), "this file declares no solution",
                "begin it with two lines: 'formatVersion: 1' and 'solution: NAME'");
        }
    }
}
