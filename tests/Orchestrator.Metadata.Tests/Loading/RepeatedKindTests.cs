using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>An object that repeats another one may be of another kind.</summary>
internal sealed class RepeatedKindTests
{
    [TestCase("kind: load")]
    [TestCase("kind: sql, sql: select 1")]
    public void What_repeats_a_check_with_another_kind_asks_nothing(string keys)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Mart, platform: Sqlite}
            batches: [{batch: B, projects: [Staging, Next]}]
            projects:
              - project: Staging
                source: Dwh
                target: Dwh
                objects:
                  - object: a
                    kind: check
                    check: {rowCount: ">0"}
              - project: Next
                source: Dwh
                target: Mart
                inherit: Staging
                objects:
                  - {object: a, {{keys}}}
            """);

        var projects = SolutionLoader.Load(folder.Path).Solution!.Projects;
        var (check, repeated) = (projects[0].Objects[0], projects[1].Objects[0]);

        Assert.That((check.Check!.RowCount, repeated.InheritedFrom), Is.EqualTo((">0", "Staging/a")));
        Assert.That(repeated.Check, Is.Null);
        Assert.That(Asked(check), Is.EqualTo(new[] { "check.rowCount" }));
        Assert.That(Asked(repeated), Is.Empty);
    }

    private static IEnumerable<string> Asked(ObjectDefinition definition) => PackageProperties
        .Of(definition, null, null).Where(property => !property.IsDefault).Select(property => property.Key)
        .Where(key => key.StartsWith("check.", StringComparison.Ordinal));
}
