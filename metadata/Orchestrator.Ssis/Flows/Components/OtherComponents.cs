using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Audit, and components that have no equal: for each of them the reason.</summary>
internal static class OtherComponents
{
    /// <summary>Audit: what the run says of itself, in each row.</summary>
    public static void Audit(FlowWork work, FlowComponent component)
    {
        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var dialect = FlowWork.DialectOf(set);
        RowComponents.Give(work, component, set.Grown(component.Name,
            [.. set.Items, .. RowComponents.New(work, component, output, output.Columns, set, each =>
            {
                var name = Named(RowComponents.Property(each.Properties, "LineageItemSelected"));
                return work.Variables.FixedText(name) is { } text ? dialect.Literal(text)
                    : work.Variables.NameOf(name) is { } ours ? "@" + ours
                    : throw FlowOpenException.NoOption("nothing here stands for what it adds to each row", name);
            })]));
        work.Folded(component, "columns of the query");
    }

    /// <summary>A component that has no equal.</summary>
    public static void Refuse(FlowWork _, FlowComponent component) => throw component.Kind switch
    {
        ComponentKind.Script => FlowOpenException.Script(string.Join(", ",
            component.Script?.Files.Select(each => each.Name) ?? [])),
        ComponentKind.ExcelDestination => FlowOpenException.NoPlatform(
            "sheets are read and never written: write a file of csv", component.Name),
        ComponentKind.XmlSource => FlowOpenException.NoPlatform(
            "files of XML are not read: make rows of them by a program or a class", component.Name),
        ComponentKind.ODataSource or ComponentKind.SharePointSource or ComponentKind.HdfsSource
            or ComponentKind.AzureSource or ComponentKind.SapSource or ComponentKind.OracleSource
            or ComponentKind.TeradataSource => FlowOpenException.NoPlatform(
                "no platform of ours reads it: bring its rows by a program or a class", component.Name),
        ComponentKind.SharePointDestination or ComponentKind.HdfsDestination or ComponentKind.AzureDestination
            or ComponentKind.OracleDestination or ComponentKind.TeradataDestination
            or ComponentKind.SqlCompactDestination or ComponentKind.DataReaderDestination
            or ComponentKind.DataStreaming => FlowOpenException.NoPlatform(
                "no platform of ours writes it", component.Name),
        ComponentKind.Other => FlowOpenException.NoEqual(
            $"it is of another maker: {Maker(component)}", component.RawText ?? component.ClassId),
        _ => FlowOpenException.NoEqual($"there is nothing here for a component of kind {component.Kind}",
            component.Name),
    };

    // A host is of nobody who is asked: what it holds has a name.
    private static string Maker(FlowComponent component) =>
        component.Property("UserComponentTypeName")?.Split(',')[0].Trim() is { Length: > 0 } hosted
            ? hosted : component.ClassId;

    private static string Named(string item) => "System::" + item switch
    {
        "0" => "ExecutionInstanceGUID",
        "1" => "PackageID",
        "2" => "PackageName",
        "3" => "VersionGUID",
        "4" => "StartTime",
        "5" => "MachineName",
        "6" => "UserName",
        "7" => "TaskName",
        "8" => "TaskID",
        _ => "",
    };
}
