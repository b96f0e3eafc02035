using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Planning;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis;

/// <summary>
/// Holds what was made against `validate` before anybody sees it: what that refuses is left to a person, with its
/// reason, so that a solution fails with nothing but what is open.
/// </summary>
internal static class RefusedObjects
{
    private const int RoundsMax = 12;

    /// <summary>Takes the words of refused objects away until nothing but what is open is refused.</summary>
    /// <param name="plan">What was made.</param>
    /// <param name="check">Checks the files of a solution.</param>
    /// <returns>What is refused all the same.</returns>
    public static IReadOnlyList<Diagnostic> Leave(
        EstatePlan plan, Func<IReadOnlyList<ImportFile>, IReadOnlyList<Diagnostic>> check)
    {
        IReadOnlyList<Diagnostic> left = [];
        for (var round = 0; round < RoundsMax; round++)
        {
            HashSet<ProjectDraft> changed;
            try
            {
                changed = Round(plan, check, null, out left);
            }
            catch (Exception mistake) when (mistake is not (OutOfMemoryException or OperationCanceledException))
            {
                if (!UncheckedPackages.Leave(plan, check))
                {
                    throw;
                }

                continue;
            }

            if (changed.Count == 0)
            {
                break;
            }

            // What follows from it follows in the batches that it is a part of: these are asked alone, where they are
            // few. Mistakes that others hide, as nothing is planned of files that cannot be read, and tables that two
            // batches write, the next whole round finds.
            for (var inner = 0; inner < RoundsMax && changed.Count > 0; inner++)
            {
                var around = Around(plan.Solution, changed);
                if (around.Count * 2 > plan.Solution.Projects.Count)
                {
                    break;
                }

                changed = Round(plan, check, around, out _);
            }
        }

        return left;
    }

    // The projects in which something was left.
    private static HashSet<ProjectDraft> Round(
        EstatePlan plan, Func<IReadOnlyList<ImportFile>, IReadOnlyList<Diagnostic>> check,
        HashSet<ProjectDraft>? within, out IReadOnlyList<Diagnostic> found)
    {
        var files = plan.Solution.Objects.ToDictionary(each => each.File, StringComparer.Ordinal);
        var errors = check(DraftFiles.Of(plan.Solution, isDecided: true, within))
            .Where(each => each.Severity == Severity.Error).ToArray();
        found = errors;
        var refused = errors.Where(each => files.ContainsKey(each.At.File))
            .GroupBy(each => each.At.File, StringComparer.Ordinal).ToArray();
        var projects = plan.Solution.Projects.ToLookup(each => each.File, StringComparer.Ordinal);
        var loops = errors.SelectMany(each => projects[each.At.File]
            .SelectMany(project => project.Containers).Where(one => one.Loop is not null)
            .Select(loop => (Loop: loop, Why: each))).DistinctBy(each => each.Loop).ToArray();
        foreach (var (loop, why) in loops)
        {
            Leave(plan, loop, why);
        }

        foreach (var of in refused)
        {
            Leave(files[of.Key], of.First());
        }

        return [.. loops.Select(each => each.Loop.Project), .. refused.Select(each => files[each.Key].Project)];
    }

    // All that is planned with these projects: the others of their batches, and what objects of theirs wait for.
    private static HashSet<ProjectDraft> Around(SolutionDraft solution, HashSet<ProjectDraft> changed)
    {
        var around = new HashSet<ProjectDraft>(changed);
        for (var count = 0; count != around.Count;)
        {
            count = around.Count;
            foreach (var batch in solution.Batches.Where(each => around.Overlaps(each.Projects)))
            {
                around.UnionWith(batch.Projects);
            }

            around.UnionWith(around.SelectMany(each => each.Objects).SelectMany(each => each.DependsOn)
                .Select(each => each.Project).ToArray());
        }

        return around;
    }

    // Its first object tells of it.
    private static void Leave(EstatePlan plan, ContainerDraft loop, Diagnostic why)
    {
        var said = DraftYaml.Of(loop.Loop!);
        loop.Loop = null;
        if (plan.Solution.Objects.FirstOrDefault(each => each.Container == loop) is { } first)
        {
            first.Open.Add(new OpenEntry(loop.From, new OpenReason(
                SsisOpenCodes.Refused, $"{why.Code}: {why.Message}", said, SsisOpenCodes.Hour)));
        }
    }

    private static void Leave(ObjectDraft one, Diagnostic why)
    {
        if (one.IsPlaceholder)
        {
            // What keeps a place sets nothing and waits for nothing, where even that is refused.
            if (one.Body.RemoveAll(each => each.Key == "sets") == 0)
            {
                one.DependsOn.Clear();
                one.Container = null;
            }

            one.IsEnabled = false;

            return;
        }

        if (!one.IsEnabled)
        {
            one.Notes.Add($"disabled there, and nothing here: {why.Code}");
            one.Body.Clear();
            one.Empty("select 1");
            return;
        }

        var said = DraftFiles.Of(one).Text;
        PlaceholderTasks.Fill(
            one, one.From is [var path, ..] ? path : "",
            new OpenReason(SsisOpenCodes.Refused, $"{why.Code}: {why.Message}", Body(said), SsisOpenCodes.Minutes), []);
    }

    // What was made of it, so that a person has it before the eyes.
    private static string Body(string said) =>
        string.Join('\n', said.Split('\n').SkipWhile(line => line.StartsWith('#'))).Trim();
}
