using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Lines that are no rows, against a plain reading of the same text, in pieces of any size.</summary>
internal sealed class LeftOutLinesTests
{
    private static readonly string[] Alphabet = ["a", "bc", "#", "##", "\"", ",", "\n", "\r\n", "|\n", "|", "é"];

    [Test]
    public void What_is_left_is_what_a_plain_reading_leaves()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 3000; round++)
        {
            var text = string.Concat(
                Enumerable.Range(0, random.Next(30)).Select(_ => Alphabet[random.Next(Alphabet.Length)]));
            var format = new TextFormat
            {
                Style = random.Next(2) == 0 ? TextStyle.Bcp : TextStyle.Csv,
                Row = random.Next(2) == 0 ? "|\n" : "\n",
                Quote = random.Next(2) == 0 ? "\"" : "",
                SkipLines = random.Next(3),
                SkipLastLines = random.Next(3),
                Comment = random.Next(3) switch { 0 => "#", 1 => "##", _ => "" },
            };

            Assert.That(Read(format, text, random), Is.EqualTo(Plain(format, text)),
                $"{format} of {text.ReplaceLineEndings("\\n")}; {TestSeed.Hint}");
        }
    }

    [TestCase("#x\n", 0, 0)]
    [TestCase("x", 1, 0)]
    [TestCase("x\n", 0, 2)]
    public void Lines_that_are_left_out_count_for_what_a_file_may_expand_to(string text, int first, int last)
    {
        var format = new TextFormat { Comment = "#", SkipLines = first, SkipLastLines = last };

        var refused = Assert.Throws<DataRefusedException>(() => ReadAll(Endless(text, format)));

        Assert.That(refused!.Code, Is.EqualTo("ORC3107"));
    }

    [Test]
    public void Who_waits_no_longer_reads_no_more_of_them()
    {
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        Assert.That(() => ReadAll(Endless("#x\n", new TextFormat { Comment = "#" }, cancelled.Token)),
            Throws.InstanceOf<OperationCanceledException>());
    }

    private static TextInput Endless(string text, TextFormat format, CancellationToken cancellation = default) => new(
        new EndlessStream(Encoding.UTF8.GetBytes(text), 8L << 20), "t.txt", format, 1 << 20,
        cancellation: cancellation);

    private static void ReadAll(TextInput input)
    {
        using (input)
        {
            var buffer = new byte[1 << 16];
            while (input.Read(buffer) > 0)
            {
            }
        }
    }

    private static string Read(TextFormat format, string text, Random random)
    {
        try
        {
            using var input = new TextInput(
                new DrippingStream(Encoding.UTF8.GetBytes(text), random.Next(1, 9)), "t.txt", format, 1 << 20);
            var read = new List<byte>();
            var buffer = new byte[random.Next(1, 9)];
            for (var count = input.Read(buffer); count > 0; count = input.Read(buffer))
            {
                read.AddRange(buffer[..count]);
            }

            return Encoding.UTF8.GetString(read.ToArray());
        }
        catch (DataRefusedException refused)
        {
            return refused.Code;
        }
    }

    private static string Plain(TextFormat format, string text)
    {
        var lines = Lines(text, format.Style == TextStyle.Bcp ? format.Row : "\n");
        if (lines.Count < format.SkipLines || lines.Count - format.SkipLines < format.SkipLastLines)
        {
            return "ORC3115";
        }

        var kept = string.Concat(lines.Skip(format.SkipLines).SkipLast(format.SkipLastLines));
        return format.Comment.Length == 0 ? kept
            : string.Concat(Rows(kept, format).Where(row => !row.StartsWith(format.Comment, StringComparison.Ordinal)));
    }

    private static List<string> Lines(string text, string end)
    {
        var lines = new List<string>();
        while (text.Length > 0)
        {
            var at = text.IndexOf(end, StringComparison.Ordinal);
            var line = at < 0 ? text : text[..(at + end.Length)];
            lines.Add(line);
            text = text[line.Length..];
        }

        return lines;
    }

    // A comment ends with its line, whatever quotes are in it.
    private static List<string> Rows(string text, TextFormat format)
    {
        var rows = new List<string>();
        var end = format.Style == TextStyle.Bcp ? format.Row : "\n";
        var isOpen = false;
        foreach (var line in Lines(text, end))
        {
            if (isOpen)
            {
                rows[^1] += line;
            }
            else
            {
                rows.Add(line);
            }

            var isComment = !isOpen && line.StartsWith(format.Comment, StringComparison.Ordinal);
            var hasQuotes = format is { Style: TextStyle.Csv, Quote: "\"" } && !isComment;
            isOpen ^= hasQuotes && line.Count(sign => sign == '"') % 2 == 1;
        }

        return rows;
    }
}
