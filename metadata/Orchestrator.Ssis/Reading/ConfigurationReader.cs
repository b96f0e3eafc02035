using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads configurations of the package deployment model, and the files that they name.</summary>
internal static class ConfigurationReader
{
    /// <summary>The configurations that a package names, in the order in which they are applied.</summary>
    public static IReadOnlyList<SsisConfiguration> OfPackage(XElement root) =>
    [
        .. root.Elements(Dts.Space + "Configuration")
            .Concat(root.Elements(Dts.Space + "Configurations").Elements(Dts.Space + "Configuration")).Select(Read),
    ];

    /// <summary>The values of a .dtsConfig.</summary>
    public static IReadOnlyList<ConfiguredValue> ValuesOf(XDocument document) =>
    [
        .. document.Descendants("Configuration")
            .Select(each => new ConfiguredValue(
                Dts.Attribute(each, "Path") ?? "", Dts.Attribute(each, "ValueType") ?? "",
                each.Element("ConfiguredValue")?.Value ?? "")),
    ];

    private static SsisConfiguration Read(XElement element)
    {
        var properties = new DtsProperties(element);
        var number = properties.Number("ConfigurationType");
        return new()
        {
            Name = properties.Text("ObjectName"),
            Kind = number is >= 0 and <= 8 ? (ConfigurationKind)number : ConfigurationKind.Unknown,
            Source = properties.Text("ConfigurationString"),
            Target = properties.Text("ConfigurationVariable"),
        };
    }
}
