using System.Text.Json.Nodes;

namespace Orchestrator.Metadata.Diagnostics;

/// <summary>Writes diagnostics for machines.</summary>
public static class DiagnosticJson
{
    /// <summary>One document: schema_version, errors, warnings, and all diagnostics in order.</summary>
    public static JsonObject Document(IReadOnlyList<Diagnostic> diagnostics) => new()
    {
        ["schema_version"] = 1,
        ["errors"] = diagnostics.Count(one => one.Severity == Severity.Error),
        ["warnings"] = diagnostics.Count(one => one.Severity == Severity.Warning),
        ["diagnostics"] = new JsonArray([.. diagnostics.Select(JsonNode? (one) => One(one))]),
    };

    /// <summary>One diagnostic; keys without a value are left out.</summary>
    public static JsonObject One(Diagnostic diagnostic)
    {
        var json = new JsonObject
        {
            ["code"] = diagnostic.Code,
            ["severity"] = diagnostic.Severity == Severity.Error ? "error" : "warning",
            ["file"] = diagnostic.At.File,
            ["line"] = diagnostic.At.Line,
            ["column"] = diagnostic.At.Column,
            ["message"] = diagnostic.Message,
        };
        Add(json, "hint", diagnostic.Hint);
        Add(json, "suggestion", diagnostic.Suggestion);
        Add(json, "source_line", diagnostic.SourceLine);
        if (diagnostic.Fix is { } fix)
        {
            json["fix"] = new JsonObject
            {
                ["line"] = fix.At.Line,
                ["column"] = fix.At.Column,
                ["length"] = fix.Length,
                ["replacement"] = fix.Replacement,
            };
        }

        return json;
    }

    private static void Add(JsonObject json, string key, string? value)
    {
        if (value is not null)
        {
            json[key] = value;
        }
    }
}
