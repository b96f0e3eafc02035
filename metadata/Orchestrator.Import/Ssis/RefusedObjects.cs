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
        Diagnostic[] left = [];
        for (var round = 0; round < RoundsMax; round++)
        {
            var files = plan.Solution.Objects.ToDictionary(each => each.File, StringComparer.Ordinal);
            var found = check(DraftFiles.Of(plan.Solution, isDecided: true))
                .Where(each => each.Severity == Severity.Error).ToArray();
            left = found;
            var refused = found.Where(each => files.ContainsKey(each.At.File))
                .GroupBy(each => each.At.File, StringComparer.Ordinal).ToArray();
            var loops = found.SelectMany(each => plan.Solution.Projects.Where(project => project.File == each.At.File)
                .SelectMany(project => project.Containers).Where(one => one.Loop is not null)
                .Select(loop => (Loop: loop, Why: each))).DistinctBy(each => each.Loop).ToArray();
            if (refused.Length + loops.Length == 0)
            {
                break;
            }

            foreach (var (loop, why) in loops)
            {
                Leave(plan, loop, why);
            }

            foreach (var of in refused)
            {
                Leave(files[of.Key], of.First());
            }
        }

        return left;
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
