using System.IO.Compression;
using Orchestrator.Data.Files;
using static TestWorkbook;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>Files that are no workbooks, and workbooks that are damaged or made to harm.</summary>
internal sealed class HostileWorkbookTests
{
    private const int Large = 2 << 20;

    private SheetFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new SheetFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    private static IEnumerable<TestCaseData> Files()
    {
        yield return Case("nothing", [], "ORC3130", "no workbook");
        yield return Case("a single byte", [0x50], "ORC3130", "no workbook");
        yield return Case("csv", "id,name\n1,a\n"u8.ToArray(), "ORC3130", "no workbook");
        yield return Case("html that is called xls", "<html><table></table></html>"u8.ToArray(), "ORC3130", "HTML");
        yield return Case("text with a mark", "\uFEFFid\n1\n"u8.ToArray(), "ORC3130", "text");
        yield return Case("packed as gzip", Packed(Of(Texted(1, "a"))), "ORC3130", "Unpack");
        yield return Case("another zip", new TestWorkbook().Part("xl/workbook.xml", null).Bytes(), "ORC3130", "xlsx");
        yield return Case("a binary workbook", new TestWorkbook().Part("xl/workbook.xml", null)
            .Part("xl/workbook.bin", "x").Bytes(), "ORC3130", "Save it as xlsx");
        yield return Case("strict", new TestWorkbook { Space = "http://purl.oclc.org/ooxml/spreadsheetml/main" }
            .Sheet("S", Texted(1, "a")).Bytes(), "ORC3130", "Strict Open XML");
        yield return Case("cut off", Of(Texted(1, "a"))[..^30], "ORC3108", "damaged");
        yield return Case("its beginning alone", Of(Texted(1, "a"))[..40], "ORC3108", "damaged");
        yield return Case("no xml", One("<worksheet", ""), "ORC3108", "damaged");
        yield return Case("xml that ends early", One("<sheetData><row r=\"1\">", ""), "ORC3108", "damaged");
        yield return Case("an entity that grows", new TestWorkbook().Sheet("S").Part("xl/worksheets/sheet1.xml",
            "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><worksheet>&b;</worksheet>").Bytes(),
            "ORC3108", "DTD");
        yield return Case("rows that go back", Of(Row(2, Number("1")), Row(1, Number("2"))), "ORC3108", "row 1");
        yield return Case("a row beyond Excel's last", Of(Texted(1, "a"), Row(1_048_577, Number("1"))), "ORC3108",
            "row 1048577");
        yield return Case("row 0", Of(Row(-1, Number("1"))), "ORC3108", "row -1");
        yield return Case("a column beyond Excel's last", Of(Row(1, Text("a", "XFE1"))), "ORC3108", "16385");
        yield return Case("a column of many letters", Of(Row(1, Text("a", "AAAAAAA1"))), "ORC3108", "AAAAAAA1");
        yield return Case("nested without end", One("<sheetData>",
            string.Concat(Enumerable.Repeat("<a>", 10_000))), "ORC3107", "nested");
        yield return Case("a text without end", Of(Row(1, Text(new string('x', Large)))), "ORC3107", "1,048,576");
        yield return Case("a tag without end", One($"<sheetData a=\"{new string('x', Large)}\">", ""), "ORC3107",
            "1,048,576");
        yield return Case("a shared text of many parts", new TestWorkbook
        {
            Texts = [string.Concat(Enumerable.Repeat("<r><t>a</t></r>", 40_000))],
        }.Sheet("S", Row(1, Shared(0))).Bytes(), "ORC3107", "32,767");
        yield return Case("formats without end", new TestWorkbook
        {
            Formats = [.. Enumerable.Range(0, 10_001).Select(i => $"0.0\\ \"{i}\"")],
        }.Sheet("S", Texted(1, "a")).Bytes(), "ORC3107", "10,000");
        yield return Case("sheets without end", Sheets(5_000), "ORC3107", "4,096");
    }

    [TestCaseSource(nameof(Files))]
    public void What_is_no_workbook_that_Excel_writes_is_refused_by_what_it_is(byte[] file, string code, string why)
    {
        var refused = _folder.Refused(file);

        Assert.That(refused.Code, Is.EqualTo(code), refused.Message);
        Assert.That(refused.Message, Does.StartWith("book.xlsx").And.Contain(why));
    }

