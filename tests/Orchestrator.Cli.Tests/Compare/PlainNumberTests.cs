using System.Globalization;
using System.Text;
using Orchestrator.Compare.Values;

namespace Orchestrator.Cli.Tests.Compare;

internal sealed class PlainNumberTests
{
    [TestCase("0", "0")]
    [TestCase("-0.00", "0")]
    [TestCase("+007.50", "7.5")]
    [TestCase(" -12.3400 ", "-12.34")]
    [TestCase(".5", "0.5")]
    [TestCase("5.", "5")]
    [TestCase("1E+3", "1000")]
    [TestCase("12.5e-3", "0.0125")]
    [TestCase("1e-2", "0.01")]
    [TestCase("100", "100")]
    [TestCase("12345678901234567890123456789012345678.90", "12345678901234567890123456789012345678.9")]
    public void Equal_numbers_have_equal_digits(string text, string plain) =>
        Assert.That(Written(text, null), Is.EqualTo(plain));

    [TestCase("1.2449", 2, "1.24")]
    [TestCase("1.245", 2, "1.25")]
    [TestCase("-1.245", 2, "-1.25")]
    [TestCase("9.99", 1, "10")]
    [TestCase("0.5", 0, "1")]
    [TestCase("0.49", 0, "0")]
    [TestCase("0.004", 1, "0")]
    [TestCase("5e-2", 1, "0.1")]
    [TestCase("-0.04", 1, "0")]
    [TestCase("12", 3, "12")]
    public void A_number_is_rounded_to_a_scale(string text, int scale, string plain) =>
        Assert.That(Written(text, scale), Is.EqualTo(plain));

    [TestCase("")]
    [TestCase("-")]
    [TestCase(".")]
    [TestCase("1.2.3")]
    [TestCase("1e")]
    [TestCase("1e99999")]
    [TestCase("NaN")]
    [TestCase("0x10")]
    public void What_is_no_number_is_told(string text) => Assert.That(Written(text, null), Is.Null);

    [Test]
    public void Rounding_is_that_of_decimals()
    {
        var random = new Random(28);
        for (var i = 0; i < 10_000; i++)
        {
            var (value, scale) = (new decimal(random.Next(), random.Next(100), 0, i % 2 == 0, (byte)(i % 12)), i % 5);

            Assert.That(
                decimal.Parse(Written(value.ToString(CultureInfo.InvariantCulture), scale)!,
                    CultureInfo.InvariantCulture),
                Is.EqualTo(Math.Round(value, scale, MidpointRounding.AwayFromZero)), $"{value} to {scale}");
        }
    }

    private static string? Written(string text, int? scale)
    {
        Span<byte> room = stackalloc byte[PlainNumber.BytesMax];
        return PlainNumber.TryWrite(Encoding.UTF8.GetBytes(text), scale, room, out var length)
            ? Encoding.UTF8.GetString(room[..length]) : null;
    }
}
