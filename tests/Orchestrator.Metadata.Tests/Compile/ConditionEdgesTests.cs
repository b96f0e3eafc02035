using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Conditions and what is waited for, from the YAML to the plan, and what cannot be said.</summary>
internal sealed class ConditionEdgesTests
{
    private const string Setter = "{object: count, kind: sql, sql: select 1 as N, sets: {Rows: N}}";

    [Test]
    public void A_condition_waits_for_its_values_and_facts_by_their_full_names()
    {
        var plan = Plan("{object: a, kind: sql, sql: select 1, when: \"Rows > 0 and ${rows:b.read} = 0\"}",
            "{object: b, kind: sql, sql: select 2}", Setter);

        var (a, b, count) = (Node(plan, "a"), Node(plan, "b"), Node(plan, "count"));
        Assert.That(a.When!.Text, Is.EqualTo("Rows > 0 and ${rows:Staging/b.read} = 0"));
        Assert.That(a.Constraints, Is.EqualTo(new[]
        {
            new PrecedenceConstraint(b.Index, Outcome.Completion),
            new PrecedenceConstraint(count.Index, Outcome.Success),
        }));
        Assert.That(a.Reads, Is.EqualTo(new[] { b.Index, count.Index }));
        Assert.That(a.ReadsValues.Single().Setters, Is.EqualTo(new[] { count.Index }));
    }

    [Test]
    public void A_dependency_has_a_condition_and_may_name_a_container_or_project()
    {
        var plan = Plan(
            "{object: a, kind: sql, sql: select 1, dependsOn: [{object: b, outcome: Completion, "
            + "when: \"${state:b} = 'Failed'\"}, {container: Other, outcome: Failure}, {project: First}]}",
            "{object: b, kind: sql, sql: select 2}", "{object: c, kind: sql, sql: select 2, container: Other}");

        var constraints = Node(plan, "a").Constraints.Select(one =>
            $"{plan.Nodes[one.Node].Name} {one.Outcome} {one.When}".TrimEnd());
        Assert.That(constraints, Is.EquivalentTo(new[]
        {
            "First Success", "Staging/b Completion ${state:Staging/b} = 'Failed'", "Staging/Other Failure",
        }));
        Assert.That(Node(plan, "a").Reads, Is.Empty);
    }

    [Test]
    public void Of_any_one_is_enough()
    {
        var plan = Plan(
            "{object: a, kind: sql, sql: select 1, dependsOn: [{any: [b, {container: Other, when: Rows = 1}]}]}",
            "{object: b, kind: sql, sql: select 2}", "{object: c, kind: sql, sql: select 2, container: Other}", Setter);

        var any = Node(plan, "a").Any.Single();
        Assert.That(any.Select(one => $"{plan.Nodes[one.Node].Name} {one.When}".TrimEnd()),
            Is.EqualTo(new[] { "Staging/b", "Staging/Other Rows = 1" }));
        Assert.That(Node(plan, "a").ReadsValues, Has.Count.EqualTo(1));
    }

    [Test]
    public void Containers_projects_and_hooks_have_one()
    {
        var plan = Compiled(
            [Setter, "{object: c, kind: sql, sql: select 2, container: Other}"], "when: \"${state:First} <> 'Failed'\"",
            ", when: Rows > 0, hooks: [{hook: h, when: after, condition: Rows > 1, sql: select 1}]").Plan!;

        var container = plan.Nodes.Single(node => node.Name == "Staging/Other");
        Assert.That(container.When!.Text, Is.EqualTo("Rows > 0"));
        Assert.That(container.ReadsValues, Has.Count.EqualTo(1));
        Assert.That(plan.Nodes.Single(node => node.Name == "Staging").When!.Text,
            Is.EqualTo("${state:First} <> 'Failed'"));
        Assert.That(plan.Nodes.Single(node => node.IsHook).When!.Text, Is.EqualTo("Rows > 1"));
        Assert.That(new DataReach(plan).Around([Node(plan, "count").Index], 0, 1),
            Does.Contain(Node(plan, "c").Index));
    }

