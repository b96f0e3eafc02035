using System.Xml;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads how rows stand in a flat file.</summary>
internal static class FlatFileReader
{
    private const string NoQualifier = "<none>";

    /// <summary>The form of the file.</summary>
    /// <param name="data">The inner element of the connection manager.</param>
    public static FlatFileForm Read(XElement data)
    {
        var form = new DtsProperties(data);
        var columns = data.Elements(Dts.Space + "FlatFileColumn")
            .Concat(data.Elements(Dts.Space + "FlatFileColumns").Elements(Dts.Space + "FlatFileColumn"))
            .Select(column => Column(column, form.Number("CodePage"))).ToArray();
        var rowDelimiter = Decoded(form.Text("RowDelimiter"));
        var qualifier = Decoded(form.Text("TextQualifier"));
        return new()
        {
            Format = form.TextOrNone("Format") ?? "Delimited",
            CodePage = form.Number("CodePage"),
            IsUnicode = form.Flag("Unicode"),
            LocaleId = form.Number("LocaleID"),
            HasHeader = form.Flag("ColumnNamesInFirstDataRow"),
            HeaderRowsToSkip = form.Number("HeaderRowsToSkip"),
            DataRowsToSkip = form.Number("DataRowsToSkip"),
            HeaderRowDelimiter = Decoded(form.Text("HeaderRowDelimiter")),
            RowDelimiter = columns is [.., { Delimiter.Length: > 0 } last] ? last.Delimiter : rowDelimiter,
            TextQualifier = qualifier == NoQualifier ? "" : qualifier,
            Columns = columns,
        };
    }

    /// <summary>Control characters are written as `_x000D_`; what only looks so stays.</summary>
    public static string Decoded(string text) => HalfSigns.Without(XmlConvert.DecodeName(text) ?? "");

    private static FlatFileColumn Column(XElement element, int codePage)
    {
        var column = new DtsProperties(element);
        var type = FlowTypes.OfNumber(column.Number("DataType"));
        var width = column.Number("MaximumWidth");
        return new()
        {
            Name = column.Text("ObjectName"),
            Format = column.TextOrNone("ColumnType") ?? "Delimited",
            Delimiter = Decoded(column.Text("ColumnDelimiter")),
            Width = column.Number("ColumnWidth"),
            MaximumWidth = width,
            Type = new(type, type is "DT_STR" or "DT_WSTR" or "DT_BYTES" ? width : 0, column.Number("DataPrecision"),
                column.Number("DataScale"), type is "DT_STR" or "DT_TEXT" ? codePage : 0),
            IsTextQualified = column.Flag("TextQualified"),
        };
    }
}
