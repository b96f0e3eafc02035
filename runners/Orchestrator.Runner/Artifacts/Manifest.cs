using System.Text.Json;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>manifest.json: what was to be run, by whom, and where each option comes from.</summary>
internal static class Manifest
{
    public static void Write(
        Stream stream, RunFacts facts, IReadOnlyDictionary<string, string> versions, OutsideText outside)
    {
        using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true });
        new GatedJson(writer, outside).Object(null, json => Members(json, facts, versions));
    }

    private static void Members(GatedJson json, RunFacts facts, IReadOnlyDictionary<string, string> versions)
    {
        var run = facts.Run;
        var plan = PlanJson.Read(facts.PlanJson);
        json.Object("metadata", metadata => metadata
                .Number("schema_version", GatedJson.SchemaVersion)
                .Time("generated_at", run.Started)
                .Text("invocation_id", run.Id.ToString())
                .Number("run", run.Number)
                .Object("versions", list =>
                {
                    foreach (var (name, version) in versions)
                    {
                        list.Text(name, version);
                    }
                }))
            .Text("solution", run.Solution)
            .Text("batch", run.Batch)
            .Text("environment", run.Environment)
            .Text("plan_hash", run.PlanHash)
            .Number("continues", run.Continues)
            .Text("git_commit", run.GitCommit.Length == 0 ? null : run.GitCommit)
            .Number("gate", run.GateSlots)
            .Number("processors", run.Processors)
            .List("options", facts.Options, (item, option) => item
                .Text("name", option.Name).Text("value", option.Value).Text("from", option.From))
            .List("nodes", plan.Nodes.Index(), (item, node) => item
                .Number("index", node.Index)
                .Text("unique_id", node.Item.Name)
                .Text("resource_type", node.Item.Kind.ToString().ToLowerInvariant())
                .Text("parent", node.Item.Parent < 0 ? null : plan.Nodes[node.Item.Parent].Name)
                .Text("checksum", node.Item.Hash)
                .Object("config", config => Properties(config, node.Item.Properties)))
            .List("connections", plan.Connections, (item, connection) => item
                .Text("name", connection.Name)
                .Object("config", config => Properties(config, connection.Properties)));
    }

    private static void Properties(GatedJson json, IReadOnlyList<PlanProperty> properties)
    {
        foreach (var property in properties)
        {
            json.Object(property.Key, value => value
                .Text("value", property.Value).Text("from", property.At.ToString()));
        }
    }
}
