using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Orchestrator.Metadata.Schema;

/// <summary>The JSON schema of the metadata, for completion and checks in editors.</summary>
public static class SolutionSchema
{
    private static readonly JsonSerializerOptions Layout = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly (string Kind, MapShape Shape)[] Documents =
    [
        ("solution", SolutionShapes.Solution), ("connection", SolutionShapes.Connection),
        ("batch", SolutionShapes.Batch), ("project", ProjectShapes.Project), ("object", ProjectShapes.Object),
        ("environment", SolutionShapes.Environment), ("calendar", TriggerShapes.Calendar),
        ("catalog", CatalogShapes.Table),
    ];

    /// <summary>The schema as text with LF line ends; it is checked in as metadata/orchestrator.schema.json.</summary>
    public static string ToJson()
    {
        var definitions = new JsonObject();
        foreach (var (kind, shape) in Documents)
        {
            definitions[kind] = Map(shape, kind);
        }

        var schema = new JsonObject
        {
            ["$schema"] = "http://json-schema.org/draft-07/schema#",
            ["title"] = "Orchestrator metadata",
            ["description"] = "A document is what its first key says.",
            ["anyOf"] = new JsonArray([.. Documents.Select(JsonNode? (one) => Reference(one.Kind))]),
            ["definitions"] = definitions,
        };
        return schema.ToJsonString(Layout) + "\n";
    }

    private static JsonObject Reference(string kind) => new() { ["$ref"] = $"#/definitions/{kind}" };

    private static JsonObject Of(Shape shape) => shape switch
    {
        MapShape map when Array.Find(Documents, one => one.Shape == map).Kind is { } kind => Reference(kind),
        MapShape map => Map(map, null),
        ListShape list => List(list),
        NamedShape named => new JsonObject { ["type"] = "object", ["additionalProperties"] = Of(named.Value) },
        EitherShape either => AnyOf(either.Options.Select(Of)),
        WordShape words => new JsonObject
        {
            ["enum"] = new JsonArray([.. words.Words.Select(JsonNode? (word) => JsonValue.Create(word))]),
        },
        FlagShape => OrVariable(new JsonObject { ["type"] = "boolean" }),
        ConditionShape => AnyOf(
            [new JsonObject { ["type"] = "boolean" }, Pattern(@"\$\{var:"), Pattern(@"\$\{env:"), Pattern("[ =<>(]")]),
        NumberShape number => OrVariable(Number(number)),
        DurationShape => OrVariable(Pattern(@"^([0-9]+ ?(ms|s|m|h|d))+$")),
        FlushShape => OrVariable(Pattern(@"^(package|level|run|every ([0-9]+ ?(ms|s|m|h|d))+)$")),
        SizeShape => OrVariable(Pattern("^[0-9]+ ?(B|KB|MB|GB|TB)$")),
        TextShape { IsName: true } => new JsonObject
        {
            ["type"] = new JsonArray("string", "number", "boolean"),
            ["minLength"] = 1,
            ["maxLength"] = 128,
        },
        WordOrNullShape word => new JsonObject
        {
            ["enum"] = new JsonArray(JsonValue.Create(word.Word), JsonValue.Create("null"), null),
        },
        OpenEndShape => new JsonObject { ["type"] = new JsonArray("string", "null") },
        TextShape => new JsonObject { ["type"] = new JsonArray("string", "number", "boolean") },
        _ => new JsonObject { ["type"] = "string" },
    };

    private static JsonObject List(ListShape list)
    {
        var json = new JsonObject { ["type"] = "array", ["items"] = Of(list.Item) };
        if (list.NeedsOne)
        {
            json["minItems"] = 1;
        }

        if (list.IsDistinct)
        {
            json["uniqueItems"] = true;
        }

        return json;
    }

    private static JsonObject Map(MapShape shape, string? self)
    {
        var properties = new JsonObject();
        foreach (var key in shape.Keys)
        {
            var property = Of(key.Shape);
            var hasReference = property.ContainsKey("$ref");
            properties[key.Name] = hasReference ? new JsonObject { ["allOf"] = new JsonArray(property) } : property;
            properties[key.Name]!["description"] = key.Summary;
        }

        var json = new JsonObject
        {
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["properties"] = properties,
        };
        var required = shape.Keys.Where(key => key.IsRequired).Select(JsonNode? (key) => JsonValue.Create(key.Name));
        if (required.Any())
        {
            json["required"] = new JsonArray([.. required]);
        }

        if (shape.NeedsOne)
        {
            json["minProperties"] = 1;
        }

        if (self is not null)
        {
            json["title"] = self;
        }

        return json;
    }

    private static JsonObject Number(NumberShape number)
    {
        var json = new JsonObject { ["type"] = "integer" };
        if (number.Min > int.MinValue)
        {
            json["minimum"] = number.IsLimit ? -1 : number.Min;
        }

        if (number.Max < int.MaxValue)
        {
            json["maximum"] = number.Max;
        }

        if (number.IsLimit)
        {
            json["not"] = new JsonObject { ["const"] = 0 };
        }

        return number.AllWord is null ? json : AnyOf([json, new JsonObject { ["const"] = number.AllWord }]);
    }

    private static JsonObject OrVariable(JsonObject json) => AnyOf([json, Pattern(@"\$\{env:")]);

    private static JsonObject AnyOf(IEnumerable<JsonObject> options) =>
        new() { ["anyOf"] = new JsonArray([.. options]) };

    private static JsonObject Pattern(string pattern) => new() { ["type"] = "string", ["pattern"] = pattern };
}
