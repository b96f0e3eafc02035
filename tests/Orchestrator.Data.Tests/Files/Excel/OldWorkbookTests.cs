namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>Workbooks of xls.</summary>
internal sealed class OldWorkbookTests
{
    private SheetFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new SheetFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(1252)]
    [TestCase(850)]
    public void Its_values_are_what_Excel_means_and_its_texts_are_in_its_code_page(int codePage)
    {
        var book = new OldWorkbook(codePage)
            .Text(0, 0, "id").Text(0, 1, "name").Text(0, 2, "day").Text(0, 3, "open")
            .Whole(1, 0, 7).Text(1, 1, "Zoë Müller").Number(1, 2, 45351, format: 14).Truth(1, 3, 1)
            .Number(3, 0, 0.25, format: 9).Text(3, 1, "007").Number(3, 2, 45351.5, format: 14).Truth(3, 3, 0);

        Assert.That(_folder.Read(book.Bytes(), file: "old.xls"), Is.EqualTo(new[]
        {
            "id|name|day|open", "7|Zoë Müller|2024-02-29|true", "∅|∅|∅|∅", "0.25|007|2024-02-29 12:00:00|false",
        }));
    }

    [Test]
    public void Its_dates_count_from_1904_where_it_says_so() => Assert.That(
        _folder.Read(new OldWorkbook().Late().Text(0, 0, "day").Number(1, 0, 43889, format: 14).Bytes())[1],
        Is.EqualTo("2024-02-29"));

    [Test]
    public void An_error_becomes_NULL_and_is_told_also_where_it_was_computed()
    {
        var rows = _folder.Read(new OldWorkbook().Text(0, 0, "a").Text(0, 1, "b").Truth(1, 0, 42, isError: true)
            .Whole(1, 1, 1).Bytes());

        Assert.That(rows[1], Is.EqualTo("∅|1"));
        Assert.That(_folder.Warnings, Is.EqualTo(new[] { Told("1 cell of the sheet 'Sheet'", "A2") }));

        rows = _folder.Read(CompoundFile.Of("Workbook", FifthWorkbook.Of(
            ("T", true, [["a"], ["#N/A"]]), ("S", false, [["a", "b"], ["1", "#N/A"], ["=#N/A", "2"]]))));

        Assert.That(rows[1..], Is.EqualTo(new[] { "1|∅", "∅|2" }));
        Assert.That(_folder.Warnings, Is.EqualTo(new[] { Told("2 cells of the sheet 'S'", "B2") }));
        Assert.That(_folder.Read(new OldWorkbook().Text(0, 0, "a").Truth(1, 1, 42, isError: true).Bytes(),
            range: "A1:A"), Is.EqualTo(new[] { "a" }));
        Assert.That(_folder.Warnings, Is.Empty);
    }

    [Test]
    public void A_range_of_it_is_read_alone() => Assert.That(
        _folder.Read(new OldWorkbook().Text(0, 0, "Title").Text(2, 1, "a").Whole(3, 1, 1).Text(3, 2, "note").Bytes(),
            range: "B3:B"),
        Is.EqualTo(new[] { "a", "1" }));

    [TestCase(null, ExpectedResult = "a 1 2")]
    [TestCase("first", ExpectedResult = "hidden")]
    [TestCase("Third", ExpectedResult = "ORC3131")]
    public string A_sheet_of_it_is_found_by_its_name_or_as_the_only_one_that_can_be_seen(string? sheet)
    {
        var records = FifthWorkbook.Of(
            ("First", true, [["hidden"]]), ("Second", false, [["a"], ["1"], ["2"]]), ("Last", true, [["b"]]));
        try
        {
            return string.Join(' ', _folder.Read(CompoundFile.Of("Book", records), sheet, file: "five.xls"));
        }
        catch (DataRefusedException refused)
        {
            Assert.That(refused.Message, Does.Contain("'First', 'Second', 'Last'"));
            return refused.Code;
        }
    }

    [Test]
    public void One_that_is_cut_off_in_its_sectors_is_damaged()
    {
        var book = CompoundFile.Of("Book", FifthWorkbook.Of(("S", false, [["a"], ["1"]])));

        Assert.That(_folder.Read(book), Is.EqualTo(new[] { "a", "1" }));
        Assert.That(_folder.Refused(book[..1600]).Code, Is.EqualTo("ORC3108"));
    }

    [Test]
    public void One_with_a_password_or_without_sheets_is_no_workbook()
    {
        var locked = new OldWorkbook().Locked().Text(0, 0, "a").Bytes();

        Assert.That(_folder.Refused(locked).Message, Does.Contain("protected by a password"));
        Assert.That(_folder.Refused(CompoundFile.Of("EncryptedPackage", [1, 2, 3])).Code, Is.EqualTo("ORC3130"));
    }

    [TestCase(30, 20, Description = "sectors of a megabyte")]
    [TestCase(32, 1, Description = "small sectors of another size")]
    [TestCase(72, 255, Description = "more tables than the file has room for")]
    public void One_that_says_of_itself_what_cannot_be_costs_no_memory(int at, int value)
    {
        var book = new byte[4096];
        byte[] head = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
        head.CopyTo(book, 0);
        (book[28], book[29], book[30], book[32]) = (0xFE, 0xFF, 9, 6);
        book[at] = (byte)value;

        Assert.That(_folder.Refused(book, file: "odd.xls").Code, Is.EqualTo("ORC3108"));
    }

    [Test]
    public void Whatever_is_cut_off_or_damaged_ends_in_nothing_but_a_refusal()
    {
        var random = new Random(TestSeed.Value);
        var book = new OldWorkbook().Text(0, 0, "a").Whole(1, 0, 1).Number(2, 0, 2.5).Truth(3, 0, 1).Bytes();
        for (var round = 0; round < 500; round++)
        {
            var damaged = book[..random.Next(1, book.Length + 1)];
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);

            Assert.That(() => Try(damaged), Throws.Nothing, TestSeed.Hint);
        }
    }

    private static string Told(string cells, string first) =>
        $"{cells} of 'book.xlsx' with an error such as #N/A became NULL, first {first}";

    private void Try(byte[] book)
    {
        try
        {
            _folder.Read(book, file: "damaged.xls");
        }
        catch (DataRefusedException refused)
        {
            Assert.That(refused.File, Is.EqualTo("damaged.xls"), refused.Message);
        }
    }
}
