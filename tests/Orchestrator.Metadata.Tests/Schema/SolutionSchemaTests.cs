using System.Text.Json.Nodes;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Tests.Loading;

namespace Orchestrator.Metadata.Tests.Schema;

internal sealed class SolutionSchemaTests
{
    [Test]
    [Category("Approved")]
    public void The_schema_that_is_checked_in_is_the_one_that_the_keys_give() => Approved.CheckFile(
        Path.Combine(Samples.Root, "metadata", "orchestrator.schema.json"), SolutionSchema.ToJson());

    [Test]
    public void Every_kind_of_document_refuses_unknown_keys()
    {
        var schema = JsonNode.Parse(SolutionSchema.ToJson())!;

        var kinds = schema["definitions"]!.AsObject();

        Assert.That(kinds.Select(kind => kind.Key),
            Is.EqualTo(new[]
            {
                "solution", "connection", "batch", "project", "object", "environment", "calendar", "catalog",
            }));
        Assert.That(kinds.Select(kind => (bool)kind.Value!["additionalProperties"]!), Is.All.False);
    }
}
