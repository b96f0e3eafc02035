using System.Globalization;
using System.Numerics;
using System.Text;

namespace Orchestrator.Data.Tests;

/// <summary>
/// The guard against slow and obvious references: some values of each kind, more with ORCHESTRATOR_TEST_FULL=1.
/// </summary>
internal sealed class GuardPropertyTests
{
    private static readonly int Rounds =
        Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 20_000 : 8_000;

    [Test]
    public void Decimals_agree_with_big_integers()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < Rounds / 10; round++)
        {
            var precision = random.Next(1, 39);
            var scale = random.Next(0, precision + 1);
            string[] values = [.. Enumerable.Range(0, 10).Select(_ => RandomNumber(random, precision, scale))];

            foreach (var value in values)
            {
                Assert.That(GuardHarness.One($"decimal({precision},{scale})", value),
                    Is.EqualTo(Decimal(value, precision, scale)),
                    $"{value} into decimal({precision},{scale}); {TestSeed.Hint}");
            }
        }
    }

    [TestCase("tinyint", "0", "255")]
    [TestCase("smallint", "-32768", "32767")]
    [TestCase("int", "-2147483648", "2147483647")]
    [TestCase("bigint", "-9223372036854775808", "9223372036854775807")]
    public void Whole_numbers_agree_with_big_integers(string type, string min, string max)
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < Rounds / 10; round++)
        {
            var edge = BigInteger.Parse(random.Next(2) == 0 ? min : max, CultureInfo.InvariantCulture);
            var value = random.Next(2) == 0 ? edge + random.Next(-3, 4) : edge * random.Next(0, 30) / 10;
            var fits = value >= BigInteger.Parse(min, CultureInfo.InvariantCulture)
                && value <= BigInteger.Parse(max, CultureInfo.InvariantCulture);

            Assert.That(GuardHarness.One(type, value.ToString()), Is.EqualTo(fits ? value.ToString() : "RangeLoss"),
                TestSeed.Hint);
        }
    }

    [Test]
    public void Dates_and_times_agree_with_DateTime()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < Rounds / 10; round++)
        {
            var scale = random.Next(0, 8);
            var digits = random.Next(0, 8);
            var ticks = random.NextInt64(DateTime.MaxValue.Ticks);
            ticks -= ticks % (long)Math.Pow(10, 7 - digits);
            var format = digits == 0 ? "yyyy-MM-dd HH:mm:ss" : $"yyyy-MM-dd HH:mm:ss.{new string('f', digits)}";
            var text = new DateTime(ticks).ToString(format, CultureInfo.InvariantCulture);
            var kept = scale == 0 ? "yyyy-MM-dd HH:mm:ss" : $"yyyy-MM-dd HH:mm:ss.{new string('f', scale)}";
            var loses = ticks % (long)Math.Pow(10, 7 - scale) != 0;

            Assert.That(GuardHarness.One($"datetime2({scale})", text), Is.EqualTo(loses ? "ScaleLoss"
                : new DateTime(ticks).ToString(kept, CultureInfo.InvariantCulture)), $"{text}; {TestSeed.Hint}");
            Assert.That(GuardHarness.One($"time({scale})", text[11..]), Is.EqualTo(loses ? "ScaleLoss"
                : new DateTime(ticks).ToString(kept[11..], CultureInfo.InvariantCulture)), $"{text}; {TestSeed.Hint}");
        }
    }

    [TestCase("date", "")]
    [TestCase("datetime", "")]
    [TestCase("smalldatetime", "")]
    [TestCase("datetime2(0)", "")]
    [TestCase("datetime2(7)", "")]
    [TestCase("datetimeoffset(3)", "+02:00")]
    public void A_T_between_day_and_time_is_a_blank(string type, string offset)
    {
        var random = new Random(TestSeed.Value);
        var first = new DateTime(1900, 1, 2).Ticks;
        for (var round = 0; round < Rounds / 10; round++)
        {
            string[] formats =
                ["yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.fff", "yyyy-MM-dd 00:00"];
            var text = new DateTime(random.NextInt64(first, new DateTime(2079, 1, 1).Ticks))
                .ToString(formats[random.Next(4)], CultureInfo.InvariantCulture) + offset;

            var blank = GuardHarness.One(type, text);

            Assert.That(GuardHarness.One(type, text.Replace(' ', 'T')), Is.EqualTo(blank), $"{text}; {TestSeed.Hint}");
            Assert.That(blank, Is.Not.EqualTo("NotAValue"), text);
        }
    }

    [Test]
    public void Lengths_agree_with_strings_and_truncation_keeps_whole_characters()
    {
        string[] alphabet = ["a", "é", "€", "𝄞", "\u0000", " "];
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < Rounds / 10; round++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(0, 12)).Select(_ => alphabet[random.Next(6)]));
            var limit = random.Next(1, 12);
            var bytes = Encoding.UTF8.GetByteCount(text);

            Assert.That(GuardHarness.One($"nvarchar({limit})", text, GuardPolicy.Truncate),
                Is.EqualTo(Prefix(text, limit, rune => rune.Utf16SequenceLength)), TestSeed.Hint);
            Assert.That(GuardHarness.One($"varchar({limit})", text, GuardPolicy.Truncate),
                Is.EqualTo(Prefix(text, limit, rune => rune.Utf8SequenceLength)), TestSeed.Hint);
            Assert.That(GuardHarness.One($"varchar({limit})", text),
                Is.EqualTo(bytes > limit ? "Truncation" : text), TestSeed.Hint);
        }
    }

    [Test]
    public void Counts_add_up_for_any_mixture_of_rows_and_policies()
    {
        var random = new Random(TestSeed.Value);
        string?[] values = ["1", "12.5", "abc", "", null, "99999999999", "a long text that fits nowhere"];
        string[] types = ["int", "nvarchar(3)", "decimal(4,2)", "date"];
        for (var round = 0; round < 300; round++)
        {
            var policy = random.Next(2) == 0 ? GuardPolicy.Redirect : GuardPolicy.Truncate;
            GuardColumn[] columns = [.. types.Select((type, i) => GuardHarness.Column(type, type, i, policy,
                nullable: random.Next(2) == 0))];
            string?[][] rows = [.. Enumerable.Range(0, random.Next(1, 200)).Select(_ =>
                types.Select(_ => values[random.Next(values.Length)]).ToArray())];
            using var harness = new GuardHarness(columns);

            using var batch = harness.Check(rows);

            var all = Enumerable.Range(0, batch.Count).Select(batch.RowNumber)
                .Concat(batch.Rejected.Select(x => x.Row));
            Assert.That(all.Order(), Is.EqualTo(Enumerable.Range(1, rows.Length)), TestSeed.Hint);
            Assert.That(harness.Guard.Counts.AddUp, Is.True, TestSeed.Hint);
            for (var row = 0; row < batch.Count; row++)
            {
                Assert.That(GuardHarness.Text(batch, 0, row), Is.EqualTo(Cut(rows[batch.RowNumber(row) - 1][0])));
            }
        }
    }

    private static string? Cut(string? whole) => whole == "12.5" ? "12" : whole;

    private static string Prefix(string text, int limit, Func<Rune, int> size)
    {
        var prefix = new StringBuilder();
        foreach (var rune in text.EnumerateRunes())
        {
            limit -= size(rune);
            if (limit < 0)
            {
                break;
            }

            prefix.Append(rune);
        }

        return prefix.ToString();
    }

    private static string RandomNumber(Random random, int precision, int scale)
    {
        string Digits(int count) => string.Concat(Enumerable.Range(0, count).Select(_ => random.Next(10)));

        var whole = Digits(Math.Max(0, precision - scale + random.Next(-3, 2)));
        var decimals = Digits(random.Next(0, scale + 1)) + new string('0', random.Next(0, 3));
        decimals += random.Next(4) == 0 ? Digits(1) : "";
        whole = whole.Length + decimals.Length == 0 ? "0" : whole;
        return (random.Next(2) == 0 ? "-" : "") + whole + (decimals.Length > 0 ? "." + decimals : "");
    }

    private static string Decimal(string text, int precision, int scale)
    {
        var parts = text.TrimStart('-').Split('.');
        var decimals = parts.Length > 1 ? parts[1] : "";
        var kept = decimals.PadRight(scale, '0')[..scale];
        var number = BigInteger.Parse("0" + parts[0] + kept, CultureInfo.InvariantCulture);
        if (number >= BigInteger.Pow(10, precision))
        {
            return "RangeLoss";
        }

        if (decimals.Length > scale && decimals[scale..].Any(digit => digit != '0'))
        {
            return "ScaleLoss";
        }

        var digits = number.ToString(CultureInfo.InvariantCulture).PadLeft(scale + 1, '0');
        var sign = text[0] == '-' && number != 0 ? "-" : "";
        return sign + digits[..^scale] + (scale > 0 ? "." + digits[^scale..] : "");
    }
}
