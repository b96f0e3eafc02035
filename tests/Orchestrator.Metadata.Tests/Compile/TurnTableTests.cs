using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>A table that each turn of a loop replaces, in turns that the run finds out.</summary>
internal sealed class TurnTableTests
{
    [TestCase("sql: select 1, kind: sql", "ORC2011")]
    [TestCase("sql: select count(*) from Landed, kind: sql", "")]
    [TestCase("source: {query: select a from landed}, target: {name: \"all_${var:Code}\"}", "")]
    [TestCase("source: {name: landed}, target: {name: \"all_${var:Code}\"}", "")]
    [TestCase("source: {name: other}, target: {name: \"all_${var:Code}\"}", "ORC2011")]
    public void It_may_be_replaced_where_the_turn_itself_has_read_it(string reader, string code)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Regions, scope: run, rows: {Code: char(2)} }
            connections:
              - {connection: Staging, platform: Sqlite}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                source: Staging
                target: Staging
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, forEach: {rows: Regions, turns: Linear} }
                objects:
                  - {object: regions, kind: sql, container: First, sql: "select 'DE' as Code", sets: {Regions: rows} }
                  - {object: landed, container: Per, source: {query: select 1 as a}, load: {pattern: TruncateInsert} }
                  - {object: reader, container: Per, dependsOn: [landed], {{reader}}}
            """);
        var loaded = SolutionLoader.Load(folder.Path);
        Assert.That(loaded.Diagnostics, Is.Empty);

        var found = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Where(one => one.Code == "ORC2011").ToArray();

        Assert.That(string.Join(' ', found.Select(one => one.Code)), Is.EqualTo(code));
        Assert.That(found.Select(one => one.Hint), Has.All.Contains("${var:Code}"));
    }
}