    [Test]
    public void A_selection_takes_along_what_stands_in_a_container_that_asks_about_another_one()
    {
        var plan = Compiled([Setter, "{object: c, kind: sql, sql: select 2, container: Other}"], "",
            ", when: \"${state:Core} <> 'Failed'\"").Plan!;

        Assert.That(new DataReach(plan).Around([Node(plan, "count").Index], 0, 1),
            Does.Contain(Node(plan, "c").Index));
    }

    [TestCase("when: Rows >", "ORC1064")]
    [TestCase("when: Rows + 1", "ORC1064")]
    [TestCase("when: Rows = 'x'", "ORC1064")]
    [TestCase("when: Rowz > 1", "ORC1064")]
    [TestCase("when: \"${run:number} > 1\"", "ORC1171")]
    [TestCase("when: Many is null", "ORC1171")]
    [TestCase("when: \"${error:code} = 'x'\"", "ORC1171")]
    [TestCase("when: \"${rows:b} = 1\"", "ORC1033")]
    [TestCase("dependsOn: [{object: b, container: Other}]", "ORC1172")]
    [TestCase("dependsOn: [{any: [b], when: Rows > 1}]", "ORC1172")]
    [TestCase("dependsOn: [{any: []}]", "ORC1172")]
    [TestCase("dependsOn: [{outcome: Failure}]", "ORC1014")]
    [TestCase("dependsOn: [{container: Ohter}]", "ORC2022")]
    [TestCase("dependsOn: [{project: Frist}]", "ORC2022")]
    [TestCase("dependsOn: [{container: Core}]", "ORC2023")]
    [TestCase("dependsOn: [{project: Staging}]", "ORC2023")]
    [TestCase("dependsOn: [{project: Last}]", "ORC2005")]
    [TestCase("when: \"${state:nobody} = 'Failed'\"", "ORC2024")]
    [TestCase("when: \"${state:a} = 'Failed'\"", "ORC2024")]
    [TestCase("when: \"${state:Last/z} = 'Failed'\"", "ORC2024")]
    [TestCase("when: \"${state:Other} = 'Succeded'\"", "ORC3661")]
    [TestCase("when: \"'failed' <> ${state:Other}\"", "ORC3661")]
    [TestCase("when: \"Rows > 0 or not (${state:Other} = 'Hardened')\"", "ORC3661")]
    [TestCase("when: \"${error:b.class} = 'Permanent'\"", "ORC3661")]
    [TestCase("when: \"${rows:Other.read} = 1\"", "ORC2025")]
    [TestCase("dependsOn: [{object: b, when: Rows > 1}, {object: b, when: Rows > 2}]", "ORC2026")]
    public void What_cannot_be_is_one_diagnostic(string written, string code) => Assert.That(
        Found($"{{object: a, kind: sql, sql: select 1, {written}}}"), Is.EqualTo(new[] { code }));

    [Test]
    public void A_word_that_is_no_state_is_told_where_it_stands_with_the_nearest_one()
    {
        var found = Load([
            "{object: a, kind: sql, sql: select 1, when: \"1 = 1 and ${state:Other} = 'Succeded'\"}",
        ]).Diagnostics.Single(one => one.Code == "ORC3661");

        Assert.That(found.Message, Is.EqualTo("${state:Other} is never 'Succeded'"));
        Assert.That(found.Fix?.Replacement, Is.EqualTo("Succeeded"));
        Assert.That(found.At.Column, Is.EqualTo(found.Fix?.At.Column - 1));
    }

    [Test]
    public void Waiting_in_a_circle_is_said()
    {
        var found = Errors(Compiled([
            Setter, "{object: c, kind: sql, sql: select 2, container: Other}",
            "{object: a, kind: sql, sql: select 1, dependsOn: [{any: [b]}]}",
            "{object: b, kind: sql, sql: select 2, when: \"${state:a} = 'Failed'\"}",
        ]));

        Assert.That(found, Is.EqualTo(new[] { "ORC2004" }));
    }

