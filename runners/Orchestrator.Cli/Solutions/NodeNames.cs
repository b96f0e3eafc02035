using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Cli.Solutions;

/// <summary>The node that a name means, or why there is none.</summary>
internal static class NodeNames
{
    private const int ListedMax = 8;

    /// <summary>The node of that name; null where there is none.</summary>
    /// <exception cref="UsageException">It may mean several packages.</exception>
    public static PlanNode? TryFind(Plan plan, string name)
    {
        var match = PlanNames.Find(plan, name);
        return match.Candidates.Count == 0 ? match.Node : throw new UsageException(
            $"'{name}' may mean {match.Candidates.Count} packages: give one of them in full",
            string.Join(", ", match.Candidates.Take(ListedMax).Select(node => node.Name))
                + (match.Candidates.Count > ListedMax ? ", …" : ""));
    }

    /// <summary>What to say where there is no such node.</summary>
    public static UsageException Missing(Plan plan, string name)
    {
        var turns = new TurnTerms(plan);
        if (turns.Packages(name).Concat(turns.Loops(name)).FirstOrDefault() is { } inTurns)
        {
            return new UsageException($"'{name}' is in a turn that only the run finds out, and the plan has it once",
                $"`orchestrator show {ShellWord.Quoted(inTurns.Name)}` shows what all turns have");
        }

        return new UsageException(
            $"batch {plan.Batch} has no node '{name}'"
                + (PlanNames.Find(plan, name).Suggestion is { } near ? $"; did you mean '{near}'?" : ""),
            "`orchestrator ls` lists its packages");
    }
}
