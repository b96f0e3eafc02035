using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Planning;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Ssis;

/// <summary>Packages at whose files `validate` itself fails, which is a mistake of ours: each is open as a whole, and
/// the others are imported.</summary>
internal static class UncheckedPackages
{
    /// <summary>Finds them by asking for each batch, and then for each package, alone.</summary>
    /// <param name="plan">What was made.</param>
    /// <param name="check">Checks the files of a solution.</param>
    /// <returns>Whether there were any.</returns>
    public static bool Leave(EstatePlan plan, Func<IReadOnlyList<ImportFile>, IReadOnlyList<Diagnostic>> check)
    {
        var isAny = false;
        foreach (var batch in plan.Solution.Batches)
        {
            if (Mistake(plan, check, batch.Projects) is not { } mistake)
            {
                continue;
            }

            PackagePlan[] within =
            [
                .. plan.Packages.Where(each => each.Broken is null && Made(each).Any(batch.Projects.Contains)),
            ];
            var alone = within.Select(each => (Plan: each, Mistake: Mistake(plan, check, Made(each)))).ToArray();
            var broken = Array.Exists(alone, each => each.Mistake is not null)
                ? alone.Where(each => each.Mistake is not null) : alone;
            foreach (var one in broken)
            {
                one.Plan.Break(one.Mistake ?? mistake);
                Tidy(plan.Solution, batch, one.Plan);
                isAny = true;
            }
        }

        return isAny;
    }

    private static IEnumerable<ProjectDraft> Made(PackagePlan plan) => plan.Tables.SelectMany(each => each.Made);

    private static Exception? Mistake(EstatePlan plan,
        Func<IReadOnlyList<ImportFile>, IReadOnlyList<Diagnostic>> check, IEnumerable<ProjectDraft> within)
    {
        try
        {
            check(DraftFiles.Of(plan.Solution, isDecided: true, [.. within]));
            return null;
        }
        catch (Exception mistake) when (mistake is not (OutOfMemoryException or OperationCanceledException))
        {
            return mistake;
        }
    }

    // One object is left of it, and nothing waits for what is there no more.
    private static void Tidy(SolutionDraft solution, BatchDraft batch, PackagePlan broken)
    {
        var made = Made(broken).ToHashSet();
        solution.Projects.RemoveAll(each => each.Objects.Count == 0 && made.Contains(each));
        batch.Projects.RemoveAll(each => each.Objects.Count == 0 && made.Contains(each));
        foreach (var left in made.Where(each => each.Objects.Count > 0 && !solution.Projects.Contains(each)))
        {
            solution.Projects.Add(left);
            batch.Projects.Add(left);
        }

        foreach (var one in solution.Objects)
        {
            one.DependsOn.RemoveAll(each => (each.Object is { } former && !former.Project.Objects.Contains(former))
                || (each.Container is { } around && !around.Project.Containers.Contains(around)));
        }
    }
}
