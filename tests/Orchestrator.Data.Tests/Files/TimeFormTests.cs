using System.Globalization;
using System.Text;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

internal sealed class TimeFormTests
{
    private const string Refused = "RangeLoss";

    [TestCase("dd.MM.yyyy", "date", "31.01.2026", "2026-01-31")]
    [TestCase("dd.MM.yyyy", "date", " 31.01.2026 ", "2026-01-31")]
    [TestCase("dd.MM.yyyy", "date", "29.02.1700", Refused)]
    [TestCase("dd.MM.yyyy", "date", "28.02.1700", "1700-02-28")]
    [TestCase("dd.MM.yyyy", "date", "01.01.0001", "0001-01-01")]
    [TestCase("dd.MM.yyyy", "date", "31.12.9999", "9999-12-31")]
    [TestCase("dd.MM.yyyy", "date", "01.01.0000", Refused)]
    [TestCase("dd.MM.yyyy", "date", "1.1.2026", Refused)]
    [TestCase("dd.MM.yyyy", "date", "31.02.2026", Refused)]
    [TestCase("dd.MM.yyyy", "date", "13.13.2026", Refused)]
    [TestCase("dd.MM.yyyy", "date", "31.01.26", Refused)]
    [TestCase("dd.MM.yyyy", "date", "2026-01-31", Refused)]
    [TestCase("dd.MM.yyyy", "date", "31.01.2026 00:00", Refused)]
    [TestCase("dd.MM.yyyy HH:mm", "date", "31.01.2026 00:00", "2026-01-31")]
    [TestCase("dd.MM.yyyy HH:mm", "date", "31.01.2026 10:30", "ScaleLoss")]
    [TestCase("d.M.yyyy", "date", "1.1.2026", "2026-01-01")]
    [TestCase("d.M.yyyy", "date", "01.12.2026", "2026-12-01")]
    [TestCase("M/d/yyyy", "date", "12/31/2026", "2026-12-31")]
    [TestCase("M/d/yyyy", "date", "31/12/2026", Refused)]
    [TestCase("yyyyMMdd", "date", "20260131", "2026-01-31")]
    [TestCase("dd-MMM-yyyy", "date", "31-JAN-2026", "2026-01-31")]
    [TestCase("dd-MMM-yyyy", "date", "31-Okt-2026", Refused)]
    [TestCase("dd.MM.yy(1950)", "date", "31.01.49", "2049-01-31")]
    [TestCase("dd.MM.yy(1950)", "date", "31.01.50", "1950-01-31")]
    [TestCase("dd.MM.yy(1900)", "date", "31.01.99", "1999-01-31")]
    [TestCase("dd.MM.yy(1950)", "date", "31.01.2049", Refused)]
    [TestCase("dd.MM.yyyy HH:mm:ss", "datetime2(0)", "31.12.2026 23:59:59", "2026-12-31 23:59:59")]
    [TestCase("dd.MM.yyyy HH:mm:ss", "datetime2(0)", "31.12.2026 24:00:00", Refused)]
    [TestCase("dd.MM.yyyy HH:mm:ss", "datetime", "31.12.1752 00:00:00", Refused)]
    [TestCase("dd.MM.yyyy HH:mm:ss", "smalldatetime", "31.12.1899 00:00:00", Refused)]
    [TestCase("dd.MM.yyyy HH:mm:ss", "smalldatetime", "31.12.2026 10:00:30", "ScaleLoss")]
    [TestCase("dd.MM.yyyy", "datetime2(3)", "31.12.2026", "2026-12-31 00:00:00.000")]
    [TestCase("M/d/yyyy h:mm tt", "datetime2(0)", "1/31/2026 12:05 AM", "2026-01-31 00:05:00")]
    [TestCase("M/d/yyyy h:mm tt", "datetime2(0)", "1/31/2026 12:05 pm", "2026-01-31 12:05:00")]
    [TestCase("M/d/yyyy h:mm tt", "datetime2(0)", "1/31/2026 1:05 PM", "2026-01-31 13:05:00")]
    [TestCase("M/d/yyyy h:mm tt", "datetime2(0)", "1/31/2026 13:05 PM", Refused)]
    [TestCase("M/d/yyyy h:mm tt", "datetime2(0)", "1/31/2026 0:05 AM", Refused)]
    [TestCase("HH.mm", "time(0)", "23.59", "23:59:00")]
    [TestCase("HH.mm", "time(0)", "24.00", Refused)]
    [TestCase("HH.mm", "time(0)", "99.00", Refused)]
    [TestCase("HH.mm", "time(0)", "100.00", Refused)]
    [TestCase("HHmmssfff", "time(3)", "235958123", "23:59:58.123")]
    [TestCase("HHmmssfff", "time(2)", "235958123", "ScaleLoss")]
    [TestCase("HH 'Uhr' mm", "time(0)", "10 Uhr 30", "10:30:00")]
    [TestCase("dd.MM.yyyy HH:mm zzz", "datetimeoffset(0)", "31.12.2026 23:59 -05:30", "2026-12-31 23:59:00 -05:30")]
    [TestCase("dd.MM.yyyy HH:mm zzz", "datetimeoffset(0)", "31.12.2026 23:59 Z", "2026-12-31 23:59:00 +00:00")]
    [TestCase("dd.MM.yyyy HH:mm zzz", "datetimeoffset(0)", "31.12.2026 23:59 +15:00", Refused)]
    [TestCase("dd.MM.yyyy HH:mm zzz", "datetimeoffset(0)", "31.12.2026 23:59", Refused)]
    public void A_time_is_read_as_its_pattern_says_and_in_no_other_way(
        string pattern, string type, string text, string arrived)
    {
        using var harness = new FormHarness(FormHarness.All(pattern), type);

        Assert.That(harness.One(text), Is.EqualTo(arrived));
    }

