using Orchestrator.Core;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class StructureTests
{
    [Test]
    public void Nodes_stand_in_declared_order_each_behind_its_parent()
    {
        var solution = new SolutionBuilder().Project("Source", [Load("b", "Late"), Load("a", "Early")],
            [Container("Late", 20), Container("Early", 10)]);

        var plan = solution.Plan();

        Assert.That(plan.Nodes.Select(node => node.Name), Is.EqualTo(new[]
        {
            "Nightly", "Source", "Source:10", "Source/Early", "Source/a", "Source:20", "Source/Late", "Source/b",
        }));
        Assert.That(plan.Nodes.Select(node => node.Index), Is.EqualTo(Enumerable.Range(0, 8)));
        Assert.That(plan.Nodes.Skip(1).All(node => node.Parent < node.Index));
    }

    [Test]
    public void A_level_waits_for_the_level_before_it_and_a_project_for_the_project_before_it()
    {
        var solution = new SolutionBuilder()
            .Project("Source", [Load("a", "One"), Load("b", "Two")], [Container("One", 10), Container("Two", 20)])
            .Project("Staging", [Load("c")]);

        var plan = solution.Plan();

        Assert.That(Constraints(plan, "Source:20"), Is.EqualTo(new[] { ("Source:10", Outcome.Completion) }));
        Assert.That(Constraints(plan, "Staging"), Is.EqualTo(new[] { ("Source", Outcome.Completion) }));
        Assert.That(Constraints(plan, "Source/b"), Is.Empty);
    }

    [Test]
    public void Projects_with_dependsOn_wait_for_exactly_those()
    {
        var solution = new SolutionBuilder()
            .Project("A", [Load("a")])
            .Project("B", [Load("b")], dependsOn: [])
            .Project("C", [Load("c")], dependsOn: ["A", "B"]);

        var plan = solution.Plan();

        Assert.That(Constraints(plan, "B"), Is.Empty);
        Assert.That(Constraints(plan, "C").Select(constraint => constraint.Name), Is.EqualTo(new[] { "A", "B" }));
    }

    [Test]
    public void Edges_grow_with_packages_not_with_their_product()
    {
        var solution = new SolutionBuilder().Project("Source",
            [.. Enumerable.Range(0, 100).Select(i => Load($"o{i}", i % 2 == 0 ? "One" : "Two"))],
            [Container("One", 10), Container("Two", 20)]);

        var plan = solution.Plan();

        Assert.That(plan.Nodes.Sum(node => node.Constraints.Count), Is.EqualTo(1));
    }

    [Test]
    public void With_ordering_dependencies_the_project_is_one_level()
    {
        var solution = new SolutionBuilder().Project("Source", [Load("a", "One"), Load("b", "Two", "a")],
            [Container("One", 10), Container("Two", 20)],
            with: project => project with { Ordering = Model.Ordering.Dependencies });

        var plan = solution.Plan();

        Assert.That(plan.Nodes.Where(node => node.Kind == NodeKind.Level).Select(node => node.Name),
            Is.EqualTo(new[] { "Source:all" }));
        Assert.That(Constraints(plan, "Source/b"), Is.EqualTo(new[] { ("Source/a", Outcome.Success) }));
    }

    [Test]
    public void Caps_count_project_container_and_both_connections()
    {
        var solution = new SolutionBuilder().Project("Source", [Load("a")],
            [Container("Core") with { MaxConcurrency = 2 }], with: project => project with { MaxConcurrency = 3 });
        solution.Connections.Clear();
        solution.Connections.Add(new() { Name = "Files", Platform = Model.Platform.Files, MaxConcurrency = 4 });
        solution.Connections.Add(new() { Name = "Source", Platform = Model.Platform.Sqlite, MaxConcurrency = 5 });

        var plan = solution.Plan();

        Assert.That(plan.Caps, Is.EqualTo(new Cap[]
        {
            new("project Source", 3), new("container Source/Core", 2), new("connection Files", 4),
            new("connection Source", 5),
        }));
        Assert.That(plan.Nodes[^1].Caps, Is.EqualTo(new[] { 0, 1, 2, 3 }));
    }

    [Test]
    public void The_batch_rules_the_gate_where_it_names_one()
    {
        var solution = new SolutionBuilder { MaxConcurrency = new(8, default) }.Project("Source", [Load("a")]);
        var gated = new SolutionBuilder { MaxConcurrency = new(8, default) }.Project("Source", [Load("a")]);
        gated.Batch = gated.Batch with { MaxConcurrency = new(3, default) };

        Assert.That(solution.Plan().MaxConcurrency, Is.EqualTo(8));
        Assert.That(gated.Plan().MaxConcurrency, Is.EqualTo(3));
    }

    internal static (string Name, Outcome Outcome)[] Constraints(Plan plan, string name) =>
        [.. plan.Nodes.Single(node => node.Name == name).Constraints
            .Select(constraint => (plan.Nodes[constraint.Node].Name, constraint.Outcome))];
}
