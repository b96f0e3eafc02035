using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;

namespace Orchestrator.Metadata.Tests.Diff;

internal sealed class RowChangesTests
{
    [TestCase("source.where", true)]
    [TestCase("source.name", true)]
    [TestCase("source.files.take", true)]
    [TestCase("columns", true)]
    [TestCase("columns.Id.dataType", true)]
    [TestCase("columns.Id.targetExpression", true)]
    [TestCase("sql", true)]
    [TestCase("procedure", true)]
    [TestCase("arguments.From", true)]
    [TestCase("hooks.tidy.sql", true)]
    [TestCase("watermarks.changed.column", true)]
    [TestCase("load.pattern", true)]
    [TestCase("load.keepNulls", true)]
    [TestCase("onTruncation", true)]
    [TestCase("target.name", true)]
    [TestCase("check.rowCount", true)]
    [TestCase("systemColumns.RowAuditId.column", true)]
    [TestCase("dataTypeMappings.money", true)]
    [TestCase("tags", false)]
    [TestCase("ownThread", false)]
    [TestCase("enabled", false)]
    [TestCase("retry.count", false)]
    [TestCase("packageTimeout", false)]
    [TestCase("load.swap", false)]
    [TestCase("load.commitRows", false)]
    [TestCase("load.indexes", false)]
    [TestCase("errors.maxErrors", false)]
    [TestCase("dependsOn.Source/other", false)]
    [TestCase("source.files.archive", false)]
    [TestCase("columns.Id.sensitive", false)]
    [TestCase("inheritedFrom", false)]
    public void A_changed_value_asks_for_another_load_only_where_rows_or_checks_change(string key, bool asks) =>
        Assert.That(RowChanges.Of(Plan((key, "[\"a\"]")), Plan((key, "[\"b\"]"))),
            Is.EqualTo(asks ? new[] { "Staging/a" } : []));

    [TestCase("target.name", true)]
    [TestCase("tags", false)]
    public void A_check_of_other_rows_is_made_again_although_it_writes_none(string key, bool asks) =>
        Assert.That(RowChanges.Of(Plan(("kind", "check"), (key, "[\"a\"]")), Plan(("kind", "check"), (key, "[\"b\"]"))),
            Is.EqualTo(asks ? new[] { "Staging/a" } : []));

    [Test]
    public void Another_container_is_another_file_only_where_the_container_names_it()
    {
        PlanContent Of(string file, string container) =>
            Plan([("file", file)], ("target.connection", "Stage"), ("container", container));

        Assert.That(RowChanges.Of(Of("{connection}.db", "One"), Of("{connection}.db", "Two")), Is.Empty);
        Assert.That(RowChanges.Of(Of("{container}.db", "One"), Of("{container}.db", "Two")),
            Is.EqualTo(new[] { "Staging/a" }));
    }

    [Test]
    public void What_a_connection_writes_into_rows_asks_for_another_load_and_where_it_leads_does_not()
    {
        PlanContent Of(string key, string value) => Plan([(key, value)], ("source.connection", "Stage"));

        Assert.That(RowChanges.Of(Of("recordSource", "A"), Of("recordSource", "B")), Is.EqualTo(new[] { "Staging/a" }));
        Assert.That(RowChanges.Of(Of("connectionString", "A"), Of("connectionString", "B")), Is.Empty);
    }

    private static PlanContent Plan(params (string Key, string Value)[] properties) => Plan([], properties);

    private static PlanContent Plan((string Key, string Value)[] stage, params (string, string)[] properties) => new()
    {
        Solution = "Shop",
        Batch = "Nightly",
        Environment = "default",
        Hash = $"{string.Join(',', properties)} {string.Join(',', stage)}",
        Nodes =
        [
            new PlanEntry(NodeKind.Batch, "Nightly", -1, "", []),
            new PlanEntry(NodeKind.Package, "Staging/a", 0, "", Properties(properties)),
        ],
        Connections = [new ConnectionEntry("Stage", Properties(stage))],
    };

    private static IReadOnlyList<PlanProperty> Properties((string Key, string Value)[] written) =>
        [.. written.Select(each => new PlanProperty(each.Key, each.Value, Origin.Default))];
}
