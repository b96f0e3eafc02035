using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Hooks around batch, project and container as nodes of the plan.</summary>
internal sealed class HookTests
{
    [Test]
    public void A_package_waits_for_the_innermost_hook_before_it_and_that_for_the_one_around()
    {
        var plan = Shop(
            batch: [Hook("begin", HookTime.Before)],
            project: [Hook("one", HookTime.Before), Hook("two", HookTime.Before)],
            container: [Hook("first", HookTime.Before)]).Plan();

        Assert.That(StructureTests.Constraints(plan, "Staging/customer"),
            Is.EqualTo(new[] { ("Staging/Core#first", Outcome.Success) }));
        Assert.That(StructureTests.Constraints(plan, "Staging/Core#first"),
            Is.EqualTo(new[] { ("Staging/#two", Outcome.Success) }));
        Assert.That(StructureTests.Constraints(plan, "Staging/#two"),
            Is.EqualTo(new[] { ("Staging/#one", Outcome.Success) }));
        Assert.That(StructureTests.Constraints(plan, "Staging/#one"),
            Is.EqualTo(new[] { ("Nightly#before/begin", Outcome.Success) }));
    }

    [Test]
    public void A_hook_behind_watches_the_groups_in_what_it_is_around()
    {
        var plan = Shop(
            batch: [Hook("alarm", HookTime.After, Outcome.Failure)],
            project: [Hook("done", HookTime.After)],
            container: [Hook("always", HookTime.After, Outcome.Completion)]).Plan();

        Assert.That(StructureTests.Constraints(plan, "Staging/Core#always"),
            Is.EqualTo(new[] { ("Staging/Core", Outcome.Completion) }));
        Assert.That(StructureTests.Constraints(plan, "Staging/#done"),
            Is.EqualTo(new[] { ("Staging:10", Outcome.Success) }));
        Assert.That(StructureTests.Constraints(plan, "Nightly#after/alarm"),
            Is.EqualTo(new[] { ("Staging", Outcome.Failure) }));
        Assert.That(plan.Nodes.Where(node => node.IsHook).Select(node => plan.Nodes[node.Around].Name),
            Is.EqualTo(new[] { "Staging/Core", "Staging", "Nightly" }));
    }

    [Test]
    public void A_hook_changes_the_hash_of_the_plan_by_each_of_its_values()
    {
        string HashOf(params Hook[] hooks) => Shop(container: hooks).Plan().Hash;

        Assert.That(new[]
        {
            HashOf(), HashOf(Hook("a", HookTime.Before)), HashOf(Hook("a", HookTime.After)),
            HashOf(Hook("b", HookTime.After)), HashOf(Hook("a", HookTime.After, Outcome.Completion)),
            HashOf(Hook("a", HookTime.Before) with { Sql = new SqlText("select 2", null, default) }),
            HashOf(Hook("a", HookTime.Before) with { Connection = "Other" }),
        }, Is.Unique);
    }

    [Test]
    public void Hooks_count_for_their_connections_cap()
    {
        var builder = Shop(container: [Hook("a", HookTime.Before) with { Connection = "Other" }]);
        builder.Connections.Add(new Connection { Name = "Other", Platform = Platform.Sqlite, MaxConcurrency = 1 });

        var plan = builder.Plan();

        var hook = plan.Nodes.Single(node => node.IsHook);
        Assert.That(hook.Caps.Select(cap => plan.Caps[cap].Owner), Is.EqualTo(new[] { "connection Other" }));
    }

    [Test]
    public void A_hook_is_selected_with_any_package_of_its_group_and_not_with_others()
    {
        var builder = Shop(
            batch: [Hook("begin", HookTime.Before)], container: [Hook("first", HookTime.Before)]);
        builder.Project("Target", [Load("other")]);

        Assert.That(Selected(builder, new() { Select = ["customer"] }), Is.EqualTo(
            new[] { "Nightly#before/begin", "Staging/Core#first", "Staging/customer" }));
        Assert.That(Selected(builder, new() { Select = ["other"] }), Is.EqualTo(
            new[] { "Nightly#before/begin", "Target/other" }));
        Assert.That(Selected(builder, new() { Exclude = ["project:Staging"] }), Is.EqualTo(
            new[] { "Nightly#before/begin", "Target/other" }));
        Assert.That(Selected(builder, new() { Select = ["customer"], Exclude = ["kind:hook"] }), Is.EqualTo(
            new[] { "Staging/customer" }));
        Assert.That(Selected(builder, new() { Select = ["Staging/Core#first+"] }), Is.EqualTo(
            new[] { "Nightly#before/begin", "Staging/Core#first", "Staging/customer" }));
    }

    [Test]
    public void A_name_that_a_hook_has_is_refused()
    {
        var compiled = new SolutionBuilder().Project("Staging", [Load("Core#first")],
            [Container("Core") with { Hooks = [Hook("first", HookTime.Before)] }]).Compile();

        Assert.That(compiled.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { "ORC2015" }));
    }

    [Test]
    public void A_hook_that_Stop_keeps_from_ever_running_is_told()
    {
        var builder = Shop(container: [Hook("alarm", HookTime.After, Outcome.Failure)]);
        builder.Batch = builder.Batch with { FailureHandling = FailureHandling.Stop };

        Assert.That(builder.Compile().Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { "ORC2014" }));
    }

    private static Hook Hook(string name, HookTime when, Outcome outcome = Outcome.Success) => new()
    {
        Name = name,
        When = when,
        Outcome = outcome,
        Connection = "Staging",
        Sql = new SqlText("select 1", null, default),
        At = new Origin("solution.yaml", 9, 3),
    };

    private static SolutionBuilder Shop(
        IReadOnlyList<Hook>? batch = null, IReadOnlyList<Hook>? project = null, IReadOnlyList<Hook>? container = null)
    {
        var builder = new SolutionBuilder();
        builder.Batch = builder.Batch with { Hooks = batch ?? [] };
        return builder.Project("Staging", [Load("customer")], [Container("Core") with { Hooks = container ?? [] }],
            with: each => each with { Hooks = project ?? [] });
    }

    private static IEnumerable<string> Selected(SolutionBuilder builder, SelectionRequest request)
    {
        var plan = builder.Plan();
        var result = Selector.Select(request, plan, builder.Build(), new SelectionSources
        {
            ChangedSince = _ => new SelectionAnswer([]),
            ResultsOf = (_, _) => new SelectionAnswer([]),
        });
        return result.Packages!.Select(index => plan.Nodes[index].Name);
    }
}
