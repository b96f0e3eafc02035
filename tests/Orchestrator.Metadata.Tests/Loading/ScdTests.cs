using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Kind scd: what it says, and what does not go together.</summary>
internal sealed class ScdTests
{
    private const string Rest = "{column: At, dataType: date}, {column: City}";

    [Test]
    public void An_object_says_how_versions_are_kept_and_has_the_columns_for_it()
    {
        var one = Load(
            "{effectiveFrom: At, openEnd: null, deletes: flag, surrogateKey: Sk, engine: dataflow}",
            "{column: Id, dataType: int, key: 1}, {column: At, dataType: date}, {column: City, current: Now}, "
            + "{column: Name, change: overwrite}, {column: Region, change: previous}, "
            + "{column: Size, change: previous, previous: Before}").Solution!.Projects[0].Objects[0];

        Assert.That(one.Scd! with { At = default }, Is.EqualTo(new ScdOptions
        {
            EffectiveFrom = "At",
            OpenEnd = null,
            Deletes = DeletedRows.Flag,
            SurrogateKey = "Sk",
            Engine = ScdEngine.Dataflow,
        }));
        Assert.That(one.Columns.Select(column => (column.Change, column.Previous, column.Current)), Is.EqualTo(
            ((ColumnChange, string?, string?)[])
            [
                (ColumnChange.Ignore, null, null), (ColumnChange.Ignore, null, null), (ColumnChange.Track, null, "Now"),
                (ColumnChange.Overwrite, null, null), (ColumnChange.Previous, "PreviousRegion", null),
                (ColumnChange.Previous, "Before", null),
            ]));
        Assert.That(one.SystemColumns.Select(column => $"{column.Role} {column.Column} {column.DataType}"), Is.EqualTo(
            (string[])
            [
                "RowEffectiveFromDate ValidFrom date", "RowEffectiveToDate RowEffectiveToDate date",
                "RowIsCurrent RowIsCurrent bit", "RowVersion RowVersion int", "RowIsDeleted RowIsDeleted bit",
                "RowAuditId RowAuditId bigint", "RowHash RowHash binary(32)",
            ]));
        Assert.That(one.Columns[1].Nullable, Is.False);
    }

    [Test]
    public void What_nobody_writes_has_a_default()
    {
        var one = Load("{deletes: ignore}", "{column: Id, dataType: int, key: 1}, {column: City}")
            .Solution!.Projects[0].Objects[0];

        Assert.That((one.Scd!.EffectiveFrom, one.Scd.OpenEnd, one.Scd.SurrogateKey),
            Is.EqualTo(((string?)null, "9999-12-31", (string?)null)));
        Assert.That(one.SystemColumns.Select(column => column.DataType.ToString()).Take(2),
            Is.EqualTo((string[])["datetime2(7)", "datetime2(7)"]));
        Assert.That(one.SystemColumns.Any(column => column.Role == "RowIsDeleted"), Is.False);
    }

    [TestCase("{}", "{column: Id}, {column: City}", "ORC1086")]
    [TestCase("{}", "{column: Id, key: 1}", "ORC1086")]
    [TestCase("{}", "{column: Id, key: 1, change: track}, {column: City}", "ORC1085")]
    [TestCase("{}", "{column: Id, key: 1}, {column: City, previous: Old}", "ORC1085")]
    [TestCase("{}", "{column: Id, key: 1}, {column: City, change: fixed, current: Now}", "ORC1085")]
    [TestCase("{effectiveFrom: Nothing}", "{column: Id, key: 1}, {column: City}", "ORC1087")]
    [TestCase("{effectiveFrom: Id}", "{column: Id, dataType: date, key: 1}, {column: City}", "ORC1087")]
    [TestCase("{effectiveFrom: At}", "{column: Id, key: 1}, {column: City}, {column: At}", "ORC1087")]
    [TestCase("{effectiveFrom: At}",
        "{column: Id, key: 1}, {column: City}, {column: At, dataType: date, change: track}", "ORC1087")]
    [TestCase("{}", "{column: Id, key: 1}, {column: City, targetExpression: upper(City)}", "ORC1085")]
    [TestCase("{}", "{column: Id, key: 1, targetExpression: Id + 1}, {column: City}", "ORC1085")]
    [TestCase("{surrogateKey: City}", "{column: Id, key: 1}, {column: City}", "ORC1020")]
    [TestCase("{deletes: closed}", "{column: Id, key: 1}, {column: City}", "ORC1013")]
    [TestCase("{openEnd: }", "{column: Id, key: 1}, {column: City}", "ORC1012")]
    [TestCase("{engine: worker}", "{column: Id, key: 1}, {column: City}", "ORC1013")]
    public void What_does_not_go_together_is_one_diagnostic(string scd, string columns, string code) =>
        Assert.That(Codes(Load(scd, columns)), Is.EqualTo(new[] { code }));

    [Test]
    public void With_a_watermark_no_key_can_be_taken_as_deleted() => Assert.That(Codes(Load(
        "{deletes: close}", "{column: Id, dataType: int, key: 1}, " + Rest,
        more: "watermarks: [{watermark: M, column: At, dataType: date}]")), Is.EqualTo(new[] { "ORC1088" }));

    [TestCase("load: {pattern: Merge}", "ORC1084")]
    [TestCase("load: {sortedBy: [Id]}", "ORC1084")]
    public void What_says_how_other_loads_change_a_table_is_refused(string more, string code) => Assert.That(
        Codes(Load("{}", "{column: Id, dataType: int, key: 1}, " + Rest, more: more)), Is.EqualTo(new[] { code }));

    [Test]
    public void A_version_ends_in_the_type_in_which_the_next_one_begins() => Assert.That(Codes(Load(
        "{}", "{column: Id, dataType: int, key: 1}, " + Rest,
        more: "systemColumns: {RowEffectiveToDate: {dataType: date}}")), Is.EqualTo(new[] { "ORC1087" }));

    [Test]
    public void What_is_inherited_loads_the_versions_as_they_stand()
    {
        var next = Load(
            "{deletes: close}", "{column: Id, dataType: int, key: 1}, {column: City, change: overwrite}",
            more: "tags: [t]", next: "- {project: Next, source: Mart, target: Crm, inherit: Mart}")
            .Solution!.Projects[1].Objects[0];

        Assert.That((next.Kind, next.Scd, next.Columns.Count, next.Source!.Name, next.Tags.Single()),
            Is.EqualTo(("load", (ScdOptions?)null, 0, "c", "t")));
    }

    [Test]
    public void Other_kinds_know_nothing_of_versions() => Assert.That(
        Codes(Load("{}", "{column: Id, key: 1}, {column: City, change: overwrite}", kind: "load")),
        Is.EquivalentTo(new[] { "ORC1041", "ORC1084" }));

    private static IEnumerable<string> Codes(LoadedSolution loaded) => loaded.Diagnostics.Select(one => one.Code);

    private static LoadedSolution Load(
        string scd, string columns, string more = "", string kind = "scd", string next = "")
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            systemColumns:
              RowEffectiveFromDate: {column: ValidFrom}
              RowIsDeleted: {column: RowIsDeleted}
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Mart, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Mart]}
            projects:
              - project: Mart
                source: Crm
                target: Mart
                load: {pattern: TruncateInsert}
                objects:
                  - object: c
                    kind: {{kind}}
                    source: {name: c}
                    scd: {{scd}}
                    {{more}}
                    columns: [{{columns}}]
              {{next}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
