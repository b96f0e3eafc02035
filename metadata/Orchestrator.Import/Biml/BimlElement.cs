using System.Globalization;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Biml;

/// <summary>An element of Biml with its place.</summary>
internal sealed class BimlElement(string name, Origin at)
{
    private readonly Dictionary<string, string> _attributes = new(StringComparer.OrdinalIgnoreCase);

    public string Name { get; } = name;

    public Origin At { get; } = at;

    public List<BimlElement> Children { get; } = [];

    /// <summary>Sets an attribute.</summary>
    public void Set(string attribute, string value) => _attributes[attribute] = value;

    /// <summary>An attribute's value; null where it is not written, or is empty.</summary>
    public string? Text(string attribute) =>
        _attributes.GetValueOrDefault(attribute)?.Trim() is { Length: > 0 } value ? value : null;

    /// <summary>An attribute that is a whole number; null where it is none.</summary>
    public int? Number(string attribute) => int.TryParse(
        Text(attribute), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>An attribute that is true or false, as XML writes them; null where it is neither.</summary>
    public bool? Flag(string attribute) => Text(attribute) switch
    {
        "1" => true,
        "0" => false,
        var text => bool.TryParse(text, out var flag) ? flag : null,
    };

    /// <summary>Whether it is called so.</summary>
    public bool Is(string called) => Name.Equals(called, StringComparison.OrdinalIgnoreCase);

    /// <summary>Its children of a name, also where a list of that name stands around them.</summary>
    /// <param name="list">The list: Columns.</param>
    /// <param name="of">Which of what stands there; null = all.</param>
    public IEnumerable<BimlElement> Under(string list, Func<BimlElement, bool>? of = null) => Children
        .Where(child => child.Is(list)).SelectMany(child => child.Children).Where(child => of?.Invoke(child) ?? true);
}
