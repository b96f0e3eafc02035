using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Sources that read files: flat files, raw files, and what sheets have in common with them.</summary>
internal static class FileSources
{
    /// <summary>Flat File source.</summary>
    public static void Flat(FlowWork work, FlowComponent component)
    {
        var connection = work.Places.Connection(component);
        if (component.Property("FileNameColumnName") is { Length: > 0 } nameColumn)
        {
            throw FlowOpenException.NoOption(
                "it adds a column with the name of the file: write nameColumn of the connection's files", nameColumn);
        }

        var (output, set) = Read(work, component,
            new FlowFile(connection.Name, connection.Path, FlowFileFormats.OfSource(connection)));
        var retains = component.Property("RetainNulls") is "true" or "True" or "-1";
        if (output.Columns.Any(each => IsTaken(work, component, output, each)
            && each.OnError == RowDisposition.IgnoreFailure && !FlowColumnTypes.IsText(each.Type)))
        {
            throw FlowOpenException.NoOption("a value that is none of its type becomes NULL there: read it as text",
                component.Name);
        }

        work.Give(component, output, set with { RetainsNulls = retains });
        work.Mapped(component, $"the file of connection {connection.Name}");
    }

    /// <summary>Raw file source: what a flow of ours has written is csv.</summary>
    public static void Raw(FlowWork work, FlowComponent component)
    {
        var (output, set) = Read(work, component, FlowFileFormats.OfRaw(work, component));
        work.Give(component, output, set);
        work.Mapped(component, "a file of csv that takes the place of the raw file");
    }

    /// <summary>The output of a source, and the rows of its file.</summary>
    public static (FlowOutput Output, FileSet Set) Read(FlowWork work, FlowComponent component, FlowFile file)
    {
        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var items = output.Columns.Select(each => new FileItem(FlowColumns.OriginOf(component, output, each),
            each.ExternalColumn.Length > 0 ? each.ExternalColumn : each.Name, each.Type)
        {
            CutsText = each.OnTruncation == RowDisposition.IgnoreFailure,
        }).ToList();
        return (output, new(file, component.Name)
        {
            Items = items,
            Declared = Declared(work, component, items),
            RedirectsErrors = output.Columns.Any(each => IsTaken(work, component, output, each)
                && (each.OnError == RowDisposition.RedirectRow || each.OnTruncation == RowDisposition.RedirectRow)),
        });
    }

    // The connection knows columns that the component leaves out.
    private static List<FileItem> Declared(FlowWork work, FlowComponent component, List<FileItem> items)
    {
        var known = component.Kind == ComponentKind.FlatFileSource
            ? work.Places.Connection(component).FlatFile?.Columns ?? [] : [];
        return known.Count == 0 ? items : [.. known.Select(each =>
            items.Find(item => item.Source == each.Name)
                ?? new FileItem(new(component.Path, "", each.Name), each.Name, each.Type))];
    }

    private static bool IsTaken(
        FlowWork work, FlowComponent component, FlowOutput output, OutputColumn column) =>
        work.Columns.IsTaken(FlowColumns.OriginOf(component, output, column));
}
