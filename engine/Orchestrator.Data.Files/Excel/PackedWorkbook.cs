using System.IO.Compression;
using System.Xml;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// Looks through an xlsx workbook before a library reads it, which keeps its texts in memory: nothing in it may be
/// larger, deeper or more than Excel writes.
/// </summary>
internal sealed class PackedWorkbook(ZipArchive zip, string file, long expandedMax)
{
    private const string Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private const string Links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private const string Strict = "http://purl.oclc.org/ooxml/spreadsheetml/main";
    private const int PartsMax = 20_000;
    private const int SheetsMax = 4_096;
    private const int FormatsMax = 10_000;
    private const int RunsMax = 32_767;
    private const int DepthMax = 256;
    private const long PlainMax = 16L << 20;
    private const long StylesMax = 64L << 20;
    private const long TextsMax = 512L << 20;

    // Comments and blanks between elements mean nothing; a DTD is refused by default.
    private static readonly XmlReaderSettings Settings = new() { IgnoreComments = true, IgnoreWhitespace = true };

    private readonly Dictionary<string, string> _ranges = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The sheets of the workbook, in its order.</summary>
    /// <exception cref="DataRefusedException">It is none, or none that Excel writes.</exception>
    public IReadOnlyList<SheetEntry> Sheets()
    {
        if (zip.Entries.Count > PartsMax)
        {
            throw TooLarge($"has more than {PartsMax:N0} parts");
        }

        var parts = Parts();
        var sheets = new List<SheetEntry>();
        string? named = null;
        var isThere = Read("xl/workbook.xml", PlainMax, element =>
        {
            if (element.NodeType != XmlNodeType.Element)
            {
                if (named is not null)
                {
                    _ranges.TryAdd(named, element.Value);
                }

                return;
            }

            // A name that is of one sheet alone may stand for something else in the others.
            named = element.LocalName == "definedName" && element.NamespaceURI == Main
                && element.GetAttribute("localSheetId") is null ? element.GetAttribute("name") : null;
            switch (element.LocalName)
            {
                case "workbook" when element.NamespaceURI == Strict:
                    throw Workbook.NoWorkbook(file, "is a 'Strict Open XML' workbook", "Save it as xlsx");
                case "workbookPr" when element.GetAttribute("date1904") is not (null or "0" or "1" or "false"):
                    throw new InvalidDataException("the workbook says in no way that is known when its dates begin");
                case "workbookPr":
                    IsLate = element.GetAttribute("date1904") == "1";
                    break;
                case "sheet" when element.NamespaceURI == Main:
                    sheets.Add(Entry(element, parts));
                    break;
            }

            if (sheets.Count > SheetsMax)
            {
                throw TooLarge($"has more than {SheetsMax:N0} sheets");
            }
        });
        return isThere ? sheets
            : throw Workbook.NoWorkbook(file, "is packed as workbooks are, and holds none of xlsx", "Save it as xlsx");
    }

    /// <summary>What names of the workbook stand for, as `Sheet1!$A$1:$D$20`; known behind <see cref="Sheets"/>.
    /// </summary>
    public IReadOnlyDictionary<string, string> Ranges => _ranges;

    /// <summary>Whether its dates count from 1904; known behind <see cref="Sheets"/>.</summary>
    public bool IsLate { get; private set; }

    /// <summary>Looks through what all sheets share.</summary>
    public void CheckShared()
    {
        var (runs, formats) = (0, 0);
        Read("xl/sharedStrings.xml", TextsMax, element => CountRuns(element, ref runs));
        Read("xl/styles.xml", StylesMax, element =>
        {
            if (element.LocalName == "numFmt" && ++formats > FormatsMax)
            {
                throw TooLarge($"has more than {FormatsMax:N0} formats of numbers");
            }
        });
    }

    /// <summary>Looks through a sheet.</summary>
    /// <param name="sheet">The sheet.</param>
    /// <param name="range">What is read of it.</param>
    public SheetReview Review(SheetEntry sheet, SheetRange range)
    {
        var review = new SheetReview(range);
        var runs = 0;
        Read(sheet.Part, expandedMax, node =>
        {
            CountRuns(node, ref runs);
            if (node.NodeType != XmlNodeType.Element)
            {
                review.LookAtText();
            }
            else if (node.NamespaceURI == Main)
            {
                review.Look(node);
            }
        });
        review.End();
        return review;
    }

    private static SheetEntry Entry(XmlReader sheet, Dictionary<string, (string Part, bool HasRows)> parts)
    {
        var (part, hasRows) = parts.GetValueOrDefault(sheet.GetAttribute("id", Links) ?? "", ("", false));
        var isVisible = sheet.GetAttribute("state") is null or "visible";
        return new SheetEntry(sheet.GetAttribute("name") ?? "", isVisible && hasRows, part);
    }

    private Dictionary<string, (string Part, bool HasRows)> Parts()
    {
        var parts = new Dictionary<string, (string Part, bool HasRows)>(StringComparer.Ordinal);
        Read("xl/_rels/workbook.xml.rels", PlainMax, element =>
        {
            if (element.GetAttribute("Id") is { } id && element.GetAttribute("Target") is { } target)
            {
                var hasRows = element.GetAttribute("Type")?.EndsWith("/worksheet", StringComparison.Ordinal) == true;
                parts[id] = (target.StartsWith("/xl/", StringComparison.OrdinalIgnoreCase) ? target[1..]
                    : "xl/" + target, hasRows);
            }
        });
        return parts;
    }

    // The library joins the runs of a text one by one.
    private void CountRuns(XmlReader node, ref int runs)
    {
        runs = node.LocalName switch
        {
            "si" or "is" => 0,
            "t" => runs + 1,
            _ => runs,
        };
        if (runs > RunsMax)
        {
            throw TooLarge($"has a text of more than {RunsMax:N0} parts");
        }
    }

    /// <summary>Reads a part, element by element and text by text; false = it is not there.</summary>
    private bool Read(string name, long bytesMax, Action<XmlReader> each)
    {
        var entry = zip.Entries.FirstOrDefault(
            one => one.FullName.Replace('\\', '/').Equals(name, StringComparison.OrdinalIgnoreCase));
        if (entry is null)
        {
            return false;
        }

        using var part = new PartStream(entry.Open(), bytesMax, what => TooLarge($"{what} in '{name}'"));
        using var reader = XmlReader.Create(part, Settings);
        while (reader.Read())
        {
            if (reader.Depth > DepthMax)
            {
                throw TooLarge($"is nested more than {DepthMax} deep in '{name}'");
            }

            if (reader.NodeType is XmlNodeType.Element or XmlNodeType.Text or XmlNodeType.CDATA)
            {
                each(reader);
            }
        }

        return true;
    }

    private DataRefusedException TooLarge(string what) => new("ORC3107", $"{file}: the workbook {what}, which none "
        + "does that Excel writes, or is more than `limits.expanded` of the connection. Save it anew in Excel, or as "
        + "csv.")
    { File = file };
}
