using System.Text.Json;
using System.Text.Json.Serialization;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>Reads the options of the metadata, which are texts, into the type of a plug-in.</summary>
internal static class PluginOptions
{
    private static readonly JsonSerializerOptions Reading = new()
    {
        PropertyNameCaseInsensitive = true,
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        RespectNullableAnnotations = true,
        Converters = { new JsonStringEnumConverter(), new FlagOfText() },
    };

    /// <summary>The options as the plug-in wants them.</summary>
    /// <exception cref="PackageRefusedException">One is not known, missing or of another type.</exception>
    public static object Read(Plugin plugin, Type type)
    {
        var json = "{" + string.Join(',', plugin.Options.Select(option =>
            $"{JsonSerializer.Serialize(option.Name)}:{option.Json}")) + "}";
        try
        {
            return JsonSerializer.Deserialize(json, type, Reading)!;
        }
        catch (Exception wrong) when (wrong is JsonException or NotSupportedException or ArgumentException)
        {
            var known = string.Join(", ", type.GetProperties().Select(each =>
                $"{char.ToLowerInvariant(each.Name[0])}{each.Name[1..]}"));
            throw new PackageRefusedException("ORC3704", ErrorClass.Config, "open",
                $"The options of '{plugin.Class}' are not as it wants them: {wrong.Message} "
                + (known.Length == 0 ? "It takes none." : $"It takes: {known}."));
        }
    }

    private sealed class FlagOfText : JsonConverter<bool>
    {
        public override bool Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            bool.TryParse(reader.GetString(), out var flag) ? flag
                : throw new JsonException($"'{reader.GetString()}' is neither true nor false.");

        public override void Write(Utf8JsonWriter writer, bool value, JsonSerializerOptions options) =>
            writer.WriteBooleanValue(value);
    }
}
