using System.IO.Compression;
using System.Security;
using System.Text;

/// <summary>A workbook of xlsx, written by hand: a zip of XML.</summary>
internal sealed class TestWorkbook
{
    private const string Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private const string Links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private const string Package = "http://schemas.openxmlformats.org/package/2006/relationships";

    private readonly List<(string Name, string State, string Rows, string Behind)> _sheets = [];

    /// <summary>What its `workbookPr` says of the day that dates begin with; null = nothing.</summary>
    public string? Date1904 { get; init; }

    /// <summary>Formats of cells, from 1 on: a number that is built in, or the text of one.</summary>
    public IReadOnlyList<string> Formats { get; init; } = [];

    /// <summary>The shared texts: what stands within each `si`.</summary>
    public IReadOnlyList<string> Texts { get; init; } = [];

    /// <summary>Parts that stand there instead, or are not there where they are null.</summary>
    public Dictionary<string, string?> Parts { get; } = [];

    /// <summary>The namespace of its parts.</summary>
    public string Space { get; init; } = Main;

    /// <summary>A workbook of one sheet.</summary>
    public static byte[] Of(params string[] rows) => new TestWorkbook().Sheet("Sheet1", rows).Bytes();

    /// <summary>A row of cells, each behind the one before; number 0 = behind the row before.</summary>
    public static string Row(int number, params string[] cells) =>
        $"<row{(number == 0 ? "" : $" r=\"{number}\"")}>{string.Concat(cells)}</row>";

    /// <summary>A row of texts.</summary>
    public static string Texted(int number, params string[] texts) =>
        Row(number, [.. texts.Select(text => Text(text))]);

    public static string Text(string text, string? at = null) =>
        $"<c{At(at)} t=\"inlineStr\"><is><t xml:space=\"preserve\">{SecurityElement.Escape(text)}</t></is></c>";

    public static string Number(string value, int format = 0, string? at = null) =>
        $"<c{At(at)} s=\"{format}\"><v>{value}</v></c>";

    public static string Shared(int index, string? at = null) => $"<c{At(at)} t=\"s\"><v>{index}</v></c>";

    public static string Error(string error = "#N/A", string? at = null) => $"<c{At(at)} t=\"e\"><v>{error}</v></c>";

    /// <summary>A formula; without a value nobody has computed it.</summary>
    public static string Formula(string formula, string? value, string type = "n", int format = 0) =>
        $"<c t=\"{type}\" s=\"{format}\"><f>{formula}</f>{(value is null ? "" : $"<v>{value}</v>")}</c>";

    /// <summary>A cell without a value.</summary>
    public static string Blank(string? at = null) => $"<c{At(at)}/>";

    /// <summary>Adds a sheet.</summary>
    public TestWorkbook Sheet(string name, params string[] rows) => Sheet(name, "visible", rows);

    /// <summary>Adds a sheet that can be seen or not.</summary>
    public TestWorkbook Sheet(string name, string state, string[] rows, string behind = "")
    {
        _sheets.Add((name, state, string.Concat(rows), behind));
        return this;
    }

    /// <summary>Puts another part in the place of one, or takes it out.</summary>
    public TestWorkbook Part(string name, string? text)
    {
        Parts[name] = text;
        return this;
    }

    /// <summary>The file.</summary>
    public byte[] Bytes()
    {
        var parts = new Dictionary<string, string?>
        {
            ["xl/workbook.xml"] = Book(),
            ["xl/_rels/workbook.xml.rels"] = Relations(),
            ["xl/styles.xml"] = Styles(),
            ["xl/sharedStrings.xml"] = $"<sst xmlns=\"{Space}\">"
                + string.Concat(Texts.Select(text => $"<si>{text}</si>")) + "</sst>",
        };
        foreach (var (i, sheet) in _sheets.Index())
        {
            parts[$"xl/worksheets/sheet{i + 1}.xml"] = $"<worksheet xmlns=\"{Space}\">"
                + $"<sheetData>{sheet.Rows}</sheetData>{sheet.Behind}</worksheet>";
        }

        foreach (var (name, text) in Parts)
        {
            parts[name] = text;
        }

        return Zip(parts);
    }

    private static byte[] Zip(Dictionary<string, string?> parts)
    {
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, text) in parts.Where(part => part.Value is not null))
            {
                using var part = zip.CreateEntry(name, CompressionLevel.Fastest).Open();
                part.Write(Encoding.UTF8.GetBytes(text!));
            }
        }

        return bytes.ToArray();
    }

    private string Book() => $"<workbook xmlns=\"{Space}\" xmlns:r=\"{Links}\">"
        + (Date1904 is null ? "" : $"<workbookPr date1904=\"{Date1904}\"/>") + "<sheets>"
        + string.Concat(_sheets.Select((sheet, i) => $"<sheet name=\"{SecurityElement.Escape(sheet.Name)}\" "
            + $"sheetId=\"{i + 1}\" state=\"{sheet.State}\" r:id=\"rId{i + 1}\"/>")) + "</sheets></workbook>";

    private string Relations() => $"<Relationships xmlns=\"{Package}\">"
        + string.Concat(_sheets.Select((_, i) => $"<Relationship Id=\"rId{i + 1}\" Type=\"{Links}/worksheet\" "
            + $"Target=\"worksheets/sheet{i + 1}.xml\"/>")) + "</Relationships>";

    private string Styles()
    {
        const int firstOwn = 164;
        var own = Formats.Select((format, i) => int.TryParse(format, out _) ? ""
            : $"<numFmt numFmtId=\"{firstOwn + i}\" formatCode=\"{SecurityElement.Escape(format)}\"/>");
        var cells = Formats.Select((format, i) =>
            $"<xf numFmtId=\"{(int.TryParse(format, out var id) ? id : firstOwn + i)}\" applyNumberFormat=\"1\"/>");
        return $"<styleSheet xmlns=\"{Space}\"><numFmts>{string.Concat(own)}</numFmts>"
            + $"<cellXfs><xf numFmtId=\"0\"/>{string.Concat(cells)}</cellXfs></styleSheet>";
    }

    private static string At(string? at) => at is null ? "" : $" r=\"{at}\"";
}
