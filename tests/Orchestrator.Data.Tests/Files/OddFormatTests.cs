using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files as people have them: each is read as its format says, or refused, however it comes.</summary>
internal sealed class OddFormatTests
{
    private static readonly TextFormat Csv = TextFormat.Csv;
    private static readonly TextFormat Semicolon = new() { Field = ";" };
    private static readonly TextFormat Bare = new() { HasHeader = false };
    private static readonly TextFormat BareSemicolon = new() { HasHeader = false, Field = ";" };
    private static readonly TextFormat Hashed = new() { Comment = "#" };
    private static readonly TextFormat Unquoted = new() { Quote = "" };
    private static readonly TextFormat Apostrophes = new() { Quote = "'" };
    private static readonly TextFormat Ragged = new() { FillsShortRows = true };
    private static readonly TextFormat Tabs = new() { Style = TextStyle.Bcp, Field = "\t" };
    private static readonly TextFormat Wide = new() { Style = TextStyle.Fixed, Widths = [2, 3] };

    private static IEnumerable<TestCaseData> ReadFiles()
    {
        yield return Read("no header", Bare, "1,x\n2,y", "1|x 2|y");
        yield return Read("no header and no rows", Bare, "", "");
        yield return Read("no header behind a mark", Bare, "\uFEFF1,x\r\n", "1|x");
        yield return Read("no header and a short first row", Bare, ",\n", "∅|∅");
        yield return Read("no header and names as data", Bare, "id,id\n", "id|id");
        yield return Read("a separator declared", Semicolon, "sep=;\r\na;b\r\n1;x\r\n", "1|x");
        yield return Read("a separator declared without header", BareSemicolon, "sep=;\n1;x\n", "1|x");
        yield return Read("nothing but a separator declared", BareSemicolon, "sep=;", "");
        yield return Read("what looks like a declaration in quotes", Bare, "\"sep=;\",1\n", "sep=;|1");
        yield return Read("what begins like a declaration", BareSemicolon, "sep=;x\n", "sep=|x");
        yield return Read("a title", Csv with { SkipLines = 2 }, "Report\n\na,b\n1,x\n", "1|x");
        yield return Read("a title with quotes", Csv with { SkipLines = 1 },
            "The \"big\" one\",\r\na,b\r\n1,x\r\n", "1|x");
        yield return Read("a title before no header", Bare with { SkipLines = 1 }, "Report\n1,x\n", "1|x");
        yield return Read("nothing but a title", Bare with { SkipLines = 1 }, "Report", "");
        yield return Read("a declaration that is skipped", Semicolon with { SkipLines = 1 },
            "sep=,\na;b\n1;x\n", "1|x");
        yield return Read("a declaration behind a title", Semicolon with { SkipLines = 1 },
            "T\nsep=;\na;b\n1;x\n", "1|x");
        yield return Read("a footer", Csv with { SkipLastLines = 1 }, "a,b\n1,x\nTotal: 1\n", "1|x");
        yield return Read("a footer without line end", Csv with { SkipLastLines = 1 }, "a,b\n1,x\nTotal: 1", "1|x");
        yield return Read("a footer and an empty line", Csv with { SkipLastLines = 2 }, "a,b\n1,x\nTotal\n\n", "1|x");
        yield return Read("a footer alone", Csv with { SkipLastLines = 1 }, "a,b\nTotal\n", "");
        yield return Read("both ends", Bare with { SkipLines = 1, SkipLastLines = 1 }, "T\n1,x\n2,y\nEnd\n", "1|x 2|y");
        yield return Read("comments", Hashed, "#,\na,b\n# \"x,\n1,x\n#\n2,y\n# end", "1|x 2|y");
        yield return Read("a comment within quotes", Hashed, "a,b\n1,\"x\n#y\"\n#\"\n2,#z\n", "1|x\n#y 2|#z");
        yield return Read("a comment in quotes", Hashed, "a,b\n\"#1\",x\n #2,y\n", "#1|x  #2|y");
        yield return Read("nothing but comments", Hashed with { HasHeader = false }, "#1,x\n#2,y\n", "");
        yield return Read("longer comments", Csv with { Comment = "--" }, "a,b\n-1,x\n--2,y\n-\"-\n", null, "ORC3105");
        yield return Read("comments of two signs", Csv with { Comment = "--" }, "a,b\n-1,x\n--2,y\n", "-1|x");
        yield return Read("comments without quotes", Unquoted with { Comment = "#" },
            "a,b\n1,\"\n#\"\n2,\"\n", "1|\" 2|\"");
        yield return Read("apostrophes", Apostrophes, "'a','b'\n'1','x,''y\n'''\n2,\"\n", "1|x,'y\n' 2|\"");
        yield return Read("apostrophes around nothing", Apostrophes, "a,b\n'',\n", "|∅");
        yield return Read("quotes as data", Unquoted, "a,b\n1,\"x\n2,y\"z\n\"\",\n", "1|\"x 2|y\"z \"\"|∅");
        yield return Read("apostrophes as data", Unquoted, "'a','b'\n'1','x'\n'2','y'\n", "'1'|'x' '2'|'y'");
        yield return Read("short rows", Ragged, "a,b\n1\n2,\n3,x\r\n\"\"\n", "1|∅ 2|∅ 3|x |∅");
        yield return Read("short rows with CR LF", Ragged, "a,b\r\n1\r\n2,y\r\n", "1|∅ 2|y");
        yield return Read("short rows of bcp", Tabs with { FillsShortRows = true }, "1\n2\tx\n", "1|∅ 2|x");
        yield return Read("short rows of fixed width", Wide with { FillsShortRows = true },
            "ab\nabc\r\nabcde\na\n", "ab|∅ ab|c ab|cde a|∅");
        yield return Read("bcp with a header", Tabs with { Row = "|\r\n", SkipLines = 1 },
            "a\tb|\r\n1\tx\n|\r\n", "1|x\n");
        yield return Read("bcp with a footer", Tabs with { Row = "|\n", SkipLastLines = 1 },
            "1\tx|\nTotal\n1|\n", "1|x");
        yield return Read("bcp with comments", Tabs with { Row = "|\n", Comment = "#" }, "#a|b\n|\n1\t#x|\n#", "1|#x");
        yield return Read("fixed width with comments", Wide with { Comment = "* " }, "* T\n1 x  \n*2y  \n", "1|x *2|y");
    }

