using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

internal sealed partial class NumberFormTests
{
    private const string Refused = "RangeLoss";

    [TestCase("int", "1.234", "1234")]
    [TestCase("int", "1234", "1234")]
    [TestCase("int", " -1.234.567 ", "-1234567")]
    [TestCase("int", "+12", "12")]
    [TestCase("int", "1,0", "1")]
    [TestCase("int", "1,5", "ScaleLoss")]
    [TestCase("int", "12.34", Refused)]
    [TestCase("int", "1.2345", Refused)]
    [TestCase("int", "1234.567", Refused)]
    [TestCase("int", "1..234", Refused)]
    [TestCase("int", ".234", Refused)]
    [TestCase("int", "1.", Refused)]
    [TestCase("int", "0.123", Refused)]
    [TestCase("int", "012.345", Refused)]
    [TestCase("int", "1 234", Refused)]
    [TestCase("int", "", Refused)]
    [TestCase("tinyint", "256", Refused)]
    [TestCase("bigint", "9.223.372.036.854.775.807", "9223372036854775807")]
    [TestCase("bigint", "9.223.372.036.854.775.808", Refused)]
    [TestCase("decimal(9,2)", "1.234,50", "1234.50")]
    [TestCase("decimal(9,2)", "1234,5", "1234.50")]
    [TestCase("decimal(9,2)", ",5", "0.50")]
    [TestCase("decimal(9,2)", "-,5", "-0.50")]
    [TestCase("decimal(9,2)", "1,234", "ScaleLoss")]
    [TestCase("decimal(9,2)", "1,234,567", Refused)]
    [TestCase("decimal(9,2)", "1,234.567", Refused)]
    [TestCase("decimal(9,2)", "1234.50", Refused)]
    [TestCase("decimal(9,2)", "1,5E+3", "1500.00")]
    [TestCase("decimal(9,2)", "1,5E", Refused)]
    [TestCase("decimal(9,2)", "1.5E3", Refused)]
    [TestCase("decimal(38,10)", "1.234.567.890.123.456.789.012.345.678,0123456789",
        "1234567890123456789012345678.0123456789")]
    [TestCase("money", "-1.234,5678", "-1234.5678")]
    [TestCase("smallmoney", "214.748,3647", "214748.3647")]
    [TestCase("float", "1,5E-7", "1.5E-07")]
    [TestCase("float", "1.234,5", "1234.5")]
    [TestCase("float", "1.5", Refused)]
    [TestCase("real", "0,1", "0.1")]
    [TestCase("bit", "1", "1")]
    [TestCase("bit", "true", "1")]
    [TestCase("bit", "1,0", Refused)]
    [TestCase("nvarchar(20)", "1.234,50", "1.234,50")]
    public void A_number_is_read_in_its_form_and_in_no_other(string type, string text, string arrived)
    {
        using var harness = new FormHarness(FormHarness.German, type);

        Assert.That(harness.One(text), Is.EqualTo(arrived));
    }

    [TestCase(".", "'", "1'234'567.5", "1234567.50")]
    [TestCase(".", "\u2019", "1\u2019234.5", "1234.50")]
    [TestCase(",", "\u00a0", "1\u00a0234,5", "1234.50")]
    [TestCase(",", " ", "1 234 567,5", "1234567.50")]
    [TestCase(".", ",", "1,234,567.50", "1234567.50")]
    [TestCase(".", ",", "12,34,567.50", Refused)]
    [TestCase(".", "'", "1\u2019234.5", Refused)]
    [TestCase(",", "", "1234,5", "1234.50")]
    [TestCase(",", "", "1.234,5", Refused)]
    public void The_sign_between_thousands_is_the_one_that_is_declared(
        string sign, string thousands, string text, string arrived)
    {
        using var harness = new FormHarness(
            new ValueForms { Number = new NumberForm(sign, thousands) }, "decimal(9,2)");

        Assert.That(harness.One(text), Is.EqualTo(arrived));
    }

