using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>
/// Random tables, written plainly as a random format says, with titles, footers, comments and short rows: what was
/// written is read, in pieces of any size.
/// </summary>
internal sealed class OddRoundTripTests
{
    private static readonly string[] Pieces = ["a", "Z", "7", " ", "é", "€", "#", ";", ",", "\"", "\n", "\r\n", "|"];
    private static readonly string[] Quotes = ["\"", "'", "|", ""];
    private static readonly string[] Encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"];

    [Test]
    public void Csv_is_read_as_it_was_written_whatever_its_format_says()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 1500; round++)
        {
            var format = Format(random);
            var table = Table(random, format);
            var file = EncodingOf(format.Encoding).GetBytes(Written(random, format, table));
            var source = Reading.Csv() with
            {
                Format = format,
                Columns = format.HasHeader ? [] : [.. table[0].Select((_, place) => $"c{place}")],
            };

            var read = Reading.Rows(file, source, random.Next(1, 200),
                random.Next(2) == 0 ? random.Next(4, 24) : random.Next(16, 3000));

            Assert.That(Flat(read), Is.EqualTo(Flat(table)), $"round {round}: {format}; {TestSeed.Hint}");
        }
    }

    private static TextFormat Format(Random random) => new()
    {
        Field = random.Next(2) == 0 ? ";" : ",",
        HasHeader = random.Next(2) == 0,
        SkipLines = random.Next(3),
        SkipLastLines = random.Next(3),
        Comment = random.Next(2) == 0 ? "#" : "",
        Quote = Quotes[random.Next(Quotes.Length)],
        FillsShortRows = random.Next(2) == 0,
        Encoding = Encodings[random.Next(Encodings.Length)],
    };

    private static List<string?[]> Table(Random random, TextFormat format)
    {
        var columns = random.Next(2, 5);
        return [.. Enumerable.Range(0, random.Next(1, 30)).Select(_ =>
            Enumerable.Range(0, columns).Select(place => Value(random, format, place)).ToArray())];
    }

    // Without quotes a value holds nothing that ends it, and is not empty.
    private static string? Value(Random random, TextFormat format, int place)
    {
        if (random.Next(4) == 0)
        {
            return null;
        }

        var text = string.Concat(
            Enumerable.Range(0, random.Next(0, 12)).Select(_ => Pieces[random.Next(Pieces.Length)]));
        if (format.Quote.Length > 0)
        {
            return text;
        }

        text = text.Replace("\r\n", "").Replace("\n", "").Replace(format.Field, "");
        return place == 0 ? "x" + text : text.Length == 0 ? null : text;
    }

    private static string Written(Random random, TextFormat format, List<string?[]> table)
    {
        var end = random.Next(2) == 0 ? "\r\n" : "\n";
        var text = new StringBuilder();
        Lines(format.SkipLines, "A title; \"so\", or 'so'");
        if (random.Next(3) == 0)
        {
            text.Append("sep=").Append(format.Field).Append(end);
        }

        if (format.HasHeader)
        {
            Comment();
            text.AppendJoin(format.Field, table[0].Select((_, place) => $"c{place}")).Append(end);
        }

        foreach (var row in table)
        {
            Comment();
            text.Append(Row(random, format, row)).Append(end);
        }

        Comment();
        Lines(format.SkipLastLines, "Total \"");
        return text.ToString();

        void Lines(int count, string line)
        {
            for (; count > 0; count--)
            {
                text.Append(random.Next(3) == 0 ? "" : line).Append(end);
            }
        }

        void Comment()
        {
            if (format.Comment.Length > 0 && random.Next(3) == 0)
            {
                text.Append(format.Comment).Append(" \"'|; , c").Append(end);
            }
        }
    }

    private static string Row(Random random, TextFormat format, string?[] row)
    {
        var count = row.Length;
        while (format.FillsShortRows && count > 1 && row[count - 1] is null && random.Next(2) == 0)
        {
            count--;
        }

        // A line with nothing on it is no short row.
        count = count == 1 && row[0] is null ? 2 : count;
        return string.Join(
            format.Field, row.Take(count).Select((value, place) => Quoted(random, format, value, place)));
    }

    private static string Quoted(Random random, TextFormat format, string? value, int place)
    {
        var quote = format.Quote;
        if (value is null || quote.Length == 0)
        {
            return value ?? "";
        }

        var needs = value.Length == 0 || value.Contains(format.Field) || value.Contains(quote) || value.Contains('\n')
            || value.Contains('\r') || (place == 0 && value.StartsWith('#'));
        return needs || random.Next(4) == 0 ? quote + value.Replace(quote, quote + quote) + quote : value;
    }

    private static Encoding EncodingOf(string name) => name switch
    {
        "utf-8" => new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        "utf-16le" => new UnicodeEncoding(bigEndian: false, byteOrderMark: false),
        "utf-16be" => new UnicodeEncoding(bigEndian: true, byteOrderMark: false),
        _ => CodePagesEncodingProvider.Instance.GetEncoding(name)!,
    };

    private static string Flat(List<string?[]> table) =>
        string.Join('\n', table.Select(row => string.Join('\u0001', row.Select(x => x is null ? "NULL" : $"'{x}'"))));
}
