using System.Globalization;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>The properties of an element of a package: attributes in formats 6 and 8, elements in 2 and 3.</summary>
internal sealed class DtsProperties
{
    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    public DtsProperties(XElement element)
    {
        foreach (var attribute in element.Attributes().Where(each => each.Name.Namespace == Dts.Space))
        {
            _values[attribute.Name.LocalName] = attribute.Value;
        }

        foreach (var property in element.Elements(Dts.Property))
        {
            if (property.Attribute(Dts.Space + "Name")?.Value is { Length: > 0 } name)
            {
                _values[name] = property.Value;
            }
        }

        Expressions = ExpressionsOf(element);
    }

    /// <summary>What is evaluated while the package runs, ordered by property.</summary>
    public IReadOnlyList<PropertyExpression> Expressions { get; }

    /// <summary>The expressions that stand directly in an element.</summary>
    public static IReadOnlyList<PropertyExpression> ExpressionsOf(XElement element) =>
    [
        .. element.Elements(Dts.Expression)
            .Select(each => new PropertyExpression(
                each.Attribute(Dts.Space + "Name")?.Value ?? "", each.Value))
            .OrderBy(each => each.Property, StringComparer.Ordinal),
    ];

    /// <summary>A number as files have it; what is none is the default.</summary>
    public static int NumberOf(string? text, int absent = 0) =>
        int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number : absent;

    public string Text(string name) => _values.GetValueOrDefault(name, "");

    public string? TextOrNone(string name) => _values.GetValueOrDefault(name);

    public bool Flag(string name, bool absent = false) =>
        _values.TryGetValue(name, out var text) ? Dts.IsYes(text) : absent;

    public int Number(string name, int absent = 0) => NumberOf(_values.GetValueOrDefault(name), absent);

    /// <summary>All but those, ordered by name.</summary>
    public IReadOnlyList<SsisProperty> Without(IReadOnlySet<string> names) =>
    [
        .. _values.Where(each => !names.Contains(each.Key) && each.Value.Length > 0)
            .OrderBy(each => each.Key, StringComparer.Ordinal)
            .Select(each => new SsisProperty(each.Key, each.Value)),
    ];
}
