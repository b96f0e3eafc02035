using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads Execute Package Tasks.</summary>
internal static class CallReader
{
    public static ExecutePackageTask Read(XElement data, ConnectionNames connections) => new()
    {
        IsProjectReference = Dts.IsYes(Part(data, "UseProjectReference")),
        Package = Part(data, "PackageName"),
        Connection = connections.NameOf(Part(data, "Connection")),
        IsOutOfProcess = Dts.IsYes(Part(data, "ExecuteOutOfProcess")),
        Arguments =
        [
            .. data.Elements().Where(each => each.Name.LocalName == "ParameterAssignment")
                .Select(each => new PackageArgument(
                    Part(each, "ParameterName"), Part(each, "BindedVariableOrParameterName"))),
        ],
    };

    private static string Part(XElement element, string name) =>
        element.Elements().FirstOrDefault(each => each.Name.LocalName == name)?.Value.Trim() ?? "";
}
