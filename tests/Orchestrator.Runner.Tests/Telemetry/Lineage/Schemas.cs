using System.Text.Json;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

/// <summary>
/// The published schema of OpenLineage and of its facets, and a validator of the part of JSON Schema in which they are
/// written. A word that it does not know is a failure and not passed over.
/// </summary>
internal sealed partial class Schemas
{
    private static readonly string[] Notes =
        ["$schema", "$id", "$defs", "description", "example", "deprecated", "title"];

    private readonly Dictionary<string, JsonElement> _documents = [];

    public Schemas()
    {
        var own = typeof(Schemas).Assembly;
        foreach (var name in own.GetManifestResourceNames()
            .Where(name => name.EndsWith(".json", StringComparison.Ordinal)))
        {
            using var stream = own.GetManifestResourceStream(name)!;
            var document = JsonDocument.Parse(stream).RootElement;
            _documents[document.GetProperty("$id").GetString()!] = document;
        }
    }

    /// <summary>What is wrong with an event, and with each of its facets by the schema that it names.</summary>
    public IReadOnlyList<string> MistakesIn(JsonElement one)
    {
        List<string> mistakes = [];
        Check(one, one.GetProperty("schemaURL").GetString()!, "", mistakes);
        foreach (var (path, facet) in FacetsIn(one, ""))
        {
            Check(facet, facet.GetProperty("_schemaURL").GetString()!, path, mistakes);
        }

        return mistakes;
    }

    /// <summary>All facets below an element, with their paths.</summary>
    public static IEnumerable<(string Path, JsonElement Facet)> FacetsIn(JsonElement one, string path) =>
        one.ValueKind switch
        {
            JsonValueKind.Array => one.EnumerateArray().SelectMany((each, at) => FacetsIn(each, $"{path}/{at}")),
            JsonValueKind.Object when one.TryGetProperty("_schemaURL", out _) => [(path, one)],
            JsonValueKind.Object => one.EnumerateObject()
                .SelectMany(each => FacetsIn(each.Value, $"{path}/{each.Name}")),
            _ => [],
        };

    private void Check(JsonElement value, string reference, string path, List<string> mistakes)
    {
        var (document, place) = (reference[..reference.IndexOf('#')], reference[(reference.IndexOf('#') + 1)..]);
        if (!_documents.TryGetValue(document, out var schema))
        {
            mistakes.Add($"{path}: nobody published {document}");
            return;
        }

        foreach (var part in place.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            schema = schema.GetProperty(part);
        }

        Check(value, schema, document, path, mistakes);
    }

    private void Check(JsonElement value, JsonElement schema, string document, string path, List<string> mistakes)
    {
        foreach (var rule in schema.EnumerateObject().Where(rule => !Notes.Contains(rule.Name)))
        {
            switch (rule.Name)
            {
                case "$ref":
                    var to = rule.Value.GetString()!;
                    Check(value, to.StartsWith('#') ? document + to : to, path, mistakes);
                    break;
                case "allOf":
                    rule.Value.EnumerateArray().ToList().ForEach(one => Check(value, one, document, path, mistakes));
                    break;
                case "anyOf" when !rule.Value.EnumerateArray().Any(one => Holds(value, one, document)):
                    mistakes.Add($"{path}: none of anyOf holds");
                    break;
                case "oneOf" when rule.Value.EnumerateArray().Count(one => Holds(value, one, document)) != 1:
                    mistakes.Add($"{path}: not one of oneOf holds");
                    break;
                case "not" when Holds(value, rule.Value, document):
                    mistakes.Add($"{path}: what must not hold does");
                    break;
                case "type" when !IsOf(value, rule.Value.GetString()!):
                    mistakes.Add($"{path}: no {rule.Value}");
                    break;
                case "enum" when !rule.Value.EnumerateArray().Any(one => one.ValueEquals(value.GetString())):
                    mistakes.Add($"{path}: '{value}' is none of {rule.Value}");
                    break;
                case "minimum" when value.GetInt64() < rule.Value.GetInt64():
                    mistakes.Add($"{path}: {value} is below {rule.Value}");
                    break;
                case "format" when !IsWritten(value.GetString()!, rule.Value.GetString()!):
                    mistakes.Add($"{path}: '{value}' is no {rule.Value}");
                    break;
                case "anyOf" or "oneOf" or "not" or "type" or "enum" or "minimum" or "format":
                    break;
                default:
                    CheckParts(value, schema, rule, document, path, mistakes);
                    break;
            }
        }
    }

    private void CheckParts(
        JsonElement value, JsonElement schema, JsonProperty rule, string document, string path, List<string> mistakes)
    {
        var isObject = value.ValueKind == JsonValueKind.Object;
        switch (rule.Name)
        {
            case "required":
                mistakes.AddRange(rule.Value.EnumerateArray().Select(name => name.GetString()!)
                    .Where(name => isObject && !value.TryGetProperty(name, out _))
                    .Select(name => $"{path}: {name} is missing"));
                break;
            case "properties":
                foreach (var property in rule.Value.EnumerateObject())
                {
                    if (isObject && value.TryGetProperty(property.Name, out var found))
                    {
                        Check(found, property.Value, document, $"{path}/{property.Name}", mistakes);
                    }
                }

                break;
            case "additionalProperties" when rule.Value.ValueKind == JsonValueKind.Object:
                var known = schema.TryGetProperty("properties", out var named) ? named : default;
                foreach (var property in isObject ? value.EnumerateObject().ToList() : [])
                {
                    if (known.ValueKind != JsonValueKind.Object || !known.TryGetProperty(property.Name, out _))
                    {
                        Check(property.Value, rule.Value, document, $"{path}/{property.Name}", mistakes);
                    }
                }

                break;
            case "additionalProperties" when rule.Value.ValueKind == JsonValueKind.True:
                break;
            case "items":
                foreach (var (item, at) in Items(value).Select((item, at) => (item, at)))
                {
                    Check(item, rule.Value, document, $"{path}/{at}", mistakes);
                }

                break;
            default:
                mistakes.Add($"{path}: the validator does not know '{rule.Name}'");
                break;
        }
    }

    // That it is none is another rule's matter.
    private static JsonElement.ArrayEnumerator Items(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array ? value.EnumerateArray() : default;

    private bool Holds(JsonElement value, JsonElement schema, string document)
    {
        List<string> mistakes = [];
        Check(value, schema, document, "", mistakes);
        return mistakes.Count == 0;
    }

    private static bool IsOf(JsonElement value, string type) => type switch
    {
        "object" => value.ValueKind == JsonValueKind.Object,
        "array" => value.ValueKind == JsonValueKind.Array,
        "string" => value.ValueKind == JsonValueKind.String,
        "integer" => value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out _),
        "boolean" => value.ValueKind is JsonValueKind.True or JsonValueKind.False,
        _ => false,
    };

    private static bool IsWritten(string text, string format) => format switch
    {
        "uuid" => Guid.TryParseExact(text, "D", out _),
        "uri" => Uri.TryCreate(text, UriKind.Absolute, out _),
        "date-time" => Rfc3339().IsMatch(text),
        _ => false,
    };

    [GeneratedRegex(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")]
    private static partial Regex Rfc3339();
}
