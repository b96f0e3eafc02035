using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>How rows stand in the files of connections, in our words.</summary>
internal static class FlowFileFormats
{
    private const string NoQuote = "none";
    private const int NumberWidth = 40;
    private const string Quotation = "\"";

    /// <summary>The format of a flat file that is read. Where rows behind its header are left out, the header is left
    /// out with them: columns go by their places.</summary>
    public static FlowFileFormat OfSource(SsisConnection connection) =>
        connection.FlatFile is not { DataRowsToSkip: > 0 } form ? Of(connection) : Of(connection with
        {
            FlatFile = form with
            {
                HasHeader = false,
                HeaderRowsToSkip = form.HeaderRowsToSkip + (form.HasHeader ? 1 : 0) + form.DataRowsToSkip,
                DataRowsToSkip = 0,
            },
        });

    /// <summary>The format of a flat file that is written. Rows are left out of what is read alone.</summary>
    public static FlowFileFormat OfTarget(SsisConnection connection)
    {
        var format = Of(connection.FlatFile is not { } form ? connection : connection with
        {
            FlatFile = form with { HeaderRowsToSkip = 0, DataRowsToSkip = 0 },
        });
        return format.SkipLines == 0 ? format : throw FlowOpenException.NoOption(
            "names of columns stand in no file of fixed width, or with separators of several signs, that is written",
            connection.Name);
    }

    /// <summary>The format of a flat file.</summary>
    public static FlowFileFormat Of(SsisConnection connection)
    {
        var form = connection.FlatFile
            ?? throw FlowOpenException.Missing("the connection says nothing of its file", connection.Name);
        if (form.DataRowsToSkip > 0)
        {
            throw FlowOpenException.NoOption("it leaves out rows behind the header", connection.Name);
        }

        var format = new FlowFileFormat
        {
            Encoding = Encoding(form),
            Decimal = DecimalOf(connection, form),
            HasHeader = form.HasHeader,
            SkipLines = form.HeaderRowsToSkip,
        };
        return form.Format switch
        {
            "FixedWidth" or "RaggedRight" => Wide(connection, form, format),
            _ => Delimited(connection, form, format),
        };
    }

    /// <summary>The format of a sheet.</summary>
    public static FlowFileFormat OfSheet(SsisConnection connection, WrittenSheet written) => new()
    {
        Style = FlowFileStyle.Excel,
        Sheet = written.Sheet,
        Range = written.Range,
        HasHeader = !connection.ConnectionString.Contains("HDR=NO", StringComparison.OrdinalIgnoreCase),
    };

    /// <summary>The file that takes the place of a raw file.</summary>
    public static FlowFile OfRaw(FlowWork work, FlowComponent component)
    {
        var path = component.Property("AccessMode") == "1"
            ? work.Variables.Find(component.Property("FileNameVariable") ?? "") is { } variable
                && work.Variables.IsFixed(variable) ? variable.Value : null
            : component.Property("FileName");
        return path is { Length: > 0 } ? new("", System.IO.Path.ChangeExtension(path, ".csv"), new())
            : throw FlowOpenException.Missing("the name of its file is a value that only a run knows",
                component.Property("FileNameVariable") ?? "");
    }

    private static FlowFileFormat Delimited(SsisConnection connection, FlatFileForm form, FlowFileFormat format)
    {
        var fields = form.Columns.SkipLast(1).Select(each => each.Delimiter).Distinct().ToList();
        var row = form.Columns.Count > 0 && form.Columns[^1].Delimiter.Length > 0
            ? form.Columns[^1].Delimiter : form.RowDelimiter;
        if (fields.Count > 1 || fields is [""])
        {
            throw FlowOpenException.NoOption("its columns have different separators, or none", connection.Name);
        }

        if (form.TextQualifier.Length > 0 && form.Columns.Any(each => each.IsTextQualified)
            && form.Columns.Any(each => !each.IsTextQualified && FlowColumnTypes.IsText(each.Type)))
        {
            throw FlowOpenException.NoOption(
                "some of its columns of text stand in quotes, and quotes in the others are signs of the text",
                connection.Name);
        }

        var field = fields.Count == 0 ? "," : fields[0];
        var isLine = row is "\r\n" or "\n" or "";
        if (field.Length == 1 && isLine && form.TextQualifier.Length <= 1)
        {
            return format with
            {
                Field = field == "," ? "" : field,
                Quote = form.TextQualifier switch { "" => NoQuote, Quotation => "", var sign => sign },
            };
        }

        return form.TextQualifier.Length == 0
            ? format with
            {
                Style = FlowFileStyle.Bcp,
                Field = field,
                Row = row,
                // Such a file has no names in it: the line of a header is left out as any other.
                HasHeader = false,
                SkipLines = form.HeaderRowsToSkip + (form.HasHeader ? 1 : 0),
            }
            : throw FlowOpenException.NoOption("quotes and separators of several signs stand in it", connection.Name);
    }

    private static FlowFileFormat Wide(SsisConnection connection, FlatFileForm form, FlowFileFormat format)
    {
        var columns = form.Columns;
        var isLines = form.Format == "RaggedRight" || columns is [.., { Delimiter: "\r\n" or "\n" }];
        return isLines && columns.Count > 0
            ? format with
            {
                Style = FlowFileStyle.Fixed,
                HasHeader = false,
                SkipLines = form.HeaderRowsToSkip + (form.HasHeader ? 1 : 0),
                Widths = [.. columns.Select(WidthOf)],
                FillsShortRows = form.Format == "RaggedRight",
            }
            : throw FlowOpenException.NoOption("its rows have a width and no line ends", connection.Name);
    }

    // Where a comma ends a column that stands in no quotes it can stand in no number.
    private static string DecimalOf(SsisConnection connection, FlatFileForm form)
    {
        var isEnd = form.TextQualifier.Length == 0 && form.Format is not ("FixedWidth" or "RaggedRight")
            && form.Columns.Any(each => each.Delimiter == ",");
        return !FlowLocales.HasComma(form.LocaleId) ? ""
            : !isEnd ? ","
            : !form.Columns.Any(each => IsFraction(each.Type)) ? ""
            : throw FlowOpenException.NoOption(
                "a comma ends its columns, and stands before decimals in its language", connection.Name);
    }

    private static bool IsFraction(FlowType type) =>
        type.Name is "DT_R4" or "DT_R8" or "DT_CY" or "DT_NUMERIC" or "DT_DECIMAL";

    // Of a number that the line ends nobody says a width.
    private static int WidthOf(FlatFileColumn column) => column.Width > 0 ? column.Width
        : column.MaximumWidth > 0 ? column.MaximumWidth : FlowColumnTypes.IsText(column.Type) ? 1 : NumberWidth;

    private static string Encoding(FlatFileForm form) => form.IsUnicode ? "utf-16le" : form.CodePage switch
    {
        0 or 65001 or 20127 => "",
        874 or (>= 1250 and <= 1258) => $"windows-{form.CodePage}",
        437 or 737 or 775 or (>= 850 and <= 869) => $"ibm{form.CodePage}",
        >= 28591 and <= 28599 => $"iso-8859-{form.CodePage - 28590}",
        28603 => "iso-8859-13",
        28605 => "iso-8859-15",
        10000 => "macintosh",
        20866 => "koi8-r",
        1200 => "utf-16le",
        1201 => "utf-16be",
        _ => throw FlowOpenException.NoOption("its code page is not read: convert the file to UTF-8",
            $"{form.CodePage}"),
    };
}