    [TestCase("dd.MM.yyyy", "2026-01-31", "is no value of date (written as 31.01.2026)")]
    [TestCase("dd.MM.yyyy HH:mm", "31.01.2026 10:30", "has more than date keeps")]
    public void What_is_refused_says_how_it_is_written(string pattern, string text, string message)
    {
        using var harness = new FormHarness(FormHarness.All(pattern), "date");

        Assert.That(harness.Refused(text).Message, Is.EqualTo(message));
    }

    [TestCase("d.M.yyyy")]
    [TestCase("dd.MM.yyyy HH:mm")]
    [TestCase("yyyyMMddHHmmss")]
    [TestCase("M/d/yyyy H:m:s")]
    [TestCase("dd-MMM-yyyy HH:mm:ss.fff")]
    [TestCase("yyyy-MM-dd'T'HH:mm:ss.fffffff")]
    public void Times_are_those_that_dotnet_reads_by_the_same_pattern_and_no_others(string pattern)
    {
        const string Pieces = "0123456789.:/- TaJ";
        var random = new Random(TestSeed.Value);
        using var harness = new FormHarness(FormHarness.All(pattern), "datetime2(7)");
        for (var i = 0; i < 3_000; i++)
        {
            var text = new StringBuilder(Any(random).ToString(pattern, CultureInfo.InvariantCulture));
            if (random.Next(2) == 0)
            {
                var at = random.Next(text.Length);
                text.Remove(at, random.Next(2)).Insert(at, Pieces[random.Next(Pieces.Length)]);
            }

            var isOne = DateTime.TryParseExact(text.ToString().Trim(' '), pattern, CultureInfo.InvariantCulture,
                DateTimeStyles.None, out var time);

            var arrived = isOne ? time.ToString("yyyy-MM-dd HH:mm:ss.fffffff", CultureInfo.InvariantCulture) : Refused;
            Assert.That(harness.One($"{text}"), Is.EqualTo(arrived), $"'{text}', {TestSeed.Hint}");
        }
    }

    [TestCase("d.M.yyyy")]
    [TestCase("dd-MMM-yyyy hh:mm:ss.fff tt")]
    [TestCase("HHmmssffffff 'on' yyyyMMdd")]
    public void What_is_written_is_what_dotnet_writes(string pattern)
    {
        var random = new Random(TestSeed.Value);
        var form = FormHarness.Times(pattern);
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        for (var i = 0; i < 3_000; i++)
        {
            var time = Any(random);
            var plain = Encoding.UTF8.GetBytes(
                time.ToString("yyyy-MM-dd HH:mm:ss.fffffff", CultureInfo.InvariantCulture));

            var written = Encoding.UTF8.GetString(room[..form.Write(plain, room)]);

            Assert.That(written, Is.EqualTo(time.ToString(pattern, CultureInfo.InvariantCulture)), TestSeed.Hint);
        }
    }

    private static DateTime Any(Random random) => new(random.NextInt64(DateTime.MaxValue.Ticks));
}
