using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Tells of each object that takes when the run began: packages have a local time, and of each of them its
/// own.</summary>
internal static class BeganNotes
{
    public static void Tell(SolutionDraft solution)
    {
        foreach (var one in solution.Objects)
        {
            var said = DraftYaml.Of(new DraftMap(one.Body)) + one.When
                + string.Concat(one.DependsOn.Select(each => each.When));
            var bare = said.Replace(DeclaredValues.BeganThere, "", StringComparison.Ordinal);
            if (bare.Contains(SystemValues.Began, StringComparison.Ordinal)
                || bare.Contains(SystemValues.BeganFact, StringComparison.Ordinal))
            {
                one.Notes.Add("it takes when the whole run began, in UTC: the package had its own start, in the local "
                    + "time of its machine");
            }
            else if (bare.Length < said.Length)
            {
                one.Notes.Add("it takes when the whole run began, in the time zone of its server: the package had its "
                    + "own start, in that of its machine");
            }
        }
    }
}
