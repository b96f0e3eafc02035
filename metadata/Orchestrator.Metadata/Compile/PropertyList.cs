using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Collects the values of one node, in one spelling per type.</summary>
internal sealed class PropertyList
{
    private readonly List<PlanProperty> _properties;
    private readonly string _prefix;

    public PropertyList()
        : this([], "")
    {
    }

    private PropertyList(List<PlanProperty> properties, string prefix) =>
        (_properties, _prefix) = (properties, prefix);

    public IReadOnlyList<PlanProperty> Properties => _properties;

    /// <summary>A text; null says nothing and is left out.</summary>
    public void Add(string key, string? value, Origin at, string? standard = null)
    {
        if (value is not null)
        {
            _properties.Add(new PlanProperty(_prefix + key, value, at, value == standard));
        }
    }

    /// <summary>The same list, for the values of one thing of several: they stand behind its name.</summary>
    public PropertyList Under(string prefix) => new(_properties, _prefix + prefix);

    /// <summary>A path: with `/`, so that it reads the same everywhere.</summary>
    public void AddPath(string key, string? value, Origin at) => Add(key, value is null ? null : Path(value), at);

    /// <summary>A statement: its text with LF. Where it stands is not part of what it says.</summary>
    public void Add(string key, SqlText? sql) =>
        Add(key, sql?.Text.ReplaceLineEndings("\n"), sql?.At ?? Origin.Default);

    public void Add(string key, bool value, Origin at, bool standard) =>
        Add(key, Word(value), at, Word(standard));

    public void Add(string key, long? value, Origin at, long? standard = null) =>
        Add(key, value?.ToString(), at, standard?.ToString());

    public void Add(string key, TimeSpan? value, Origin at) =>
        Add(key, value is null ? null : Duration(value.Value), at);

    /// <summary>A word of the YAML: written as there, with a small first letter.</summary>
    public void AddWord<T>(string key, Setting<T> setting, T standard)
        where T : struct, Enum =>
        Add(key, Word(setting.Value), setting.At, Word(standard));

    public void AddList(string key, IEnumerable<string> values, Origin at)
    {
        var json = CanonicalJson.List(values);
        Add(key, json, at, "[]");
    }

    public static string Word<T>(T value)
        where T : struct, Enum
    {
        var name = value.ToString();
        return char.ToLowerInvariant(name[0]) + name[1..];
    }

    /// <summary>A path with `/`.</summary>
    public static string Path(string value) => value.Replace('\\', '/');

    public static string Word(bool value) => value ? "true" : "false";

    /// <summary>As people write it: in the largest unit that leaves a whole number.</summary>
    public static string Duration(TimeSpan value) => value.Ticks switch
    {
        0 => "0s",
        var t when t % TimeSpan.TicksPerDay == 0 => $"{t / TimeSpan.TicksPerDay}d",
        var t when t % TimeSpan.TicksPerHour == 0 => $"{t / TimeSpan.TicksPerHour}h",
        var t when t % TimeSpan.TicksPerMinute == 0 => $"{t / TimeSpan.TicksPerMinute}m",
        var t when t % TimeSpan.TicksPerSecond == 0 => $"{t / TimeSpan.TicksPerSecond}s",
        var t => $"{t / TimeSpan.TicksPerMillisecond}ms",
    };
}
