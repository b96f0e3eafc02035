using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data.Files;
using Orchestrator.Data.Forms;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Folders and formats of a connection, as the driver of files takes them.</summary>
public static class FileFormats
{
    /// <summary>A format of the metadata.</summary>
    public static TextFormat Of(FileFormat format) => new()
    {
        Style = format.Style switch
        {
            FileStyle.Bcp => TextStyle.Bcp,
            FileStyle.Fixed => TextStyle.Fixed,
            FileStyle.Jsonl => TextStyle.JsonLines,
            FileStyle.Excel => TextStyle.Excel,
            _ => TextStyle.Csv,
        },
        Field = format.Field,
        Row = format.Row,
        Encoding = format.Encoding,
        TerminatorInColumns = format.TerminatorInColumns,
        Widths = format.Widths,
        DefusesFormulas = format.DefusesFormulas,
        HasHeader = format.HasHeader,
        SkipLines = format.SkipLines,
        SkipLastLines = format.SkipLastLines,
        Comment = format.Comment ?? "",
        Quote = format.Quote,
        FillsShortRows = format.FillsShortRows,
        Forms = FormsOf(format),
        Nulls = format.Nulls,
        Sheet = format.Sheet,
        Range = SheetRange.TryParse(format.Range ?? "", out var range) ? range : SheetRange.All,
    };

    /// <summary>The format of that name; csv where there is none.</summary>
    internal static TextFormat Of(Connection connection, string name) =>
        connection.Formats.TryGetValue(name, out var format) ? Of(format) : TextFormat.Csv;

    private static TextFormat Of(Connection connection, string name, IReadOnlyList<ColumnDefinition> columns,
        Func<ColumnDefinition, string> nameOf)
    {
        // As a load finds its columns in a header.
        var alike = columns.GroupBy(nameOf, StringComparer.OrdinalIgnoreCase).Any(same => same.Skip(1).Any())
            ? StringComparer.Ordinal
            : StringComparer.OrdinalIgnoreCase;
        var own = columns.Where(column => column.DateFormat is not null || column.Nulls.Count > 0)
            .DistinctBy(nameOf, alike)
            .ToDictionary(nameOf, column => new ColumnForm
            {
                Times = Times(column.DateFormat),
                Nulls = column.Nulls.Count > 0 ? column.Nulls : null,
            }, alike);
        return own.Count == 0 ? Of(connection, name) : Of(connection, name) with { ColumnForms = own };
    }

    /// <summary>The format that a load reads, with what its columns say of it; null where it reads no file.</summary>
    public static TextFormat? Read(ObjectDefinition definition, Solution solution) =>
        definition is { Plugin: null, Source: { } source }
            && solution.Connections.FirstOrDefault(each => each.Name == source.Connection) is { IsFolder: true } folder
            ? Of(folder, source.Format, [.. definition.Columns.Where(column => column.Value is null)],
                column => column.Name)
            : null;

    /// <summary>
    /// The format that a load writes. What its columns say is of the file that it reads, where it reads one.
    /// </summary>
    public static TextFormat Written(ObjectDefinition definition, Solution solution)
    {
        var connection = Addresses.Find(solution, definition.Target.Connection);
        return Read(definition, solution) is null
            ? Of(connection, definition.Target.Format!, definition.Columns, column => column.Target)
            : Of(connection, definition.Target.Format!);
    }

    private static ValueForms? FormsOf(FileFormat format)
    {
        var forms = new ValueForms
        {
            Number = format.Decimal == "." && format.Thousands is null
                ? null
                : new NumberForm(format.Decimal, format.Thousands ?? ""),
            Date = Times(format.DateFormat),
            Time = Times(format.TimeFormat),
            DateTime = Times(format.DateTimeFormat),
        };
        return forms == new ValueForms() ? null : forms;
    }

    // Whether it is a pattern was found out when the metadata were read.
    private static TimeForm? Times(string? pattern) => pattern is null ? null
        : TimePattern.TryParse(pattern, out var parsed, out var problem) ? new TimeForm(parsed)
        : throw new ArgumentException($"'{pattern}' is no pattern of dates and times: {problem}", nameof(pattern));

    /// <summary>Full path of the connection's folder.</summary>
    /// <exception cref="PackageRefusedException">A variable in it is missing.</exception>
    internal static string Folder(PackageContext context, Connection connection) => Path.GetFullPath(Path.Combine(
        context.Solution.Folder, ConnectionValues.Of(() => context.Resolve(connection.Folder ?? "."))));
}
