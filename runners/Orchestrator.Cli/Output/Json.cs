using System.Text.Json;
using System.Text.Json.Serialization;

namespace Orchestrator.Cli.Output;

/// <summary>Documents for machines: snake_case names, words for states, `schema_version` first.</summary>
internal static class Json
{
    /// <summary>Raised when a name changes its meaning or goes; new names do not raise it.</summary>
    public const int SchemaVersion = 1;

    private static readonly JsonSerializerOptions Indented = Options(indented: true);
    private static readonly JsonSerializerOptions OneLine = Options(indented: false);

    public static string Document<T>(T value) => JsonSerializer.Serialize(value, Indented).ReplaceLineEndings("\n");

    public static string Event<T>(T value) => JsonSerializer.Serialize(value, OneLine);

    private static JsonSerializerOptions Options(bool indented) => new()
    {
        WriteIndented = indented,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DictionaryKeyPolicy = null,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new JsonStringEnumConverter() },
    };
}
