using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Sources that read files: flat files, sheets, raw files.</summary>
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

    /// <summary>Excel source.</summary>
    public static void Excel(FlowWork work, FlowComponent component)
    {
        var connection = work.Places.Connection(component);
        var path = connection.Path.Length > 0 ? connection.Path : connection.Server;
        var written = Sheet(work, component);
        var sheet = WrittenSheet.Of(written) ?? throw FlowOpenException.NoOption("it reads a range with a name, or "
            + "more than columns of one sheet: name the sheet and its range, and load what the query asks for",
            written);
        var (output, set) = Read(work, component,
            new FlowFile(connection.Name, path, FlowFileFormats.OfSheet(connection, sheet)));
        set = set with { Items = Named(set.Items, sheet), Declared = Named(set.Declared, sheet) };
        work.Give(component, output, sheet.Condition.Count == 0 ? set : Asked(work, component, set, sheet));
        work.Mapped(component, $"the sheet of connection {connection.Name}");
    }

    /// <summary>Raw file source: what a flow of ours has written is csv.</summary>
    public static void Raw(FlowWork work, FlowComponent component)
    {
        var (output, set) = Read(work, component, FlowFileFormats.OfRaw(work, component));
        work.Give(component, output, set);
        work.Mapped(component, "a file of csv that takes the place of the raw file");
    }

    private static List<FileItem> Named(IEnumerable<FileItem> items, WrittenSheet sheet) =>
        [.. items.Select(each => each with { Source = sheet.ColumnOf(each.Source) })];

    // The condition is asked where the rows are landed, with the columns that nobody else takes.
    private static SqlSet Asked(FlowWork work, FlowComponent component, FileSet set, WrittenSheet sheet)
    {
        ColumnOrigin OriginOf(string column) => new(component.Path, "", column.ToUpperInvariant());
        var asked = sheet.Condition.Where(each => each.Column.Length > 0).DistinctBy(each => OriginOf(each.Column))
            .Select(each => (set.Items.FirstOrDefault(item =>
                    item.Source.Equals(each.Column, StringComparison.OrdinalIgnoreCase))
                ?? new FileItem(OriginOf(each.Column), each.Column, new("DT_NTEXT", 0, 0, 0, 0))) with
            {
                Origin = OriginOf(each.Column),
            }).ToList();
        var landed = FlowLandings.Growing(work, component, set with
        {
            Items = [.. set.Items, .. asked],
            Declared = [.. set.Declared, .. asked.Where(each => !set.Declared.Any(one => one.Source == each.Source))],
        });
        var condition = string.Join(' ', sheet.Condition.Select(each => each.Column.Length == 0 ? each.Text
            : $"{landed.Find(OriginOf(each.Column))!.Sql} {each.Text}"));
        return landed.Grown(component.Name, [.. landed.Items.Where(each => each.Column.Origin.Output.Length > 0)],
            SqlLayout.Where([condition])) with
        {
            Rows = new(),
        };
    }

    private static string Sheet(FlowWork work, FlowComponent component)
    {
        if (work.Flow.Expressions.FirstOrDefault(each => each.Property == $"[{component.Name}].[OpenRowset]"
            || each.Property == $"[{component.Name}].[SqlCommand]") is { } made)
        {
            throw FlowOpenException.MadeStatement("which sheet it reads is a value that only a run knows",
                made.Expression);
        }

        var mode = component.Property("AccessMode");
        if (mode is "1" or "3")
        {
            var name = component.Property(mode == "1" ? "OpenRowsetVariable" : "SqlCommandVariable") ?? "";
            return work.Variables.Find(name) is { IsConstant: true, Value: { Length: > 0 } value } ? value
                : throw FlowOpenException.MadeStatement("which sheet it reads is a value that only a run knows", name);
        }

        return component.Property(mode == "2" ? "SqlCommand" : "OpenRowset") ?? "";
    }

    private static (FlowOutput Output, FileSet Set) Read(FlowWork work, FlowComponent component, FlowFile file)
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