    [Test]
    public void A_changed_condition_is_told_and_reloads_nothing()
    {
        const string Object = "{object: a, kind: sql, sql: select 1, dependsOn: [b], ";
        const string B = "{object: b, kind: sql, sql: select 2}";
        const string C = "{object: c, kind: sql, sql: select 3, container: Other}";
        var before = Compiled([$"{Object} when: Rows > 1}}", B, C, Setter]).Document!;
        var after = Compiled([$"{Object} when: Rows > 2}}", B, C, Setter]).Document!;

        var entry = PlanDiff.Compare(before, after).Changed.Single(one => one.What == "package");

        Assert.That(entry.Properties, Is.EqualTo(new[]
        {
            new DiffProperty("when", "Rows > 1", "Rows > 2", ChangeEffects.None),
        }));
        Assert.That(after.Hash, Is.Not.EqualTo(before.Hash));
        Assert.That(RowChanges.Of(before, after), Is.Empty);
        Assert.That(RowChanges.OfConditions(before, after), Is.EqualTo(new[] { "Staging/a" }));
    }

    [Test]
    public void What_waits_for_a_group_is_read_back_from_a_stored_plan()
    {
        var compiled = Compiled([
            "{object: a, kind: sql, sql: select 1, dependsOn: [{container: Other}, {any: [{project: First}, b]}]}",
            "{object: b, kind: sql, sql: select 2}", "{object: c, kind: sql, sql: select 2, container: Other}", Setter,
        ]);

        var stored = StoredOrder.Of(PlanJson.Read(PlanJson.Write(compiled.Document!)));

        Assert.That(stored[Node(compiled.Plan!, "a").Index].Select(index => compiled.Plan!.Nodes[index].Name),
            Is.EquivalentTo(new[] { "Staging/Other", "First", "Staging/b" }));
    }

    private static Plan Plan(params string[] objects)
    {
        var compiled = Compiled([.. objects, "{object: d, kind: sql, sql: select 2, container: Other}"]);
        Assert.That(compiled.Diagnostics.Where(one => one.Severity == Severity.Error), Is.Empty);
        return compiled.Plan!;
    }

    private static PlanNode Node(Plan plan, string name) => plan.Nodes.Single(node => node.Name == $"Staging/{name}");

    private static string[] Found(string written) => Errors(Load([
        written, "{object: b, kind: sql, sql: select 2}", "{object: c, kind: sql, sql: select 2, container: Other}",
        Setter,
    ]));

    private static string[] Errors(LoadedSolution loaded) => loaded.Solution is { } solution
        ? Errors(Compiler.Compile(solution, "Nightly", (_, _) => []))
        : [.. loaded.Diagnostics.Where(one => one.Severity == Severity.Error).Select(one => one.Code)];

    private static string[] Errors(CompiledPlan compiled) =>
        [.. compiled.Diagnostics.Where(one => one.Severity == Severity.Error).Select(one => one.Code)];

    private static CompiledPlan Compiled(string[] objects, string project = "", string other = "") =>
        Compiler.Compile(Load(objects, project, other).Solution!, "Nightly", (_, _) => []);

    private static LoadedSolution Load(string[] objects, string project = "", string other = "")
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Rows, dataType: int, scope: run}
              - {variable: Many, scope: run, rows: {N: int} }
            connections:
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [First, Staging, Last]}
            projects:
              - {project: First, target: Staging, objects: [{object: f, kind: sql, sql: select 1}]}
              - {project: Last, target: Staging, objects: [{object: z, kind: sql, sql: select 1}]}
              - project: Staging
                target: Staging
                containers:
                  - {container: Core, default: true}
                  - {container: Other, level: 10{{other}} }
                objects:
            {{string.Concat(objects.Select(one => $"      - {one}\n"))}}    {{project}}
            """);
        return SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { AsOf = new DateOnly(2026, 1, 31) });
    }
}
