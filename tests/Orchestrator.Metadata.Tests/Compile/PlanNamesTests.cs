using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class PlanNamesTests
{
    private static readonly Plan Plan = new SolutionBuilder()
        .Project("Source", [Load("customer"), Load("Core"), Load("country")])
        .Project("Staging", [Load("customer"), Load("Source"), Load("client")])
        .Plan();

    [TestCase("Source/customer", NodeKind.Package, "Source/customer")]
    [TestCase("country", NodeKind.Package, "Source/country")]
    [TestCase("Staging", NodeKind.Project, "Staging")]
    [TestCase("Staging/Core", NodeKind.Container, "Staging/Core")]
    [TestCase("Staging:10", NodeKind.Level, "Staging:10")]
    [TestCase("Nightly", NodeKind.Batch, "Nightly")]
    public void A_name_means_one_node(string text, NodeKind kind, string name)
    {
        var node = PlanNames.Find(Plan, text).Node;

        Assert.That((node?.Kind, node?.Name), Is.EqualTo(((NodeKind?)kind, name)));
    }

    [TestCase("Source/Core", "Source/Core")]
    [TestCase("Source", "Staging/Source")]
    public void On_a_clash_of_names_the_object_wins(string text, string name)
    {
        var node = PlanNames.Find(Plan, text).Node;

        Assert.That((node?.Kind, node?.Name), Is.EqualTo(((NodeKind?)NodeKind.Package, name)));
    }

    [Test]
    public void A_bare_name_in_two_projects_is_ambiguous()
    {
        var match = PlanNames.Find(Plan, "customer");

        Assert.That(match.Node, Is.Null);
        Assert.That(match.Candidates.Select(node => node.Name),
            Is.EqualTo(new[] { "Source/customer", "Staging/customer" }));
    }

    [TestCase("Source/custmer", "Source/customer")]
    [TestCase("cuontry", "country")]
    [TestCase("zzzzzzzz", null)]
    public void An_unknown_name_brings_the_nearest_one(string text, string? suggestion)
    {
        Assert.That(PlanNames.Find(Plan, text).Suggestion, Is.EqualTo(suggestion));
    }

    [Test]
    public void The_bare_name_of_a_container_brings_its_full_one()
    {
        var plan = new SolutionBuilder().Project("Staging", [Load("customer"), Load("cor")]).Plan();

        Assert.That(PlanNames.Find(plan, "Core").Suggestion, Is.EqualTo("Staging/Core"));
        Assert.That(PlanNames.Find(plan, "Core", packagesOnly: true).Suggestion, Is.EqualTo("cor"));
    }

    [Test]
    public void Groups_are_left_out_where_only_packages_are_meant()
    {
        Assert.That(PlanNames.Find(Plan, "Staging", packagesOnly: true).Node, Is.Null);
    }
}
