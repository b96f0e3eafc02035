using static TestWorkbook;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>What cells mean, whatever they show.</summary>
internal sealed class SheetValueTests
{
    private SheetFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new SheetFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("0", "5", ExpectedResult = "5")]
    [TestCase("0", "-0", ExpectedResult = "0")]
    [TestCase("0", "0.30000000000000004", ExpectedResult = "0.3")]
    [TestCase("0", "1.2100000000000002", ExpectedResult = "1.21")]
    [TestCase("0", "1234567890123456", ExpectedResult = "1234567890123456")]
    [TestCase("0", "9007199254740992", ExpectedResult = "9007199254740992")]
    [TestCase("0", "491701234567", ExpectedResult = "491701234567")]
    [TestCase("0", "1E+20", ExpectedResult = "100000000000000000000")]
    [TestCase("0", "1.5E-7", ExpectedResult = "0.00000015")]
    [TestCase("0", "1.7976931348623157E+308", ExpectedResult = "1.79769313486232E+308")]
    [TestCase("0", "5E-300", ExpectedResult = "5E-300")]
    [TestCase("9", "0.25", ExpectedResult = "0.25", Description = "shown as 25 %")]
    [TestCase("10", "0.1234567", ExpectedResult = "0.1234567", Description = "shown as 12.35 %")]
    [TestCase("2", "2.345678", ExpectedResult = "2.345678", Description = "shown as 2.35")]
    [TestCase("#,##0.00\\ \"days\"", "3.5", ExpectedResult = "3.5", Description = "letters of a date between quotes")]
    [TestCase("[Red]-0.0;[Blue]0.0", "-1.5", ExpectedResult = "-1.5")]
    [TestCase("0.0,,\"M\"", "12345678", ExpectedResult = "12345678", Description = "shown as 12.3M")]
    [TestCase("# ??/??", "0.5", ExpectedResult = "0.5")]
    [TestCase("[Magenta]0.0", "1.5", ExpectedResult = "1.5", Description = "a colour that begins as minutes do")]
    [TestCase("#,##0 USD", "7", ExpectedResult = "7")]
    [TestCase("Standard", "7", ExpectedResult = "7", Description = "what German programs call General")]
    [TestCase("49", "7", ExpectedResult = "7", Description = "a number in a cell of text")]
    public string A_number_keeps_its_digits_and_is_never_what_is_shown(string format, string value) =>
        One(format, value);

    [TestCase("14", "45351", ExpectedResult = "2024-02-29")]
    [TestCase("14", "45351.75", ExpectedResult = "2024-02-29 18:00:00", Description = "shown as a date alone")]
    [TestCase("mmm\\-yy", "45351", ExpectedResult = "2024-02-29", Description = "shown as Feb-24")]
    [TestCase("[$-407]d/ mmmm yyyy;@", "45351", ExpectedResult = "2024-02-29")]
    [TestCase("yyyy\"年\"m\"月\"d\"日\"", "45351", ExpectedResult = "2024-02-29")]
    [TestCase("22", "45351.520833333336", ExpectedResult = "2024-02-29 12:30:00")]
    [TestCase("dd.mm.yyyy hh:mm:ss.000", "45351.00000144676", ExpectedResult = "2024-02-29 00:00:00.125")]
    [TestCase("20", "45351.5", ExpectedResult = "2024-02-29 12:00:00", Description = "shown as a time alone")]
    [TestCase("20", "0.5", ExpectedResult = "12:00:00", Description = "a time alone")]
    [TestCase("14", "1", ExpectedResult = "1900-01-01")]
    [TestCase("14", "59", ExpectedResult = "1900-02-28")]
    [TestCase("14", "61", ExpectedResult = "1900-03-01", Description = "behind the leap day that there was not")]
    [TestCase("14", "2958465", ExpectedResult = "9999-12-31")]
    [TestCase("14", "2958466", ExpectedResult = "2958466", Description = "no date in Excel either")]
    [TestCase("46", "1.25", ExpectedResult = "30:00:00", Description = "hours that are counted")]
    [TestCase("yyyy年m月d日", "45351", ExpectedResult = "2024-02-29", Description = "signs without quotes")]
    [TestCase("[h]:mm", "0.0625", ExpectedResult = "01:30:00")]
    [TestCase("31", "45351", ExpectedResult = "2024-02-29", Description = "of Japanese, not written out")]
    public string A_date_is_a_date_whatever_its_format_shows(string format, string value) => One(format, value);

    [TestCase("1", "14", "43889", ExpectedResult = "2024-02-29")]
    [TestCase("1", "14", "0", ExpectedResult = "1904-01-01")]
    [TestCase("1", "20", "0.5", ExpectedResult = "12:00:00")]
    [TestCase("1", "31", "43889", ExpectedResult = "2024-02-29")]
    [TestCase("0", "14", "45351", ExpectedResult = "2024-02-29")]
    [TestCase("false", "14", "45351", ExpectedResult = "2024-02-29")]
    public string Dates_count_from_1904_where_the_workbook_says_so(string date1904, string format, string value) =>
        _folder.Read(new TestWorkbook { Date1904 = date1904, Formats = [format] }
            .Sheet("S", Texted(1, "a"), Row(2, Number(value, 1))).Bytes())[1];

    [Test]
    public void A_workbook_that_says_it_in_another_way_is_refused_rather_than_read_four_years_off() => Assert.That(
        _folder.Refused(new TestWorkbook { Date1904 = "true" }.Sheet("S", Texted(1, "a")).Bytes()).Code,
        Is.EqualTo("ORC3108"));

    [Test]
    public void Text_stays_text_whatever_it_looks_like()
    {
        var rows = _folder.Read(new TestWorkbook
        {
            Formats = ["14", "49"],
            Texts =
            [
                "<t>007</t>", "<t>1E5</t>", "<r><t>a</t></r><r><rPr><b/></rPr><t xml:space=\"preserve\"> b</t></r>",
            ],
        }.Sheet("S", Texted(1, "a", "b", "c"),
            Row(2, Shared(0), Shared(1), Shared(2)),
            Row(3, "<c t=\"str\" s=\"1\"><f>TEXT(A1,\"x\")</f><v>01/02/2024</v></c>", Text(" x "),
                Text("say \"hi\", you")),
            Row(4, Text("a_x000D_\nb"), Text("NULL"), Text("=1+1"))).Bytes());

        Assert.That(rows, Is.EqualTo(new[]
        {
            "a|b|c", "007|1E5|a b", "01/02/2024| x |say \"hi\", you", "a\r\nb|NULL|=1+1",
        }));
    }

    [Test]
    public void Truth_is_true_and_false_and_formulas_are_what_was_computed()
    {
        var rows = _folder.Read(new TestWorkbook { Formats = ["14"] }.Sheet("S", Texted(1, "a", "b", "c"),
            Row(2, "<c t=\"b\"><v>1</v></c>", Formula("A1", "45351", format: 1), Formula("B1", "x", "str")),
            Row(3, "<c t=\"b\"><v>0</v></c>", Formula("1/4", "0.25"), Formula("A1=B1", "1", "b"))).Bytes());

        Assert.That(rows[1..], Is.EqualTo(new[] { "true|2024-02-29|x", "false|0.25|true" }));
        Assert.That(_folder.Warnings, Is.Empty);
    }

    [TestCase(null, "n", Description = "without a value")]
    [TestCase("", "n", Description = "with an empty one, as openpyxl writes")]
    [TestCase(null, "str")]
    public void A_formula_that_nobody_computed_is_refused_by_its_cell(string? value, string type)
    {
        var book = Of(Texted(1, "a", "b"), Row(2, Number("1"), Number("2")),
            Row(3, Number("1"), Formula("A3", value, type)));

        var refused = _folder.Refused(book);

        Assert.That(refused.Code, Is.EqualTo("ORC3132"));
        Assert.That(refused.Message, Does.StartWith("book.xlsx: the cell B3 of the sheet 'Sheet1' holds a formula"));
        Assert.That(_folder.Read(book, range: "A1:A"), Is.EqualTo(new[] { "a", "1", "1" }));
    }

    [Test]
    public void An_error_becomes_NULL_and_is_told()
    {
        var rows = _folder.Read(Of(Texted(1, "a", "b"),
            Row(2, Number("1"), Error()), Row(3, Error("#SPILL!"), Number("2")),
            Row(4, "<c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>", Blank())));

        Assert.That(rows[1..], Is.EqualTo(new[] { "1|∅", "∅|2" }));
        Assert.That(_folder.Warnings, Is.EqualTo(new[]
        {
            "3 cells of the sheet 'Sheet1' of 'book.xlsx' with an error such as #N/A became NULL, first B2",
        }));
    }

    [Test]
    public void A_text_that_is_empty_is_NULL_as_a_cell_without_one()
    {
        var rows = _folder.Read(Of(Texted(1, "a", "b"), Row(2, Text(""), Number("1")),
            Row(3, "<c t=\"str\"><f>\"\"</f><v></v></c>", Number("2")), Row(4, Blank(), Number("3"))));

        Assert.That(rows[1..], Is.EqualTo(new[] { "∅|1", "∅|2", "∅|3" }));
    }

    private string One(string format, string value) => _folder.Read(new TestWorkbook { Formats = [format] }
        .Sheet("S", Texted(1, "a"), Row(2, Number(value, 1))).Bytes())[1];
}
