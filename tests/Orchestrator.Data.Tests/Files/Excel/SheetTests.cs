using System.Security.Cryptography;
using Orchestrator.Data.Files;
using static TestWorkbook;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>Which cells of which sheet are the rows.</summary>
internal sealed class SheetTests
{
    private static readonly string[] Titled =
    [
        Texted(1, "Sales of January"), Row(2, Text("made by", "C2")), Row(4, Text("id", "B4"), Text("name", "C4")),
        Row(5, Number("1", at: "B5"), Text("a", "C5")), Row(6, Number("2", at: "B6"), Text("b", "C6")),
        Row(7, Text("total", "B7"), Number("2", at: "C7")),
    ];

    private SheetFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new SheetFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("B4:C", ExpectedResult = "id|name 1|a 2|b total|2")]
    [TestCase("B4:C6", ExpectedResult = "id|name 1|a 2|b")]
    [TestCase("b4:c6", ExpectedResult = "id|name 1|a 2|b")]
    [TestCase("A4:Z6", ExpectedResult = "ORC3103", Description = "the header begins with an empty cell")]
    [TestCase("B4", ExpectedResult = "id|name 1|a 2|b total|2")]
    [TestCase("C4:C5", ExpectedResult = "name a")]
    [TestCase("B5:C6", ExpectedResult = "1|a 2|b", Description = "numbers can be names")]
    [TestCase("B3:C6", ExpectedResult = "ORC3103", Description = "an empty row is no header")]
    [TestCase("B100:C", ExpectedResult = "ORC3103")]
    [TestCase("B:C", ExpectedResult = "ORC3103", Description = "what is in column C first is taken for the header")]
    [TestCase(null, ExpectedResult = "ORC3132", Description = "the title is taken for the header")]
    public string A_range_says_where_the_header_stands_and_where_its_rows_end(string? range)
    {
        try
        {
            return string.Join(' ', _folder.Read(Of(Titled), range: range));
        }
        catch (DataRefusedException refused)
        {
            return refused.Code;
        }
    }

    [TestCase("sales", null, ExpectedResult = "id|name 1|a 2|b")]
    [TestCase("Cell", null, ExpectedResult = "name")]
    [TestCase("Columns", null, ExpectedResult = "ORC3103", Description = "what is in column C first is the header")]
    [TestCase("Sales", "B4:C", ExpectedResult = "ORC3131", Description = "it says its range itself")]
    [TestCase("Computed", null, ExpectedResult = "ORC3131")]
    [TestCase("Gone", null, ExpectedResult = "ORC3131")]
    [TestCase("Own", null, ExpectedResult = "ORC3131", Description = "it is a name of one sheet alone")]
    [TestCase("my sheet", "B4:C5", ExpectedResult = "id|name 1|a", Description = "a sheet comes first")]
    public string A_name_of_the_workbook_is_its_range(string sheet, string? range)
    {
        var book = new TestWorkbook().Sheet("My Sheet", Titled).Part("xl/workbook.xml", """
            <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
              xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
            <sheets><sheet name="My Sheet" sheetId="1" r:id="rId1"/></sheets><definedNames>
            <definedName name="Own" localSheetId="0">'My Sheet'!$B$4:$C$6</definedName>
            <definedName name="My sheet">'My Sheet'!$A$1</definedName>
            <definedName name="Sales">'My Sheet'!$B$4:$C$6</definedName>
            <definedName name="Cell">'My Sheet'!$C$4</definedName>
            <definedName name="Columns">'My Sheet'!$B:$C</definedName>
            <definedName name="Computed">OFFSET('My Sheet'!$B$4,0,0,3,2)</definedName>
            <definedName name="Gone">'My Sheet'!#REF!</definedName></definedNames></workbook>
            """);
        try
        {
            return string.Join(' ', _folder.Read(book.Bytes(), sheet, range));
        }
        catch (DataRefusedException refused)
        {
            return refused.Code;
        }
    }

    [Test]
    public void Without_a_range_the_first_row_with_a_value_is_the_header_wherever_it_begins() => Assert.That(
        _folder.Read(Of(Row(3, Text("id", "B3"), Text("name", "C3")), Row(4, Number("1", at: "B4"), Text("a", "C4")))),
        Is.EqualTo(new[] { "id|name", "1|a" }));

    [TestCase(null, ExpectedResult = "ORC3132", Description = "the first value says where the columns begin")]
    [TestCase("B:C", ExpectedResult = "id|name ∅|a 2|b")]
    [TestCase("B2:C", ExpectedResult = "id|name ∅|∅ ∅|∅ ∅|a 2|b")]
    [TestCase("B4:C4", ExpectedResult = "id|name ∅|a")]
    [TestCase("A3:C", ExpectedResult = "ORC3132", Description = "more columns have a value than are declared")]
    [TestCase("B7:C", ExpectedResult = "id|name")]
    public string Without_a_header_each_row_is_one_and_columns_go_by_their_place(string? range)
    {
        var book = Of(Row(4, Text("a", "C4")), Row(5, Number("2", at: "B5"), Text("b", "C5")));
        File.WriteAllBytes(_folder.At("book.xlsx"), book);
        try
        {
            return string.Join(' ', _folder.Read(new SourceFiles
            {
                Folder = "",
                Pattern = "book.xlsx",
                Columns = ["id", "name"],
                Format = SheetFolder.Format(range: range) with { HasHeader = false },
            }));
        }
        catch (DataRefusedException refused)
        {
            return refused.Code;
        }
    }

    [Test]
    public void A_sheet_without_a_header_needs_its_columns_declared()
    {
        File.WriteAllBytes(_folder.At("book.xlsx"), Of(Texted(1, "a")));

        var refused = Assert.Throws<DataRefusedException>(() => _folder.Read(new SourceFiles
        {
            Folder = "",
            Pattern = "book.xlsx",
            Format = SheetFolder.Format() with { HasHeader = false },
        }))!;

        Assert.That(refused.Message, Does.Contain("a sheet has no header by its format (`header: none`)"));
    }

    [TestCase("D3", "left out")]
    [TestCase("A3", "left out")]
    public void A_value_beside_the_header_is_refused_by_its_cell_and_read_once_a_range_leaves_it_out(
        string at, string value)
    {
        string[] cells = [Number("2", at: "B3"), Text("b", "C3")];
        var book = Of(Row(1, Text("id", "B1"), Text("name", "C1")), Row(2, Number("1", at: "B2"), Text("a", "C2")),
            at[0] == 'A' ? Row(3, Text(value, at), cells[0], cells[1]) : Row(3, cells[0], cells[1], Text(value, at)));

        var refused = _folder.Refused(book);

        Assert.That(refused.Code, Is.EqualTo("ORC3132"));
        Assert.That(refused.Message, Does.StartWith($"book.xlsx, row 2: the cell {at} of the sheet 'Sheet1'"));
        Assert.That(_folder.Read(book, range: "B1:C"), Is.EqualTo(new[] { "id|name", "1|a", "2|b" }));
    }

    [Test]
    public void Empty_rows_are_rows_where_others_follow_and_nothing_at_the_end()
    {
        var rows = _folder.Read(Of(Texted(1, "a", "b"), Row(2, Number("1"), Blank()), Row(3, Blank(), Blank()),
            Row(6, Blank(), Number("2")), Row(7, Blank(), Blank()), Row(5000, Blank(), Text(""))));

        Assert.That(rows[1..], Is.EqualTo(new[] { "1|∅", "∅|∅", "∅|∅", "∅|∅", "∅|2" }));
    }

    [Test]
    public void A_cell_far_below_costs_rows_and_no_memory()
    {
        var rows = _folder.Read(Of(Texted(1, "a"), Row(100_001, Number("1"))));

        Assert.That(rows, Has.Length.EqualTo(100_001));
        Assert.That((rows[1], rows[^2], rows[^1]), Is.EqualTo(("∅", "∅", "1")));
    }

    [Test]
    public void A_sheet_may_have_all_columns_of_Excel()
    {
        string[] names = [.. Enumerable.Range(1, Core.SheetRange.ColumnsMax).Select(i => $"c{i}")];
        File.WriteAllBytes(_folder.At("a.xlsx"), Of(Texted(1, names), Row(2, Number("1"), Number("2", at: "XFD2"))));

        using var reader = Reader(default);

        Assert.That(reader.Columns.Select(column => column.Name), Is.EqualTo(names));
    }

    [Test]
    public void Hidden_rows_and_columns_are_read_and_a_merged_cell_has_its_value_in_the_first()
    {
        var rows = _folder.Read(new TestWorkbook().Sheet("S", "visible",
        [
            Texted(1, "a", "b"),
            "<row r=\"2\" hidden=\"1\" customHeight=\"1\" ht=\"0\">" + Number("1") + Number("2") + "</row>",
            Row(3, Text("merged"), Blank()), Row(4, Blank(), Number("3")),
        ], "<mergeCells count=\"1\"><mergeCell ref=\"A3:B3\"/></mergeCells>").Bytes());

        Assert.That(rows[1..], Is.EqualTo(new[] { "1|2", "merged|∅", "∅|3" }));
    }

    [Test]
    public void Cells_without_a_name_follow_one_another_and_named_ones_stand_where_they_say()
    {
        var rows = _folder.Read(Of(Texted(0, "a", "b", "c"), Row(0, Number("3", at: "C2"), Number("1", at: "A2")),
            Row(0, Number("4"), Number("6", at: "C3"))));

        Assert.That(rows[1..], Is.EqualTo(new[] { "1|∅|3", "4|∅|6" }));
    }

    [TestCase("a", "A", Description = "twice but for case")]
    [TestCase("a", "", Description = "without a name between names")]
    public void A_header_has_names_each_of_which_stands_there_once(string first, string second) => Assert.That(
        _folder.Refused(Of(Texted(1, first, second, "c"), Row(2, Number("1")))).Code, Is.EqualTo("ORC3103"));

    [Test]
    public void A_name_may_be_a_number_or_a_date() => Assert.That(
        _folder.Read(new TestWorkbook { Formats = ["14"] }
            .Sheet("S", Row(1, Number("2024"), Number("45351", 1), Text("a\nb")), Row(2, Number("1"))).Bytes()),
        Is.EqualTo(new[] { "2024|2024-02-29|a\nb", "1|∅|∅" }));

    [Test]
    public void A_sheet_without_rows_below_its_header_has_none_and_an_empty_one_no_header()
    {
        Assert.That(_folder.Read(Of(Texted(1, "a"))), Is.EqualTo(new[] { "a" }));
        Assert.That(_folder.Refused(Of()).Code, Is.EqualTo("ORC3103"));
        Assert.That(_folder.Refused(Of(Row(1, Blank("C1")))).Code, Is.EqualTo("ORC3103"));
    }

    [TestCase(null, ExpectedResult = "Seen")]
    [TestCase("Hidden", ExpectedResult = "Hidden")]
    [TestCase("hidden", ExpectedResult = "Hidden")]
    [TestCase("Very & hidden", ExpectedResult = "Third")]
    [TestCase("Seen", ExpectedResult = "Seen")]
    [TestCase("Seen$", ExpectedResult = "ORC3131")]
    public string The_sheet_is_the_one_of_the_name_or_the_only_one_that_can_be_seen(string? sheet)
    {
        var book = new TestWorkbook().Sheet("Hidden", "hidden", [Texted(1, "Hidden")])
            .Sheet("Seen", Texted(1, "Seen")).Sheet("Very & hidden", "veryHidden", [Texted(1, "Third")]);
        try
        {
            return _folder.Read(book.Bytes(), sheet)[0];
        }
        catch (DataRefusedException refused)
        {
            Assert.That(refused.Message, Does.Contain("'Hidden', 'Seen', 'Very & hidden'"));
            return refused.Code;
        }
    }

    [Test]
    public void Of_several_that_can_be_seen_none_is_guessed()
    {
        var book = new TestWorkbook().Sheet("Jan", Texted(1, "a")).Sheet("Feb", Texted(1, "b")).Bytes();

        var refused = _folder.Refused(book);

        Assert.That(refused.Code, Is.EqualTo("ORC3131"));
        Assert.That(refused.Message, Does.Contain("2 sheets").And.Contain("'Jan', 'Feb'").And.Contain("`sheet: NAME`"));
        Assert.That(_folder.Read(book, "Feb"), Is.EqualTo(new[] { "b" }));
    }

    [Test]
    public void A_page_of_a_chart_is_no_sheet_to_be_chosen()
    {
        var book = new TestWorkbook().Sheet("Chart", Texted(1, "x")).Sheet("Rows", Texted(1, "a"));
        var relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            + "<Relationship Id=\"rId1\" Type=\"http://x/chartsheet\" Target=\"chartsheets/sheet1.xml\"/>"
            + "<Relationship Id=\"rId2\" Type=\"http://x/worksheet\" Target=\"/xl/worksheets/sheet2.xml\"/>"
            + "</Relationships>";

        book.Part("xl/_rels/workbook.xml.rels", relations);

        Assert.That(_folder.Read(book.Bytes()), Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void Prefixes_of_names_and_parts_that_are_missing_are_no_matter()
    {
        var book = new TestWorkbook().Sheet("S").Part("xl/styles.xml", null).Part("xl/sharedStrings.xml", null);
        book.Part("xl/worksheets/sheet1.xml", $"<x:worksheet xmlns:x=\"{book.Space}\"><x:sheetData><x:row r=\"1\">"
            + "<x:c r=\"A1\" t=\"inlineStr\"><x:is><x:t>a</x:t></x:is></x:c></x:row><x:row r=\"2\"><x:c r=\"A2\">"
            + "<x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>");

        Assert.That(_folder.Read(book.Bytes()), Is.EqualTo(new[] { "a", "5" }));
    }

    [Test]
    public void What_a_workbook_was_is_told_as_of_any_file()
    {
        var book = Of(Texted(1, "a"), Row(2, Number("1")));

        _folder.Read(book);

        var stamp = _folder.Opened.Single();
        Assert.That((stamp.Size, stamp.Hash),
            Is.EqualTo(((long)book.Length, Convert.ToHexStringLower(SHA256.HashData(book)))));
        Assert.That(stamp, Is.EqualTo(FileListing.Hash(
            Path.GetDirectoryName(_folder.At("x"))!, "book.xlsx", CancellationToken.None)));
    }

    [Test]
    public void Workbooks_of_one_pattern_are_read_by_the_names_of_their_columns()
    {
        File.WriteAllBytes(_folder.At("a.xlsx"), Of(Texted(1, "id", "name"), Row(2, Number("1"), Text("a"))));
        File.WriteAllBytes(_folder.At("b.xlsx"),
            Of(Texted(1, "Name", "more", "ID"), Row(2, Text("b"), Text("x"), Number("2"))));
        var source = new SourceFiles
        {
            Folder = "",
            Pattern = "*.xlsx",
            Format = SheetFolder.Format(),
            Columns = ["id", "name"],
        };

        var rows = _folder.Read(source);

        Assert.That(rows, Is.EqualTo(new[] { "id|name|more", "1|a|∅", "2|b|x" }));
        File.WriteAllBytes(_folder.At("c.xlsx"), Of(Texted(1, "id")));
        Assert.That(Assert.Throws<DataRefusedException>(() => _folder.Read(source))!.Message,
            Does.StartWith("c.xlsx: the object reads the column 'name'"));
    }

    [Test]
    public void A_row_larger_than_a_batch_is_read_a_second_time_out_of_the_workbook()
    {
        string[] names = [.. Enumerable.Range(1, 300).Select(i => $"c{i}")];
        string[] texts = [.. names.Select(name => name + new string('x', 30_000))];

        var rows = _folder.Read(Of(Texted(1, names), Texted(2, texts), Texted(3, names)));

        Assert.That(rows[1], Is.EqualTo(string.Join('|', texts)));
        Assert.That(rows[2], Is.EqualTo(rows[0]));
    }

    [Test]
    public void Who_is_stopped_reads_no_further()
    {
        File.WriteAllBytes(_folder.At("a.xlsx"), Of(Texted(1, "a")));

        Assert.Throws<OperationCanceledException>(() => Reader(new CancellationToken(canceled: true)).Dispose());
    }

    private FileRowReader Reader(CancellationToken cancellation) => new(new SourceFiles
    {
        Folder = Path.GetDirectoryName(_folder.At("a.xlsx"))!,
        Pattern = "a.xlsx",
        Format = SheetFolder.Format(),
    }, cancellation);
}
