using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner;

/// <summary>What conditions read that is known before the run, as they write it.</summary>
internal static class KnownFacts
{
    private const string Variable = "var";

    /// <summary>Facts of the run and variables of the plan, for all conditions of a plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="solution">Whose variables they are.</param>
    /// <param name="run">The run.</param>
    public static IReadOnlyDictionary<string, GivenValue> Of(Plan plan, Solution solution, RunIdentity run)
    {
        var known = new Dictionary<string, GivenValue>(StringComparer.Ordinal);
        foreach (var reference in plan.Nodes.SelectMany(node => node.Conditions)
            .SelectMany(condition => condition.When.References))
        {
            if (FactName.TryParse(reference.Word, reference.Name, out var fact) && fact.IsOfRun)
            {
                known[reference.ToString()] = new GivenValue(run.Of(fact));
            }
            else if (reference.Word == Variable
                && solution.Variables.FirstOrDefault(one => one.Name == reference.Name) is { } variable)
            {
                known[reference.ToString()] = new GivenValue(variable.Value);
            }
        }

        return known;
    }
}
