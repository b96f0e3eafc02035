using System.Text.Json.Nodes;
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
    public string OfRun(string type, TimeSpan at, string error = "") =>
        Event(type, at, Run(header.Id, isRun: true, error), Job(header.Batch, "RUN"), inputs: [], outputs: []);

    /// <summary>An event of an attempt of a package, with its rows where they are known.</summary>
    public string OfPackage(
        string type, TimeSpan at, PlanNode node, int attempt, RowCounts? rows = null, string error = "")
    {
        var id = LineageId.Of(header.Id, node.Index, attempt);
        var inputs = datasets.InputsOf(node);
        var read = inputs.Count == 1 ? rows?.Read : null;
        var written = rows?.Inserted + rows?.Updated;
        return Event(
            type, at, Run(id, isRun: false, error),
            Job($"{header.Batch}/{node.Name}", node.PackageKind.ToUpperInvariant()),
            inputs.Select(input => Input(input, read)),
            datasets.OutputsOf(node).Select(output => Output(output, node, inputs, written)));
    }

    private string Event(
        string type, TimeSpan at, JsonObject run, JsonObject job, IEnumerable<JsonObject> inputs,
        IEnumerable<JsonObject> outputs)
    {
        var json = new JsonObject
        {
            ["eventType"] = type,
            ["eventTime"] = (header.StartedAt + at).UtcDateTime,
            ["producer"] = Producer,
            ["schemaURL"] = $"{Spec}/2-0-2/OpenLineage.json#/$defs/RunEvent",
            ["run"] = run,
            ["job"] = job,
            ["inputs"] = new JsonArray([.. inputs]),
            ["outputs"] = new JsonArray([.. outputs]),
        };
        return json.ToJsonString();
    }

    private JsonObject Run(Guid id, bool isRun, string error)
    {
        var facets = new JsonObject
        {
            ["processing_engine"] = Facet("1-1-1/ProcessingEngineRunFacet", new JsonObject
            {
                ["version"] = RunHost.Version,
                ["name"] = "Orchestrator",
            }),
        };
        if (asOf != default)
        {
            facets["nominalTime"] = Facet("1-0-1/NominalTimeRunFacet", new JsonObject
            {
                ["nominalStartTime"] = $"{asOf:yyyy-MM-dd}T00:00:00Z",
            });
        }

        if (!isRun)
        {
            facets["parent"] = Facet("1-2-0/ParentRunFacet", new JsonObject
            {
                ["run"] = new JsonObject { ["runId"] = header.Id },
                ["job"] = Named(space, header.Batch),
            });
        }

        if (error.Length > 0)
        {
            facets["errorMessage"] = Facet("1-0-1/ErrorMessageRunFacet", new JsonObject
            {
                ["message"] = error,
                ["programmingLanguage"] = "C#",
            });
        }

        return new JsonObject { ["runId"] = id, ["facets"] = facets };
    }

    private JsonObject Job(string name, string kind)
    {
        var json = Named(space, name);
        json["facets"] = new JsonObject
        {
            ["jobType"] = Facet("2-0-4/JobTypeJobFacet", new JsonObject
            {
                ["processingType"] = "BATCH",
                ["integration"] = "ORCHESTRATOR",
                ["jobType"] = kind,
            }),
        };
        return json;
    }

    private static JsonObject Input(Dataset input, long? read)
    {
        var json = Named(input.Namespace, input.Name);
        json["facets"] = Schema(input);
        if (read is { } count)
        {
            json["inputFacets"] = new JsonObject
            {
                ["inputStatistics"] = Facet("1-0-0/InputStatisticsInputDatasetFacet", Rows(count)),
            };
        }

        return json;
    }

    private static JsonObject Output(
        Dataset output, PlanNode node, IReadOnlyList<Dataset> inputs, long? written)
    {
        var json = Named(output.Namespace, output.Name);
        var facets = Schema(output);
        json["facets"] = facets;
        if (inputs is [var input] && Datasets.LinesOf(node) is { Count: > 0 } lines)
        {
            facets["columnLineage"] = Facet("1-2-0/ColumnLineageDatasetFacet", Lines(input, lines));
        }

        if (written is { } count)
        {
            json["outputFacets"] = new JsonObject
            {
                ["outputStatistics"] = Facet("1-0-2/OutputStatisticsOutputDatasetFacet", Rows(count)),
            };
        }

        return json;
    }

    private static JsonObject Lines(Dataset input, IReadOnlyList<FieldLine> lines)
    {
        var fields = new JsonObject();
        foreach (var line in lines.DistinctBy(line => line.Target))
        {
            var from = Named(input.Namespace, input.Name);
            from["field"] = line.Source;
            from["transformations"] = new JsonArray(new JsonObject
            {
                ["type"] = "DIRECT",
                ["subtype"] = line.IsSame ? "IDENTITY" : "TRANSFORMATION",
            });
            fields[line.Target] = new JsonObject { ["inputFields"] = new JsonArray(from) };
        }

        return new JsonObject { ["fields"] = fields };
    }

    private static JsonObject Named(string space, string name) => new() { ["namespace"] = space, ["name"] = name };

    private static JsonObject Rows(long count) => new() { ["rowCount"] = count };

    private static JsonObject Schema(Dataset one)
    {
        var facets = new JsonObject();
        if (one.Fields.Count > 0)
        {
            facets["schema"] = Facet("1-2-0/SchemaDatasetFacet", new JsonObject
            {
                ["fields"] = new JsonArray([.. one.Fields.Select(Field)]),
            });
        }

        return facets;
    }

    private static JsonObject Field((string Name, string Type) field)
    {
        var json = new JsonObject { ["name"] = field.Name };
        if (field.Type.Length > 0)
        {
            json["type"] = field.Type;
        }

        return json;
    }

    private static JsonObject Facet(string of, JsonObject members)
    {
        members.Insert(0, "_producer", Producer);
        members.Insert(1, "_schemaURL", $"{Spec}/facets/{of}.json#/$defs/{of[(of.IndexOf('/') + 1)..]}");
        return members;
    }
}