    [Test]
    public void What_expands_beyond_the_limit_is_refused_before_it_is_read()
    {
        File.WriteAllBytes(_folder.At("bomb.xlsx"), Of(Texted(1, "a"),
            string.Concat(Enumerable.Range(2, 20_000).Select(row => Row(row, Number("1"))))));

        var refused = Assert.Throws<DataRefusedException>(() => _folder.Read(new SourceFiles
        {
            Folder = "",
            Pattern = "bomb.xlsx",
            Format = SheetFolder.Format(),
            Limits = new ReadLimits(Expanded: 100_000),
        }))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3107"));
        Assert.That(refused.Message, Does.Contain("expands to more than 100,000 bytes in 'xl/worksheets/sheet1.xml'"));
    }

    [Test]
    public void A_sheet_that_nobody_reads_may_be_as_it_likes_behind_the_one_that_is() => Assert.That(
        _folder.Read(new TestWorkbook().Sheet("S", Texted(1, "a")).Sheet("T", "hidden", ["<row"]).Bytes()),
        Is.EqualTo(new[] { "a" }));

    [Test]
    public void Beside_sensitive_columns_no_refusal_quotes_what_is_in_the_workbook()
    {
        byte[][] books =
        [
            Of(Texted(1, "Secret", "secret")), One("<sheetData><Secret>", ""),
            Of(Texted(1, "a"), Row(2, Number("1"), Text("Secret"))),
            One("<cols><col min=\"1\" max=\"Secret\" width=\"1\"/></cols>", "</worksheet>"),
        ];
        Assert.That(_folder.Refused(books[0]).Message, Does.Contain("'Secret'"), "beside others it is quoted");
        foreach (var book in books)
        {
            File.WriteAllBytes(_folder.At("a.xlsx"), book);

            var refused = Assert.Throws<DataRefusedException>(() => _folder.Read(new SourceFiles
            {
                Folder = "",
                Pattern = "a.xlsx",
                Format = SheetFolder.Format(),
                HideValues = true,
            }))!;

            Assert.That($"{refused}", Does.Not.Contain("Secret").IgnoreCase);
        }
    }

    [Test]
    public void A_pipe_is_refused()
    {
        var source = new SourceFiles { Folder = "", Pattern = "p", Format = SheetFolder.Format() };

        var refused = Assert.Throws<DataRefusedException>(
            () => TextInput.Of(new DrippingStream(Of(Texted(1, "a")), 1), "p", source).Dispose())!;

        Assert.That((refused.Code, refused.Message.Contains("is a pipe", StringComparison.Ordinal)),
            Is.EqualTo(("ORC3130", true)));
    }

    [Test]
    public void Whatever_is_damaged_ends_in_nothing_but_a_refusal_or_in_rows()
    {
        var random = new Random(TestSeed.Value);
        var book = new TestWorkbook { Formats = ["14", "0.00"], Texts = ["<t>x</t>"] }.Sheet("S", Texted(1, "a", "b"),
            Row(2, Number("1", 1), Shared(0)), Row(3, Formula("A1", "2"), Error())).Bytes();
        for (var round = 0; round < 500; round++)
        {
            var damaged = book[..(round % 2 == 0 ? book.Length : random.Next(1, book.Length))];
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);

            Assert.That(() => Try(damaged), Throws.Nothing, TestSeed.Hint);
        }
    }

    private void Try(byte[] book)
    {
        try
        {
            _folder.Read(book);
        }
        catch (DataRefusedException refused)
        {
            Assert.That(refused.File, Is.EqualTo("book.xlsx"), refused.Message);
        }
    }

    private static TestCaseData Case(string name, byte[] file, string code, string why) =>
        new TestCaseData(file, code, why).SetArgDisplayNames(name);

    private static byte[] One(string begin, string content) => new TestWorkbook().Sheet("S").Part(
        "xl/worksheets/sheet1.xml",
        $"<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">{begin}{content}").Bytes();

    private static byte[] Sheets(int count)
    {
        var book = new TestWorkbook();
        for (var i = 0; i < count; i++)
        {
            book.Sheet($"S{i}");
        }

        return book.Bytes();
    }

    private static byte[] Packed(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest))
        {
            gzip.Write(content);
        }

        return packed.ToArray();
    }
}