    private static IEnumerable<TestCaseData> RefusedFiles()
    {
        yield return Read("a column too many", Bare, "1,x,3\n", null, "ORC3104");
        yield return Read("a column too few", Bare, "1\n", null, "ORC3104");
        yield return Read("another separator declared", Semicolon, "sep=,\na,b\n1,x\n", null, "ORC3111");
        yield return Read("another one declared without header", BareSemicolon, "sep=,\n1,x\n", null, "ORC3111");
        yield return Read("fewer lines than the title", Bare with { SkipLines = 3 }, "Report\n\n", null, "ORC3115");
        yield return Read("nothing at all before a title", Bare with { SkipLines = 1 }, "", null, "ORC3115");
        yield return Read("a title alone", Csv with { SkipLines = 1 }, "Report\n", null, "ORC3103");
        yield return Read("fewer lines than the footer", Bare with { SkipLastLines = 3 }, "1,x\n\n", null, "ORC3115");
        yield return Read("no footer at all", Bare with { SkipLastLines = 1 }, "", null, "ORC3115");
        yield return Read("a footer within a quoted value", Csv with { SkipLastLines = 1 },
            "a,b\n1,\"x\ny\"\n", null, "ORC3105");
        yield return Read("a header of comments alone", Hashed, "#a,b\n", null, "ORC3103");
        yield return Read("an apostrophe within", Apostrophes, "a,b\n1,x'y\n", null, "ORC3105");
        yield return Read("apostrophes that do not match", Apostrophes, "'a,b\n1,x\n", null, "ORC3103");
        yield return Read("an empty line among short rows", Ragged, "a,b\n1,x\n\n", null, "ORC3104");
        yield return Read("a short row too long", Ragged, "a,b\n1,x,2\n", null, "ORC3104");
        yield return Read("a file that is cut off", Ragged, "a,b\n1", null, "ORC3104");
        yield return Read("bcp that is cut off", Tabs with { FillsShortRows = true }, "1\tx\n2", null, "ORC3106");
        yield return Read("fixed width cut off", Wide with { FillsShortRows = true }, "abcde\nab", null, "ORC3104");
        yield return Read("a line too long", Wide with { FillsShortRows = true }, "abcdef\n", null, "ORC3104");
    }

    [TestCaseSource(nameof(ReadFiles))]
    [TestCaseSource(nameof(RefusedFiles))]
    public void A_file_is_read_as_its_format_says(TextFormat format, string text, string? expected, string? code)
    {
        foreach (var atOnce in (int[])[int.MaxValue, 1, 2, 5])
        {
            string? found = null;
            var refused = Catch(() => found = Rows(format, Encoding.UTF8.GetBytes(text), atOnce));

            Assert.That((found, refused?.Code), Is.EqualTo((expected, code)), $"{atOnce} at once: {refused?.Message}");
        }
    }

    [Test]
    public void Without_a_header_rows_of_another_separator_are_refused_and_not_each_of_them_rejected()
    {
        var source = Reading.Csv() with { Format = Bare, Columns = ["a", "b"], RejectsBrokenRows = true };

        var refused = Catch(() => Reading.Rows("1;x\n2;y\n"u8.ToArray(), source));

        Assert.That((refused!.Code, refused.Row), Is.EqualTo(("ORC3111", 1L)));
        Assert.That(refused.Message, Does.Contain("`field: \";\"`"));
    }

