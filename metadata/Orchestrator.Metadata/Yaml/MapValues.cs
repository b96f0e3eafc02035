using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Yaml;

/// <summary>Reads values of a map that was held against its shape: what is there can be read.</summary>
internal static class MapValues
{
    public static YamlScalar? Scalar(this YamlMap map, string key) => map[key] as YamlScalar;

    public static YamlMap? Map(this YamlMap map, string key) => map[key] as YamlMap;

    public static string? Text(this YamlMap map, string key) => map.Scalar(key)?.Text;

    public static bool Flag(this YamlMap map, string key, bool fallback) => map.Scalar(key) is { } scalar
        ? scalar.ToFlag()
        : fallback;

    public static int? Number(this YamlMap map, string key) => map.Scalar(key) is { } scalar
        ? (int)scalar.ToNumber()
        : null;

    public static TimeSpan? Duration(this YamlMap map, string key) => map.Scalar(key)?.ToDuration();

    public static T Word<T>(this YamlMap map, string key, T fallback) where T : struct, Enum =>
        map.Scalar(key) is { } scalar ? scalar.ToWord<T>() : fallback;

    public static IReadOnlyList<YamlNode> Items(this YamlMap map, string key) => (map[key] as YamlList)?.Items ?? [];

    public static IReadOnlyList<string> Texts(this YamlMap map, string key) =>
        [.. map.Items(key).OfType<YamlScalar>().Select(item => item.Text)];

    public static Origin At(this YamlMap map, string key) => map[key]?.At ?? map.At;

    public static bool ToFlag(this YamlScalar scalar) => CoreSchema.Flag(scalar) ?? false;

    public static long ToNumber(this YamlScalar scalar) => CoreSchema.Number(scalar) ?? 0;

    public static TimeSpan ToDuration(this YamlScalar scalar) => CoreSchema.Duration(scalar.Text) ?? TimeSpan.Zero;

    public static T ToWord<T>(this YamlScalar scalar) where T : struct, Enum =>
        Enum.Parse<T>(scalar.Text, ignoreCase: true);

    public static SqlType ToDataType(this YamlScalar scalar) =>
        SqlType.TryParse(scalar.Text, out var type, out _) ? type : default;
}
