using System.Text.Json;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Diff;

/// <summary>What the change of one value does to rows and tables.</summary>
internal static class EffectRules
{
    private const ChangeEffects Reshapes = ChangeEffects.Recreates | ChangeEffects.Reloads;

    /// <param name="what">package, connection or another thing of a plan.</param>
    /// <param name="kind">The later kind of a package; null = it is not known, so that it counts as a load.</param>
    /// <param name="key">Which value changes.</param>
    /// <param name="old">What it was.</param>
    /// <param name="current">What it is now.</param>
    public static ChangeEffects Of(string what, string? kind, string key, string? old, string? current) => what switch
    {
        "package" when kind is null || KindTable.Of(kind).IsLoad => OfLoadPackage(key, old, current),
        "package" => OfOtherPackage(kind, key, old, current),
        "connection" => ConnectionKeys.Section.Effects(key, current),
        _ => ChangeEffects.None,
    };

    /// <summary>Whether a value of a package says which rows it works on, or what becomes of them.</summary>
    public static bool IsOfRows(string key, string? old, string? current) =>
        OfLoadPackage(key, old, current) != ChangeEffects.None;

    // It makes no table. A check writes no row either; of a statement and a program nobody knows which.
    private static ChangeEffects OfOtherPackage(string kind, string key, string? old, string? current)
    {
        var isActedOn = key.Split('.')[0] switch
        {
            "kind" or "hooks" or "sets" or "facts" => true,
            "sql" or "sqlFrom" or "procedure" or "arguments" or "process" or "target" or "forEach" or "connection"
                or "transaction" or "when" or "http" or "file" or "transfer" or "plugin"
                or "options" => !KindTable.Of(kind).IsCheck,
            _ => false,
        };
        return isActedOn ? OfLoadPackage(key, old, current) & ChangeEffects.Reloads : ChangeEffects.None;
    }

    private static ChangeEffects OfLoadPackage(string key, string? old, string? current)
    {
        var first = key.Split('.')[0];
        return first switch
        {
            "target" => TargetKeys.Section.Effects(key, current),
            "systemColumns" => Reshapes,
            "columns" => OfColumns(key, old, current),
            "source" => FileKeys.Section.Effects(key, current, SourceKeys.Section.Effects(key, current)),
            "process" => ProcessKeys.Section.Effects(key, current),
            "http" => HttpKeys.Section.Effects(key, current),
            "plugin" => PluginKeys.Section.Effects(key, current),
            "file" => FileTaskKeys.Section.Effects(key, current),
            "transfer" => TransferKeys.Section.Effects(key, current),
            "watermarks" => WatermarkKeys.Section.Effects(Last(key), current),
            "kind" or "sql" or "sqlFrom" or "options" or "forEach" => ChangeEffects.Reloads,
            "dataTypeMappings" => Reshapes,
            // A hook's `when` is before or after; a condition says which loads are needed, and nothing of their rows.
            ConditionKeys.When when !IsOfHook(old) && !IsOfHook(current) => ChangeEffects.None,
            "hooks" => HookKeys.Section.Effects(Last(key), current),
            "sets" or ValueKeys.NoneKey => ValueKeys.Section.Effects(key, current),
            "facts" => FactKeys.Section.Effects(key, current),
            "load" => LoadKeys.Section.Effects(key, current),
            "errors" => ErrorKeys.Section.Effects(key, current),
            _ when KindTable.OwnUnder(first) is { } own => own.Effects(key, current),
            _ => PolicyKeys.All.Any(policy => policy.Name == first)
                ? ChangeEffects.Reloads
                : CallKeys.Section.Effects(key, current)
                    | HookKeys.Section.Effects(key, current, unknown: ChangeEffects.None),
        };
    }

    private static ChangeEffects OfColumns(string key, string? old, string? current)
    {
        if (key == "columns")
        {
            return Names(old).Except(Names(current)).Any() && current is not null
                ? Reshapes | ChangeEffects.Drops : Reshapes;
        }

        return ColumnKeys.Section.Effects(Last(key), current);
    }

    private static bool IsOfHook(string? value) => value is not null && HookKeys.IsTime(value);

    private static string Last(string key) => key[(key.LastIndexOf('.') + 1)..];

    private static string[] Names(string? json) =>
        json is null ? [] : JsonSerializer.Deserialize<string[]>(json) ?? [];
}
