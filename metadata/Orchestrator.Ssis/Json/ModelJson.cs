using System.Collections;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Json;

/// <summary>The neutral model as a text that people read and compare: the same model is the same text to the byte. What
/// is empty, no or nothing is left out.</summary>
internal static class ModelJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        // A container takes two, of which the bounds of the XML let some hundreds stand in one another.
        MaxDepth = 1000,
        Converters = { new JsonStringEnumConverter() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { LeaveEmptyOut } },
    };

    /// <summary>One package, with a line's end behind it.</summary>
    public static string Of(SsisPackage package) => JsonSerializer.Serialize(package, Options) + "\n";

    /// <summary>One executable with all that stands in it.</summary>
    public static string Of(SsisExecutable executable) => JsonSerializer.Serialize(executable, Options) + "\n";

    /// <summary>A project without its packages, which are texts of their own.</summary>
    public static string Of(SsisProject project) =>
        JsonSerializer.Serialize(project with { Packages = [] }, Options) + "\n";

    private static void LeaveEmptyOut(JsonTypeInfo type)
    {
        foreach (var property in type.Properties)
        {
            property.ShouldSerialize = static (_, value) =>
                value is not (null or "" or false or ICollection { Count: 0 });
        }
    }
}