    [Test]
    public void Without_a_header_rows_of_another_separator_are_not_filled_up_as_short_ones()
    {
        var source = Reading.Csv() with { Format = Bare with { FillsShortRows = true }, Columns = ["a", "b"] };

        var refused = Catch(() => Reading.Rows("1;x\n2;y\n"u8.ToArray(), source));

        Assert.That((refused!.Code, refused.Row), Is.EqualTo(("ORC3111", 1L)));
        Assert.That(Reading.Rows("1;x\n2\n"u8.ToArray(), source).Select(row => row[0]),
            Is.EqualTo((string[])["1;x", "2"]));
    }

    [TestCase("utf-16le")]
    [TestCase("utf-16be")]
    [TestCase("windows-1252")]
    [TestCase("ibm850")]
    public void All_of_it_together_is_read_in_each_encoding(string encoding)
    {
        const string text = "Übersicht\n\n#é\n'1';'Zoë; ''x'''\n2\n# Ende\nSumme: 3\n";
        var format = new TextFormat
        {
            Field = ";",
            HasHeader = false,
            SkipLines = 2,
            SkipLastLines = 1,
            Comment = "#",
            Quote = "'",
            FillsShortRows = true,
            Encoding = encoding,
        };
        Encoding writer = encoding switch
        {
            "utf-16le" => new UnicodeEncoding(bigEndian: false, byteOrderMark: false),
            "utf-16be" => new UnicodeEncoding(bigEndian: true, byteOrderMark: false),
            _ => CodePagesEncodingProvider.Instance.GetEncoding(encoding)!,
        };

        Assert.That(Rows(format, writer.GetBytes(text), 3), Is.EqualTo("1|Zoë; 'x' 2|∅"));
    }

    [Test]
    public void A_message_names_the_line_of_the_file_whatever_was_left_out()
    {
        var format = Hashed with { SkipLines = 1 };

        var refused = Catch(() => Rows(format, "Title\n#c\na,b\n#d\n1,2\n#e\n#f\n3\n"u8.ToArray(), 4));
        var header = Catch(() => Rows(format, "Title\n#c\na,a\n"u8.ToArray(), 4));

        Assert.That((refused!.Row, refused.Line), Is.EqualTo((2L, 8L)));
        Assert.That(header!.Line, Is.EqualTo(3));
    }

    [Test]
    public void A_row_that_is_read_twice_is_the_same_behind_lines_that_are_left_out()
    {
        var large = new string('x', 300_000);
        var format = Hashed with { SkipLines = 1, SkipLastLines = 1 };
        var text = Encoding.UTF8.GetBytes($"Title\na,b\n#c\n1,x\n#d\n2,{large}\n#e\n3,y\nEnd\n");

        var rows = Reading.Rows(text, Reading.Csv() with { Format = format }, batchBytes: 64 * 1024);

        Assert.That(rows.Select(row => row[0]), Is.EqualTo((string[])["1", "2", "3"]));
        Assert.That(rows[1][1], Is.EqualTo(large));
    }

    [Test]
    public void A_footer_of_a_large_file_is_not_the_whole_file_in_memory()
    {
        var line = "1234567,some text that is long enough\n"u8.ToArray();
        using var tail = new SkippedTail(new EndlessStream(line, 64L << 20), 3, "\n"u8.ToArray(), "t.csv");
        var buffer = new byte[64 * 1024];
        var before = GC.GetAllocatedBytesForCurrentThread();
        var all = 0L;
        for (var read = tail.Read(buffer.AsSpan()); read > 0; read = tail.Read(buffer.AsSpan()))
        {
            all += read;
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
        Assert.That(all % line.Length, Is.Zero);
        Assert.That(all, Is.GreaterThan(63L << 20).And.LessThan(64L << 20));
    }

    private static TestCaseData Read(string name, TextFormat format, string text, string? rows, string? code = null) =>
        new(format, text, rows, code) { TestName = name };

    private static string Rows(TextFormat format, byte[] file, int atOnce)
    {
        var source = Reading.Csv() with
        {
            Format = format,
            Columns = format.Style == TextStyle.Csv && format.HasHeader ? [] : ["a", "b"],
        };
        return string.Join(' ', Reading.Rows(file, source, atOnce)
            .Select(row => string.Join('|', row.Select(value => value ?? "∅"))));
    }

    private static DataRefusedException? Catch(Action read)
    {
        try
        {
            read();
            return null;
        }
        catch (DataRefusedException refused)
        {
            return refused;
        }
    }
}
