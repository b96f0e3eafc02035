namespace Orchestrator.Core.Tests.Simulation;

internal sealed class PlantedBugTests
{
    [TestCaseSource(typeof(PlantedBugs), nameof(PlantedBugs.All))]
    [TestCaseSource(typeof(PlantedValueBugs), nameof(PlantedValueBugs.All))]
    [TestCaseSource(typeof(PlantedConditionBugs), nameof(PlantedConditionBugs.All))]
    [TestCaseSource(typeof(PlantedLoopBugs), nameof(PlantedLoopBugs.All))]
    public void A_planted_bug_is_found(PlantedBug bug)
    {
        var found = Enumerable.Range(TestSeed.First, 500).Select(seed => BrokenRule(seed, bug)).OfType<string>();

        Assert.That(found.Any(rule => rule.StartsWith(bug.Rule, StringComparison.Ordinal)), Is.True);
    }

    private static string? BrokenRule(int seed, PlantedBug bug)
    {
        try
        {
            _ = bug.Loops ? Simulated.RunLoops(seed, bug) : Simulated.Run(seed, bug);
            return null;
        }
        catch (BrokenRuleException broken)
        {
            return broken.Message;
        }
    }
}
