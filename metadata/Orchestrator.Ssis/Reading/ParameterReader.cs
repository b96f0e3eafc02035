using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads parameters of packages and of projects.</summary>
internal static class ParameterReader
{
    /// <summary>The parameters that a package declares.</summary>
    public static IReadOnlyList<SsisParameter> OfPackage(XElement root) =>
    [
        .. root.Elements(Dts.Space + "PackageParameters").Elements(Dts.Space + "PackageParameter")
            .Select(OfPackageElement),
    ];

    /// <summary>The parameters of a Project.params, or of a part of a manifest.</summary>
    public static IReadOnlyList<SsisParameter> OfProject(XElement parameters) =>
        [.. parameters.Elements(Dts.ProjectSpace + "Parameter").Select(OfProjectElement)];

    private static SsisParameter OfPackageElement(XElement element)
    {
        var properties = new DtsProperties(element);
        var name = properties.Text("ObjectName");
        var isSensitive = properties.Flag("Sensitive") || SecretTexts.IsSecretName(name);
        return new()
        {
            Name = name,
            Type = ValueTypes.OfVariable(properties.Number("DataType", -1)),
            Value = Shown(properties.TextOrNone("ParameterValue"), isSensitive),
            IsRequired = properties.Flag("Required"),
            IsSensitive = isSensitive,
            Description = properties.Text("Description"),
        };
    }

    private static SsisParameter OfProjectElement(XElement element)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var property in element.Elements(Dts.ProjectSpace + "Properties")
            .Elements(Dts.ProjectSpace + "Property"))
        {
            values[Dts.Attribute(property, "Name") ?? ""] = property.Value;
        }

        var name = Dts.Attribute(element, "Name") ?? "";
        var isSensitive = Dts.IsYes(values.GetValueOrDefault("Sensitive")?.Trim()) || SecretTexts.IsSecretName(name);
        return new()
        {
            Name = name,
            Type = ValueTypes.OfParameter(DtsProperties.NumberOf(values.GetValueOrDefault("DataType")?.Trim(), -1)),
            Value = Shown(values.GetValueOrDefault("Value"), isSensitive),
            IsRequired = Dts.IsYes(values.GetValueOrDefault("Required")?.Trim()),
            IsSensitive = isSensitive,
            Description = values.GetValueOrDefault("Description", "").Trim(),
        };
    }

    private static string? Shown(string? value, bool isSensitive) =>
        isSensitive && !string.IsNullOrEmpty(value) ? Secret.Marker : value;
}
