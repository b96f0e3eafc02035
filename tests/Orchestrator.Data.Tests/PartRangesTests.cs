using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests;

/// <summary>The ranges in which a table is read.</summary>
internal sealed class PartRangesTests
{
    [TestCase("int", "1", "100", 4, "25", "50", "75")]
    [TestCase("int", "-100", "100", 4, "-50", "0", "50")]
    [TestCase("int", "7", "7", 4)]
    [TestCase("int", "7", "8", 2)]
    [TestCase("int", "7", "9", 2, "8")]
    [TestCase("int", "1", "3", 16, "2")]
    [TestCase("bigint", "-9223372036854775808", "9223372036854775807", 2, "-1")]
    [TestCase("decimal(38,0)", "-99999999999999999999999999999999999999", "99999999999999999999999999999999999999", 3,
        "-33333333333333333333333333333333333333", "33333333333333333333333333333333333333")]
    [TestCase("decimal(9,2)", "-1.50", "1.5", 3, "-0.50", "0.50")]
    [TestCase("date", "2024-02-28", "2024-03-01", 2, "2024-02-29")]
    [TestCase("datetime2(7)", "0001-01-01 00:00:00", "9999-12-31 23:59:59.9999999", 2, "5000-07-02 11:59:59.9999999")]
    [TestCase("datetime", "2024-01-01 00:00:00.000", "2024-01-01 00:00:00.010", 2, "2024-01-01 00:00:00.005")]
    [TestCase("time(3)", "00:00:00.000", "23:59:59.999", 2, "11:59:59.999")]
    [TestCase("smallint", null, null, 4)]
    public void Values_are_cut_into_ranges_of_equal_width(
        string type, string? least, string? greatest, int parts, params string[] expected)
    {
        Assert.That(PartRanges.Starts(Type(type), least, greatest, parts), Is.EqualTo(expected));
    }

    [TestCase("datetime2(6)", "-infinity")]
    [TestCase("date", "4713-01-01 BC")]
    [TestCase("time(6)", "24:00:00")]
    [TestCase("decimal(9,2)", "NaN")]
    public void A_value_that_only_a_server_knows_is_refused(string type, string least)
    {
        Assert.That(() => PartRanges.Starts(Type(type), least, least, 2), Throws.TypeOf<DataRefusedException>());
    }

    [TestCase("bit")]
    [TestCase("float")]
    [TestCase("money")]
    [TestCase("nvarchar(9)")]
    [TestCase("uniqueidentifier")]
    [TestCase("datetimeoffset(7)")]
    public void Types_whose_order_or_text_differs_between_servers_are_not_cut(string type)
    {
        Assert.That(PartRanges.Knows(Type(type)), Is.False);
    }

    [Test]
    public void Each_value_is_in_one_range_and_the_ranges_ascend()
    {
        var random = new Random(TestSeed.Value);
        for (var i = 0; i < 2000; i++)
        {
            var (a, b) = (Any(random), Any(random));
            var starts = PartRanges.Starts(
                Type("bigint"), Text(Math.Min(a, b)), Text(Math.Max(a, b)), random.Next(2, 17))
                .Select(start => long.Parse(start, CultureInfo.InvariantCulture)).ToArray();

            Assert.That(starts, Is.Ordered.And.Unique);
            Assert.That(starts, Has.All.GreaterThan(Math.Min(a, b)).And.All.LessThanOrEqualTo(Math.Max(a, b)));
            var value = Any(random);
            var ranges = starts.Length + 1;
            var holding = Enumerable.Range(0, ranges).Count(range =>
                (range == 0 || value >= starts[range - 1]) && (range == ranges - 1 || value < starts[range]));
            Assert.That(holding, Is.EqualTo(1));
        }
    }

    private static long Any(Random random) => random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(0, 64);

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static SqlType Type(string text) => SqlType.TryParse(text, out var type, out _) ? type : default;
}
