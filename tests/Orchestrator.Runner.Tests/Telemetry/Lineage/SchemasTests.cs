using System.Text.Json;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

/// <summary>The validator finds what is wrong, or nothing that it passes would mean anything.</summary>
internal sealed class SchemasTests
{
    private const string Right = """
        {"eventType":"START","eventTime":"2026-01-01T00:00:00Z","producer":"urn:a:b",
         "schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
         "run":{"runId":"0199d2a4-0000-7000-8000-000000000001","facets":{"errorMessage":{"_producer":"urn:a:b",
          "_schemaURL":"https://openlineage.io/spec/facets/1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet",
          "message":"m","programmingLanguage":"C#"}}},
         "job":{"namespace":"n","name":"j"},"inputs":[],"outputs":[{"namespace":"n","name":"d","outputFacets":{
          "statistics":{"_producer":"urn:a:b","_schemaURL":
           "https://openlineage.io/spec/facets/1-2-0/SchemaDatasetFacet.json#/$defs/SchemaDatasetFacet",
           "fields":[]}}}]}
        """;

    [Test]
    public void What_is_right_passes() => Assert.That(Mistakes(Right), Is.Empty);

    [TestCase("\"START\"", "\"BEGIN\"")]
    [TestCase("2026-01-01T00:00:00Z", "yesterday")]
    [TestCase("0199d2a4-0000-7000-8000-000000000001", "482")]
    [TestCase("\"namespace\":\"n\",\"name\":\"j\"", "\"name\":\"j\"")]
    [TestCase("\"inputs\":[]", "\"inputs\":{}")]
    [TestCase("\"programmingLanguage\"", "\"language\"")]
    [TestCase("\"fields\":[]", "\"fields\":[{\"type\":\"int\"}]")]
    [TestCase("facets/1-0-1/ErrorMessageRunFacet.json", "facets/1-0-1/ErrorRunFacet.json")]
    [TestCase("\"_producer\":\"urn:a:b\",\n", "")]
    public void What_is_wrong_is_found(string right, string wrong)
    {
        var changed = Right.ReplaceLineEndings("\n").Replace(right, wrong, StringComparison.Ordinal);

        Assert.That(changed, Is.Not.EqualTo(Right.ReplaceLineEndings("\n")));
        Assert.That(Mistakes(changed), Is.Not.Empty);
    }

    private static IReadOnlyList<string> Mistakes(string json) =>
        new Schemas().MistakesIn(JsonDocument.Parse(json).RootElement);
}
