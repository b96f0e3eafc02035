using System.Text;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// The events of one run as JSON, one a line: the run is a job, and each package one whose parent it is. They hold
/// names, counts and codes: no message of an error, no SQL, no value. Pure.
/// </summary>
internal sealed class LineageEvents(RunHeader header, string space, DateOnly asOf, Datasets datasets)
{
    private const string Spec = "https://openlineage.io/spec";

    private static readonly string Producer = $"urn:orchestrator:{RunHost.Version}";

    /// <summary>START, COMPLETE, FAIL or ABORT of the run itself.</summary>
    /// <param name="type">Which.</param>
    /// <param name="at">Time since the run began.</param>
    /// <param name="error">Why it failed; empty = it did not.</param>
    public string OfRun(string type, TimeSpan at, string error = "") => Event(type, at, json =>
    {
        Run(json, header.Id, isRun: true, error);
        Job(json, header.Batch, "RUN");
        json.WriteStartArray("inputs");
        json.WriteEndArray();
        json.WriteStartArray("outputs");
        json.WriteEndArray();
    });

    /// <summary>An event of an attempt of a package, with its rows where they are known.</summary>
    public string OfPackage(
        string type, TimeSpan at, PlanNode node, int attempt, RowCounts? rows = null, string error = "")
    {
        var id = LineageId.Of(header.Id, node.Index, attempt);
        return Event(type, at, json =>
        {
            Run(json, id, isRun: false, error);
            Job(json, $"{header.Batch}/{node.Name}", node.PackageKind.ToUpperInvariant());
            var inputs = datasets.InputsOf(node);
            json.WriteStartArray("inputs");
            foreach (var input in inputs)
            {
                Input(json, input, inputs.Count == 1 ? rows?.Read : null);
            }

            json.WriteEndArray();
            json.WriteStartArray("outputs");
            foreach (var output in datasets.OutputsOf(node))
            {
                Output(json, output, node, inputs, rows is { } known ? known.Inserted + known.Updated : null);
            }

            json.WriteEndArray();
        });
    }

    private string Event(string type, TimeSpan at, Action<Utf8JsonWriter> members)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream))
        {
            json.WriteStartObject();
            json.WriteString("eventType", type);
            json.WriteString("eventTime", (header.StartedAt + at).UtcDateTime);
            json.WriteString("producer", Producer);
            json.WriteString("schemaURL", $"{Spec}/2-0-2/OpenLineage.json#/$defs/RunEvent");
            members(json);
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    private void Run(Utf8JsonWriter json, Guid id, bool isRun, string error)
    {
        json.WriteStartObject("run");
        json.WriteString("runId", id);
        json.WriteStartObject("facets");
        Facet(json, "processing_engine", "1-1-1/ProcessingEngineRunFacet", () =>
        {
            json.WriteString("version", RunHost.Version);
            json.WriteString("name", "Orchestrator");
        });
        if (asOf != default)
        {
            Facet(json, "nominalTime", "1-0-1/NominalTimeRunFacet",
                () => json.WriteString("nominalStartTime", $"{asOf:yyyy-MM-dd}T00:00:00Z"));
        }

        if (!isRun)
        {
            Facet(json, "parent", "1-2-0/ParentRunFacet", () => Parent(json));
        }

        if (error.Length > 0)
        {
            Facet(json, "errorMessage", "1-0-1/ErrorMessageRunFacet", () =>
            {
                json.WriteString("message", error);
                json.WriteString("programmingLanguage", "C#");
            });
        }

        json.WriteEndObject();
        json.WriteEndObject();
    }

    private void Parent(Utf8JsonWriter json)
    {
        json.WriteStartObject("run");
        json.WriteString("runId", header.Id);
        json.WriteEndObject();
        json.WriteStartObject("job");
        json.WriteString("namespace", space);
        json.WriteString("name", header.Batch);
        json.WriteEndObject();
    }

    private void Job(Utf8JsonWriter json, string name, string kind)
    {
        json.WriteStartObject("job");
        json.WriteString("namespace", space);
        json.WriteString("name", name);
        json.WriteStartObject("facets");
        Facet(json, "jobType", "2-0-4/JobTypeJobFacet", () =>
        {
            json.WriteString("processingType", "BATCH");
            json.WriteString("integration", "ORCHESTRATOR");
            json.WriteString("jobType", kind);
        });
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void Input(Utf8JsonWriter json, Dataset input, long? read)
    {
        json.WriteStartObject();
        Named(json, input);
        json.WriteStartObject("facets");
        Schema(json, input);
        json.WriteEndObject();
        if (read is { } count)
        {
            json.WriteStartObject("inputFacets");
            Facet(json, "inputStatistics", "1-0-0/InputStatisticsInputDatasetFacet",
                () => json.WriteNumber("rowCount", count));
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }

    private static void Output(
        Utf8JsonWriter json, Dataset output, PlanNode node, IReadOnlyList<Dataset> inputs, long? written)
    {
        json.WriteStartObject();
        Named(json, output);
        json.WriteStartObject("facets");
        Schema(json, output);
        if (inputs is [var input] && Datasets.LinesOf(node) is { Count: > 0 } lines)
        {
            Facet(json, "columnLineage", "1-2-0/ColumnLineageDatasetFacet", () => Lines(json, input, lines));
        }

        json.WriteEndObject();
        if (written is { } count)
        {
            json.WriteStartObject("outputFacets");
            Facet(json, "outputStatistics", "1-0-2/OutputStatisticsOutputDatasetFacet",
                () => json.WriteNumber("rowCount", count));
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }

    private static void Lines(Utf8JsonWriter json, Dataset input, IReadOnlyList<FieldLine> lines)
    {
        json.WriteStartObject("fields");
        foreach (var line in lines.DistinctBy(line => line.Target))
        {
            json.WriteStartObject(line.Target);
            json.WriteStartArray("inputFields");
            json.WriteStartObject();
            Named(json, input);
            json.WriteString("field", line.Source);
            json.WriteStartArray("transformations");
            json.WriteStartObject();
            json.WriteString("type", "DIRECT");
            json.WriteString("subtype", line.IsSame ? "IDENTITY" : "TRANSFORMATION");
            json.WriteEndObject();
            json.WriteEndArray();
            json.WriteEndObject();
            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }

    private static void Named(Utf8JsonWriter json, Dataset one)
    {
        json.WriteString("namespace", one.Namespace);
        json.WriteString("name", one.Name);
    }

    private static void Schema(Utf8JsonWriter json, Dataset one)
    {
        if (one.Fields.Count == 0)
        {
            return;
        }

        Facet(json, "schema", "1-2-0/SchemaDatasetFacet", () =>
        {
            json.WriteStartArray("fields");
            foreach (var (name, type) in one.Fields)
            {
                json.WriteStartObject();
                json.WriteString("name", name);
                if (type.Length > 0)
                {
                    json.WriteString("type", type);
                }

                json.WriteEndObject();
            }

            json.WriteEndArray();
        });
    }

    private static void Facet(Utf8JsonWriter json, string name, string of, Action members)
    {
        json.WriteStartObject(name);
        json.WriteString("_producer", Producer);
        json.WriteString("_schemaURL", $"{Spec}/facets/{of}.json#/$defs/{of[(of.IndexOf('/') + 1)..]}");
        members();
        json.WriteEndObject();
    }
}
