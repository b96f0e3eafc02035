using Orchestrator.Metadata.Building;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Loading;

/// <summary>Reads a folder of YAML into a solution.</summary>
public static class SolutionLoader
{
    /// <summary>
    /// Reads every file of the solution, lays the environment over it and checks it. Never connects, never throws for
    /// what the files say, never stops at the first mistake.
    /// </summary>
    /// <param name="folder">The folder that holds solution.yaml.</param>
    /// <param name="environment">Name of a file in environments/; null = none.</param>
    /// <param name="options">What may be asked of the machine; null = the process's own environment and disk.</param>
    public static LoadedSolution Load(string folder, string? environment = null, SolutionLoadOptions? options = null)
    {
        var context = new LoadContext(Path.GetFullPath(folder), options ?? new SolutionLoadOptions());
        if (!Path.Exists(Path.Combine(context.Folder, "solution.yaml")))
        {
            context.Bag.Error("ORC1043", new Origin("solution.yaml", 1, 1), "there is no solution.yaml in this folder",
                "run it where solution.yaml lies, name the folder with -C, or begin with `orchestrator init`");
            return new LoadedSolution(null, context.Bag.Sorted());
        }

        var documents = new DocumentReader(context);
        var paths = SolutionFiles.Find(context, environment);
        if (environment is not null || context.Options.IsRun)
        {
            context.Bag.SetAside(paths.Where(path => SolutionFiles.IsOfOther(path, environment)));
        }

        documents.ReadAll(paths);
        var solution = new SolutionBuilder(context, documents.Drafts, environment).Build();
        RefuseChanged(context, paths, environment);
        return new LoadedSolution(context.Bag.HasErrors ? null : solution, context.Bag.Sorted());
    }

    /// <summary>
    /// The connections of a solution and where its ledger is, as far as they can be read, whatever is wrong elsewhere:
    /// for who looks at runs while somebody has just broken the YAML. It has no projects and no batches.
    /// </summary>
    public static Solution LoadConnections(string folder, string? environment, SolutionLoadOptions options)
    {
        var context = new LoadContext(Path.GetFullPath(folder), options);
        var documents = new DocumentReader(context);
        documents.ReadAll(SolutionFiles.Find(context, environment));
        return new SolutionBuilder(context, documents.Drafts, environment).ConnectionsAlone();
    }

    // Half of a file may be YAML as well, and a file that is just being replaced is missing for a moment.
    private static void RefuseChanged(LoadContext context, IReadOnlyList<string> paths, string? environment)
    {
        var now = SolutionFiles.Find(new LoadContext(context.Folder, context.Options), environment);
        if (paths.Except(now).Concat(now.Except(paths)).Concat(context.Changed).FirstOrDefault() is { } changed)
        {
            context.Bag.Error("ORC1054", new Origin(changed, 1, 1), "the file changed while the solution was read",
                "wait until nobody writes it, such as an editor or git, and try again");
        }
    }
}
