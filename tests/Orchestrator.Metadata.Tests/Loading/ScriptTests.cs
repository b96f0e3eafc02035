using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Classes that work between loads, as written.</summary>
internal sealed class ScriptTests
{
    private const string Sum = "abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789";

    private const string Class = $"plugin: {{assembly: a.dll, class: A.B, sha256: {Sum}}}";

    [Test]
    public void An_object_says_which_connections_its_class_reads_and_changes_and_what_it_sets()
    {
        var one = Load($"plugin: {{assembly: a.dll, class: A.B, sha256: {Sum}, reads: [In], writes: [Dwh]}}, "
            + "options: {since: \"${var:Cutoff}\"}, sets: {Count: lines, All: every}").Solution!.Projects[0].Objects[0];

        Assert.That((one.IsLoad, one.WritesTarget, one.Idempotent, one.Source), Is.EqualTo(
            (false, false, false, (ObjectSource?)null)));
        Assert.That(one.Plugin!.Reads, Is.EqualTo(new[] { "In" }));
        Assert.That(one.Plugin.Writes, Is.EqualTo(new[] { "Dwh" }));
        Assert.That(one.OtherConnections, Is.EqualTo(new[] { "In", "Dwh" }));
        Assert.That(one.Sets!.Each.Select(set => $"{set.Variable} {set.From}"),
            Is.EqualTo(new[] { "Count lines", "All every" }));
    }

    [TestCase("tags: [a]", "ORC1041")]
    [TestCase(Class + ", target: {name: t}", "ORC1041")]
    [TestCase(Class + ", source: {name: t}", "ORC1041")]
    [TestCase(Class + ", sql: select 1", "ORC1041")]
    [TestCase(Class + ", onNone: null", "ORC1041")]
    [TestCase(Class + ", sets: {Count: changed}", "ORC1190")]
    [TestCase(Class + ", sets: {Count: returnCode}", "ORC1190")]
    [TestCase(Class + ", sets: {All: rows}", "ORC1190")]
    [TestCase(Class + ", sets: {Count: \"@Out\"}", "ORC1190")]
    [TestCase(Class + ", sets: {Nix: lines}", "ORC1066")]
    [TestCase(Class + ", sets: {}", "ORC1066")]
    [TestCase($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, writes: [Nix]}}", "ORC1021")]
    public void What_such_a_class_cannot_be_is_one_diagnostic(string keys, string code)
    {
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void A_flow_changes_nothing_but_its_target()
    {
        var loaded = Load($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, writes: [Dwh]}}", "dataflow");

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1038" }));
    }

    [TestCase("session", null)]
    [TestCase("database", "ORC1191")]
    public void It_writes_nowhere_where_its_commits_would_be_delayed_with_those_of_all(string scope, string? code)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - connection: Dwh
                platform: PostgreSql
                connectionString: Host=x
                reloadable: true
                delayedDurability: {mode: forced, scope: {{scope}}}
            batches: [{batch: B, projects: [Staging]}]
            projects:
              - project: Staging
                target: Dwh
                objects:
                  - object: a
                    kind: script
                    plugin: {assembly: a.dll, class: A.B, sha256: {{Sum}}, writes: [Dwh]}
            """);

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.FirstOrDefault(one => one.Code == "ORC1191")?.Code, Is.EqualTo(code));
    }

    [Test]
    public void Its_plan_tells_what_it_changes_and_sets_and_nothing_of_rows_that_are_missing()
    {
        var text = $"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, writes: [Dwh]}}, sets: {{Count: lines}}";

        var told = PackageProperties.Of(Load(text).Solution!.Projects[0].Objects[0], null, null)
            .Select(property => property.Key).ToArray();

        Assert.That(new[] { "plugin.writes", "sets.Count", "sets.Count.dataType", "idempotent" }, Is.SubsetOf(told));
        Assert.That(told, Has.None.EqualTo("onNone").And.None.StartsWith("target."));
    }

    private static LoadedSolution Load(string keys, string kind = "script")
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "in"));
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Cutoff, dataType: date, scope: run}
              - {variable: Count, dataType: int, scope: run}
              - {variable: All, rows: {Id: int, Name: nvarchar(10)}, scope: run}
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: In, platform: Files, folder: in}
            batches: [{batch: B, projects: [Staging]}]
            projects:
              - project: Staging
                source: Dwh
                target: Dwh
                objects: [{object: a, kind: {{kind}}, {{keys}}}]
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
