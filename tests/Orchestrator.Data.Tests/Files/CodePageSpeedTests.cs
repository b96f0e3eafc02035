using System.Diagnostics;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>How fast rows in a code page are read, beside the same rows in UTF-8.</summary>
[Category("Full")]
internal sealed class CodePageSpeedTests
{
    private const int Rows = 200_000;
    private const int Rounds = 9;
    private const double Least = 0.7;

    [TestCase("windows-1252", "Zoë Müller, Straße des 17. Juni 135")]
    [TestCase("ibm850", "plain text that has nothing beyond ASCII")]
    [TestCase("koi8-r", "Жуковский, улица Гагарина, дом семь")]
    public void Rows_in_a_code_page_are_read_at_seven_tenths_of_the_speed_of_Utf8_or_more(string encoding, string text)
    {
        var rows = new StringBuilder("id;name;amount\n");
        for (var row = 0; row < Rows; row++)
        {
            rows.Append(row).Append(';').Append(text).Append(";1234.56\n");
        }

        var wide = Encoding.UTF8.GetBytes(rows.ToString());
        var narrow = CodePagesEncodingProvider.Instance.GetEncoding(encoding)!.GetBytes(rows.ToString());
        var (inUtf8, inPage) = (TimeSpan.MaxValue, TimeSpan.MaxValue);
        for (var round = 0; round < Rounds; round++)
        {
            inUtf8 = Shorter(inUtf8, Read(wide, "utf-8"));
            inPage = Shorter(inPage, Read(narrow, encoding));
        }

        TestContext.Out.WriteLine($"{encoding}: {inUtf8 / inPage:0.00} × as fast as UTF-8");
        Assert.That(inUtf8 / inPage, Is.GreaterThanOrEqualTo(Least));
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static TimeSpan Read(byte[] file, string encoding)
    {
        var source = Reading.Csv(";") with { Format = new TextFormat { Field = ";", Encoding = encoding } };
        var rows = 0;
        var begun = Stopwatch.GetTimestamp();
        Reading.Each(() => new MemoryStream(file), source, RowBatchPool.DefaultBytes, "t.csv",
            batch => rows += batch.Count);
        var taken = Stopwatch.GetElapsedTime(begun);
        Assert.That(rows, Is.EqualTo(Rows));
        return taken;
    }
}
