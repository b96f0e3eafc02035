using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Tests;

/// <summary>What is told of a package that cannot be made with the values of its turn.</summary>
internal sealed class TurnPackagesTests
{
    [TestCase(false, "got: 'secret'")]
    [TestCase(true, "one of them does not fit, and they are sensitive")]
    public void What_is_wrong_with_values_is_told_without_those_that_are_sensitive(bool isSensitive, string expected)
    {
        var node = new PlanNode
        {
            Index = 2,
            Kind = NodeKind.Package,
            Name = "S/p[1]",
            Parent = 0,
            Turns = [new GivenTurn(1, "Per", 1, "1", [], [], isSensitive)],
        };

        Assert.That(TurnPackages.ProblemOf(node, new TurnObject(null, "got: 'secret'")), Is.EqualTo(expected));
    }
}
