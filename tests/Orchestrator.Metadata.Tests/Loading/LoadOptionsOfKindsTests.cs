using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;
using Orchestrator.Metadata.Tests.Keys;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>A key of `load` does something in an object of a kind, or is refused there: none is passed over.</summary>
internal sealed class LoadOptionsOfKindsTests
{
    private static IEnumerable<string> Written => LoadKeys.Section.Keys.Select(key => key.Name);

    [TestCaseSource(nameof(Written))]
    public void An_object_of_kind_absorb_takes_what_it_does_and_no_more(string key) => Assert.That(
        Codes("kind: absorb, source: {name: t}, " + Columns, key),
        Is.EqualTo(IsTaken(key, LoadForms.Buffer) ? [] : (string[])["ORC1091"]));

    [TestCaseSource(nameof(Written))]
    public void An_object_of_kind_scd_takes_what_it_does_and_no_more(string key) => Assert.That(
        Codes("kind: scd, source: {name: t}, " + Columns, key),
        Is.EqualTo(IsTaken(key, LoadForms.Versions) ? [] : (string[])["ORC1084"]));

    [Test]
    public void Each_form_of_a_load_takes_some_and_not_all() => Assert.That(
        Enum.GetValues<LoadForms>().Where(form => form != LoadForms.None)
            .Select(form => LoadKeys.NotTakenBy(form).Count()),
        Is.All.InRange(1, LoadKeys.Section.Keys.Count - 1));

    [Test]
    public void Without_a_source_nothing_is_loaded_fast_or_slowly() => Assert.That(
        Codes("kind: absorb, " + Columns, LoadKeys.FastLoad.Name), Is.EqualTo((string[])["ORC1091"]));

    [TestCase("kind: sql, sql: select 1")]
    [TestCase("kind: check, check: {rowCount: \">0\"}")]
    [TestCase("kind: process, process: {command: [a]}")]
    public void An_object_that_writes_no_rows_takes_none(string kind) =>
        Assert.That(Codes(kind, LoadKeys.Statistics.Name), Is.EqualTo((string[])["ORC1041"]));

    private const string Columns =
        "columns: [{column: Id, dataType: int, key: 1}, {column: At, dataType: date}]";

    private static bool IsTaken(string name, LoadForms form) =>
        LoadKeys.NotTakenBy(form).All(key => key.Name != name);

    private static IEnumerable<string> Codes(string keys, string option)
    {
        var shape = LoadKeys.Section.Keys.Single(key => key.Name == option).Key.Shape;
        var value = WrittenKeys.Text(WrittenKeys.Values(shape)[0]);
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: From, platform: Sqlite}
              - {connection: To, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [P]}
            projects:
              - project: P
                source: From
                target: To
                objects: [{object: t, {{keys}}, load: { {{option}}: {{value}} } }]
            """);
        return [.. SolutionLoader.Load(folder.Path).Diagnostics.Select(one => one.Code)];
    }
}
