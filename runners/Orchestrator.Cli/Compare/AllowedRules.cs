using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Cli.Compare;

/// <summary>Rules of a comparison as a call names them: the keys of `allow`, a value behind a sign of equality.
/// </summary>
internal static class AllowedRules
{
    /// <summary>The words that there are, as they are written.</summary>
    public static string Spelled => string.Join(", ", AllowKeys.Section.Keys.Select(key => key.Key.Shape switch
    {
        FlagShape => key.Name,
        NumberShape => $"{key.Name}=DIGITS",
        _ => $"{key.Name}={(key.Name == AllowKeys.Late.Name ? "COLUMN" : "ZONE")}",
    }));

    /// <summary>The rules that words make.</summary>
    /// <exception cref="UsageException">One of them is none.</exception>
    public static DataRules Of(IReadOnlyList<string> words)
    {
        var rules = AllowKeys.Section.Standard;
        foreach (var word in words)
        {
            var sign = word.IndexOf('=', StringComparison.Ordinal);
            var name = sign < 0 ? word : word[..sign];
            var key = AllowKeys.Section.Keys.FirstOrDefault(one => one.Name == name) ?? throw new UsageException(
                $"expected --allow to be one of {Spelled}, got: '{word}'",
                NearName.Hint(name, AllowKeys.Section.Keys.Select(one => one.Name)));
            var text = Written(key.Key.Shape, sign < 0 ? null : word[(sign + 1)..]) ?? throw new UsageException(
                $"expected --allow {name} to be {key.Key.Shape.Expected}, got: '{word}'",
                $"write one of {Spelled}");
            rules = key.Read(rules, new YamlScalar(default, text.Length, text, IsPlain: true));
        }

        return rules.Zone is not { } zone || TimeZones.TryFind(zone, out _) ? rules : throw new UsageException(
            $"expected --allow {AllowKeys.Zone.Name} to be the name of a time zone, got: '{zone}'",
            "a name of IANA such as Europe/London");
    }

    private static string? Written(Shape shape, string? value) => shape switch
    {
        FlagShape => value is null or "true" ? "true" : value == "false" ? value : null,
        NumberShape number => long.TryParse(value, out var digits) && digits >= number.Min && digits <= number.Max
            ? value : null,
        _ => string.IsNullOrWhiteSpace(value) ? null : value,
    };
}
