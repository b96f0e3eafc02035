using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the properties of components, inputs, outputs and columns.</summary>
internal static class ComponentProperties
{
    /// <summary>The properties of an element, in the file's order.</summary>
    public static IReadOnlyList<SsisProperty> Of(XElement element) =>
        [.. element.Elements("properties").Elements("property").Select(Read)];

    /// <summary>What properties name that hold the name of a column, and no expression.</summary>
    public static IEnumerable<string> NamesOfColumns(XElement element) =>
        element.Elements("properties").Elements("property").Where(HoldsName).Select(each => each.Value)
            .Where(each => each.Length > 0);

    private static SsisProperty Read(XElement property)
    {
        var name = property.Attribute("name")?.Value ?? "";
        if (!Dts.IsYes(property.Attribute("isArray")?.Value))
        {
            return new(name, HoldsName(property) ? LineageMap.Bare(property.Value) : property.Value);
        }

        string[] elements = [.. property.Descendants("arrayElement").Select(each => each.Value)];
        return new(name, string.Join('\n', elements)) { Elements = elements };
    }

    private static bool HoldsName(XElement property) =>
        Dts.IsYes(property.Attribute("containsID")?.Value)
        && property.Attribute("name")?.Value is not ("Expression" or "FriendlyExpression" or "ParameterMap");
}