    [TestCase("decimal(9,2)", "12.34", "RangeLoss", "is no value of decimal(9,2) (written as 1.234,50)")]
    [TestCase("tinyint", "300", "RangeLoss", "is no value of tinyint (0 to 255, thousands as in 1.234,50)")]
    [TestCase("decimal(9,2)", "1.234,567", "ScaleLoss", "has 3 digits behind the point, decimal(9,2) keeps 2")]
    public void What_is_refused_is_shown_as_it_stands_in_the_file_and_says_how_it_is_written(
        string type, string text, string reason, string message)
    {
        using var harness = new FormHarness(FormHarness.German, type);

        var row = harness.Refused(text);

        Assert.That((row.Value, $"{row.Reason}", row.Message), Is.EqualTo((text, reason, message)));
    }

    [Test]
    public void Numbers_are_those_that_a_strict_reading_finds_and_no_others()
    {
        var random = new Random(TestSeed.Value);
        using var harness = new FormHarness(FormHarness.German, "decimal(18,4)");
        for (var i = 0; i < 20_000; i++)
        {
            var text = Text(random);

            Assert.That(harness.One(text), Is.EqualTo(Strict(text)), $"'{text}', {TestSeed.Hint}");
        }
    }

    [Test]
    public void What_is_written_is_what_dotnet_writes_and_reads_back()
    {
        var random = new Random(TestSeed.Value);
        var form = FormHarness.German.Number!;
        var german = new NumberFormatInfo { NumberDecimalSeparator = ",", NumberGroupSeparator = "." };
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        Span<byte> back = stackalloc byte[ValueForm.BytesMax];
        for (var i = 0; i < 5_000; i++)
        {
            var value = new decimal(random.NextInt64()) / (decimal)Math.Pow(10, random.Next(19))
                * (random.Next(2) == 0 ? 1 : -1);
            value = decimal.Round(value, 4);
            var plain = value.ToString("F4", CultureInfo.InvariantCulture);

            var written = room[..form.Write(Encoding.UTF8.GetBytes(plain), room)];

            Assert.That(Encoding.UTF8.GetString(written), Is.EqualTo(value.ToString("N4", german)), TestSeed.Hint);
            Assert.That(form.TryRead(written, back, out var length), Is.True);
            Assert.That(Encoding.UTF8.GetString(back[..length]), Is.EqualTo(plain));
        }
    }

    // Mostly near what is right.
    private static string Text(Random random)
    {
        const string Pieces = "0123456789.,-+ x";
        var text = new StringBuilder(random.Next(3) == 0 ? "-" : "");
        text.Append(random.Next(1, 1000));
        for (var groups = random.Next(3); groups > 0; groups--)
        {
            text.Append('.').Append(random.Next(1000).ToString("000"));
        }

        if (random.Next(2) == 0)
        {
            text.Append(',').Append(random.Next(10_000));
        }

        if (random.Next(2) == 0)
        {
            var at = random.Next(text.Length);
            text.Remove(at, random.Next(2)).Insert(at, Pieces[random.Next(Pieces.Length)]);
        }

        return text.ToString();
    }

    private static string Strict(string text)
    {
        text = text.Trim(' ');
        if (!Written().IsMatch(text) || !text.Any(char.IsAsciiDigit))
        {
            return Refused;
        }

        var value = decimal.Parse(text.Replace(".", "", StringComparison.Ordinal).Replace(',', '.'), NumberStyles.Float,
            CultureInfo.InvariantCulture);
        return decimal.Round(value, 4) != value ? "ScaleLoss"
            : Math.Abs(value) >= 100_000_000_000_000 ? Refused
            : value.ToString("F4", CultureInfo.InvariantCulture) is var plain && plain == "-0.0000" ? "0.0000" : plain;
    }

    [GeneratedRegex(@"^[+-]?([0-9]*|[1-9][0-9]{0,2}(\.[0-9]{3})+)(,[0-9]*)?$")]
    private static partial Regex Written();
}
