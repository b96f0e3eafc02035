using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Hooks as written.</summary>
internal sealed class HookTests
{
    [Test]
    public void A_hook_says_when_where_and_what_and_retries_as_its_group_does()
    {
        var solution = Load("""
            batches:
              - batch: Nightly
                projects: [Staging]
                retry: {count: 2}
                hooks: [{hook: h, when: before, sql: x, connection: Db}]
            projects:
              - project: Staging
                source: Files
                target: Db
                hooks: [{hook: p, when: after, outcome: Completion, sql: y}]
                objects:
                  - object: a
                    source: {file: a.csv}
                    hooks: [{hook: o, when: after, sql: z, transaction: load}]
            """).Solution!;

        var (batch, project) = (solution.Batches[0].Hooks[0], solution.Projects[0].Hooks[0]);
        var own = solution.Projects[0].Objects[0].Hooks[0];
        Assert.That((batch.Name, batch.When, batch.Connection, batch.Retry.Value.Count),
            Is.EqualTo(("h", HookTime.Before, "Db", 2)));
        Assert.That((project.Outcome, project.Connection, project.Sql.Text),
            Is.EqualTo((Outcome.Completion, "Db", "y")));
        Assert.That(own.Transaction, Is.EqualTo(HookTransaction.Load));
    }

    [Test]
    public void Inherit_repeats_no_hooks()
    {
        var solution = Load("""
            projects:
              - project: Staging
                source: Files
                target: Db
                containers: [{container: Core, default: true, hooks: [{hook: c, when: before, sql: x}]}]
                objects:
                  - object: a
                    source: {file: a.csv}
                    hooks: [{hook: o, when: after, sql: z}]
              - {project: Later, inherit: Staging, target: Other}
            """).Solution!;

        Assert.That(solution.Projects[1].Objects[0].Hooks, Is.Empty);
        Assert.That(solution.Projects[1].Containers[0].Hooks, Is.Empty);
        Assert.That(solution.Projects[0].Containers[0].Hooks, Has.Count.EqualTo(1));
    }

    [TestCase("{hook: h, when: before}", "ORC1041")]
    [TestCase("{hook: h, when: before, sql: x, script: y.sql}", "ORC1041")]
    [TestCase("{hook: h, when: before, outcome: Failure, sql: x}", "ORC1038")]
    [TestCase("{hook: h, when: before, sql: x, connection: Files}", "ORC1038")]
    [TestCase("{hook: h, when: before, sql: x, connection: Nowhere}", "ORC1021")]
    [TestCase("{hook: h, sql: x}", "ORC1014")]
    [TestCase("{hook: h, when: before, sql: x}, {hook: h, when: after, sql: x}", "ORC1020")]
    [TestCase("{hook: h, when: before, sql: x, transaction: load}", "ORC1010")]
    public void What_a_hook_cannot_be_is_one_diagnostic(string hooks, string code)
    {
        var loaded = Load("""
            projects:
              - project: Staging
                source: Files
                target: Db
                hooks: [HOOKS]
                objects: [{object: a, source: {file: a.csv}}]
            """.Replace("HOOKS", hooks, StringComparison.Ordinal));

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void The_hook_of_a_batch_must_say_where_it_runs()
    {
        var loaded = Load("""
            batches:
              - batch: Nightly
                projects: [Staging]
                hooks: [{hook: h, when: before, sql: x}]
            projects:
              - project: Staging
                source: Files
                target: Db
                objects: [{object: a, source: {file: a.csv}}]
            """);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1014" }));
    }

    private static LoadedSolution Load(string rest)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "data"));
        File.WriteAllText(Path.Combine(folder.Path, "data", "a.csv"), "Id\n1\n");
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Db, platform: Sqlite}
              - {connection: Other, platform: Sqlite}
            {{rest}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
