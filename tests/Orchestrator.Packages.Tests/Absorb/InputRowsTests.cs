using System.Text;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>Where the rows of a stream end, however it comes.</summary>
internal sealed class InputRowsTests
{
    private const string Csv = "K,V\n1,a\n2,\"b\nb \"\"c\"\"\n\"\n3,d";

    [Test]
    public void A_line_feed_within_quotes_ends_no_row_wherever_the_text_is_cut()
    {
        for (var cut = 0; cut <= Csv.Length; cut++)
        {
            var rows = new InputRows(hasQuotes: true);
            rows.Add(Encoding.UTF8.GetBytes(Csv[..cut]));
            var first = Taken(rows);
            rows.Add(Encoding.UTF8.GetBytes(Csv[cut..]));
            var second = Taken(rows);
            rows.End();
            var last = Taken(rows);

            var texts = new[] { first, second, last }.Where(text => text is not null).Select(text => text!).ToArray();
            Assert.That(texts, Is.All.StartsWith("K,V\n"), $"cut at {cut}");
            Assert.That(string.Concat(texts.Select(text => text[4..])), Is.EqualTo(Csv[4..]), $"cut at {cut}");
            Assert.That(texts.Take(texts.Length - 1).Select(text => text.Count(sign => sign == '"') % 2), Is.All.Zero);
        }
    }

    [Test]
    public void Json_lines_have_no_header_and_a_quote_is_a_sign_like_others()
    {
        var rows = new InputRows(hasQuotes: false);
        rows.Add("{\"K\":1}\n{\"K\": \"\n"u8);

        Assert.That(Taken(rows), Is.EqualTo("{\"K\":1}\n{\"K\": \"\n"));
    }

    [Test]
    public void The_line_of_the_next_piece_counts_header_and_line_feeds_within_quotes()
    {
        var rows = new InputRows(hasQuotes: true);
        rows.Add("K,V\n1,\"a\nb\"\n2,"u8);
        var first = rows.Line;
        Taken(rows);

        Assert.That((first, rows.Line, rows.Begun), Is.EqualTo((2, 4, 2)));
    }

    [Test]
    public void A_header_alone_is_no_row()
    {
        var rows = new InputRows(hasQuotes: true);
        rows.Add("K,V\n"u8);
        rows.End();

        Assert.That(Taken(rows), Is.Null);
    }

    private static string? Taken(InputRows rows)
    {
        using var to = new MemoryStream();
        return rows.Take(to) ? Encoding.UTF8.GetString(to.ToArray()) : null;
    }
}
