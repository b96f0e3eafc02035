using System.IO.Compression;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files as programs and people deliver them, byte by byte: read as they are meant, or refused with the place
/// and what to do.</summary>
internal sealed class DeliveredFileTests
{
    private static readonly TextFormat Csv = TextFormat.Csv;
    private static readonly TextFormat Semicolon = new() { Field = ";" };
    private static readonly TextFormat Tab = new() { Field = "\t" };
    private static readonly TextFormat Pipe = new() { Field = "|", HasHeader = false };
    private static readonly TextFormat Western = new() { Field = ";", Encoding = "windows-1252" };
    private static readonly TextFormat Bcp = new() { Style = TextStyle.Bcp, Field = "\t" };
    private static readonly TextFormat Fixed = new() { Style = TextStyle.Fixed, Widths = [2, 3] };
    private static readonly TextFormat Json = new() { Style = TextStyle.JsonLines };

    private static readonly Encoding Wide = new UnicodeEncoding(bigEndian: false, byteOrderMark: true);
    private static readonly Encoding WideBigEndian = new UnicodeEncoding(bigEndian: true, byteOrderMark: true);

    private static IEnumerable<TestCaseData> ReadFiles()
    {
        yield return Read("CSV UTF-8 of Excel", Semicolon, "\uFEFFa;b\r\n1;Zoë\r\n", "1|Zoë");
        yield return Read("a name of two lines", Semicolon, "\uFEFF\"a\n(all)\";b\r\n1;x\r\n", "1|x");
        yield return Read("Unicode text of Excel", Tab, Marked(Wide, "a\tb\r\n1\tZoë\r\n"), "1|Zoë");
        yield return Read("Unicode text, big endian", Tab, Marked(WideBigEndian, "a\tb\r\n1\tZoë\r\n"), "1|Zoë");
        yield return Read("a mark of UTF-8 over a code page", Western, "\uFEFFa;b\n1;Zoë\n", "1|Zoë");
        yield return Read("a mark of UTF-16 over a code page", Western, Marked(Wide, "a;b\n1;Zoë\n"), "1|Zoë");
        yield return Read("a separator declared behind a mark", Semicolon, "\uFEFFsep=;\r\na;b\r\n1;2,5\r\n", "1|2,5");
        yield return Read("a separator declared in UTF-16", Semicolon, Marked(Wide, "sep=;\r\na;b\r\n1;x\r\n"), "1|x");
        yield return Read("a separator declared in capitals", Semicolon, "SEP=;\na;b\n1;x\n", "1|x");
        yield return Read("a tab declared", Tab, "sep=\t\na\tb\n1\tx\n", "1|x");
        yield return Read("lines that end in two ways", Csv, "a,b\r\n1,x\n2,y\r\n", "1|x 2|y");
        yield return Read("line ends of Windows in quotes", Csv, "a,b\r\n1,\"x\r\ny\"\r\n", "1|x\r\ny");
        yield return Read("quotes around all of it", Csv, "\"a\",\"b\"\n\"1\",\"\"\n\"2\",\"x,\"\"y\"\"\"\n",
            "1| 2|x,\"y\"");
        yield return Read("one column and lines with nothing on them", Csv, "a\n1\n\n2\n", "1 ∅ 2");
        yield return Read("the end of a file of DOS, left out", Csv with { SkipLastLines = 1 }, "a,b\n1,x\n\u001A",
            "1|x");
        yield return Read("lines with nothing on them at the end, left out", Csv with { SkipLastLines = 2 },
            "a,b\n1,x\n\n\n", "1|x");
        yield return Read("a second line of units", Semicolon with { HasHeader = false, SkipLines = 2 },
            "id;price\n#;EUR\n1;2,5\n", "1|2,5");
        yield return Read("a trailer with a count", Pipe with { SkipLastLines = 1 }, "1|x\n2|y\nTRAILER|2\n",
            "1|x 2|y");
        yield return Read("signs of Hive", Csv with { Field = "\u0001" }, "a\u0001b\n1\u0001x,y\n", "1|x,y");
        yield return Read("a separator beyond ASCII", Csv with { Field = "§" }, "a§b\n1§x;y\n", "1|x;y");
        yield return Read("a separator of two signs", Bcp with { Field = "~|" }, "1~|x~y|z\n", "1|x~y|z");
        yield return Read("signs of ASCII for fields and rows", Bcp with { Field = "\u001F", Row = "\u001E" },
            "1\u001Fx\ny\u001E2\u001Fz\u001E", "1|x\ny 2|z");
        yield return Read("another sign behind the last column", Bcp with { Field = ";", Row = "|\r\n" },
            "1;x|\r\n2;y\nz|\r\n", "1|x 2|y\nz");
        yield return Read("quotes of a word processor", Western, OfPage(1252, "a;b\n1;“x” – 5 €\n"), "1|“x” – 5 €");
        yield return Read("blanks that do not break", Western, OfPage(1252, "a;b\n1;1\u00A0000\n"), "1|1\u00A0000");
        yield return Read("fixed width of DOS", Fixed with { Encoding = "ibm850" }, OfPage(850, "Zëä ß\r\n"), "Zë|ä ß");
        yield return Read("fixed width in characters of several bytes", Fixed, "\U0001F600é1名3\n", "\U0001F600é|1名3");
        yield return Read("two packed files in one", Csv, [.. Packed("a,b\n1,x\n"), .. Packed("2,y\n")], "1|x 2|y");
        yield return Read("UTF-16 that is packed", Tab, Packed(Marked(Wide, "a\tb\n1\tx\n")), "1|x");
        yield return Read("JSON lines with a mark", Json, "\uFEFF{\"a\":1,\"b\":\"\\u00eb\"}\r\n{\"B\":null}\r\n",
            "1|ë ∅|∅");
        yield return Read("JSON within JSON", Json, "{\"a\":1E5,\"b\":{\"x\":[1, 2]}}\n", "1E5|{\"x\":[1, 2]}");
    }

    private static IEnumerable<TestCaseData> RefusedFiles()
    {
        yield return Refused("lines that were turned twice", Csv, "a,b\r\r\n1,x\r\r\n",
            "ORC3103", 0, 1, "Rows end with LF or CR LF");
        yield return Refused("the end of a file of DOS", Csv, "a,b\n1,x\n\u001A",
            "ORC3104", 2, 3, "The row is cut short");
        yield return Refused("a line with nothing on it", Csv, "a,b\n1,x\n\n2,y\n",
            "ORC3104", 2, 3, "`errors: {onError: redirect}`");
        yield return Refused("a blank before a quote", Csv, "a,b\n1, \"x\"\n",
            "ORC3105", 1, 2, "quoted and the quote doubled");
        yield return Refused("a quote behind a backslash", Csv, "a,b\n1,\"x\\\"y\"\n",
            "ORC3105", 1, 2, "A quote inside a quoted value is doubled");
        yield return Refused("a separator at the end of each row", Pipe, "1|x|\n2|y|\n",
            "ORC3104", 1, 1, "the object declares too few `columns`");
        yield return Refused("a separator at the end of the header", Csv, "a,b,\n1,x,\n",
            "ORC3103", 0, 1, "column 3 of the header has no name");
        yield return Refused("a title before the header", Csv, "Report 2026\na,b\n1,x\n",
            "ORC3104", 1, 2, "the header is cut short");
        yield return Refused("a total behind the rows", Csv, "a,b\n1,x\nTotal: 1\n",
            "ORC3104", 2, 3, "`errors: {onError: redirect}`");
        yield return Refused("a decimal comma without quotes", Csv, "a,b\n1,2,50\n",
            "ORC3104", 1, 2, "A separator stands in a value without quotes");
        yield return Refused("another separator declared", Semicolon, "sep=,\na,b\n1,x\n",
            "ORC3111", 0, 1, "field: \",\"");
        yield return Refused("UTF-32", Csv, [.. Encoding.UTF32.GetPreamble(), .. Encoding.UTF32.GetBytes("a,b\n1,x\n")],
            "ORC3103", 0, 1, "Is the file in another `encoding`?");
        yield return Refused("UTF-16 without a mark as a code page", Western,
            Marked(Wide, "id;name\n1;Zoe\n")[2..], "ORC3111", 0, 0, "Write `encoding: utf-16le`");
        yield return Refused("UTF-16 that is cut off", Tab, Marked(Wide, "a\tb\n1\tx\n")[..^1],
            "ORC3108", 1, 0, "fetch it again");
        yield return Refused("a footer that is longer than the file", Pipe with { SkipLastLines = 3 }, "1|x\n",
            "ORC3115", 0, 0, "It is cut short, or none of this format");
        yield return Refused("fixed width with names", Fixed, "id name\n1 x  \n",
            "ORC3104", 1, 1, "expected a line of 5 characters, got: 7");
        yield return Refused("a JSON array", Json, "[{\"a\":1,\"b\":\"x\"}]\n",
            "ORC3453", 1, 1, "the line is no JSON object");
        yield return Refused("JSON over several lines", Json, "{\n  \"a\": 1\n}\n",
            "ORC3453", 1, 1, "the line is no JSON object");
        yield return Refused("a zip file", Csv, TestZip.Of("a.csv", "a,b\n1,x\n"),
            "ORC3111", 0, 0, "`member: \"*.csv\"`");
        yield return Refused("a zip file of nothing", Csv, new TestZip().Bytes(),
            "ORC3111", 0, 0, "`member: \"*.csv\"`");
        yield return Refused("a workbook", Csv, TestWorkbook.Of(TestWorkbook.Texted(1, "a", "b")),
            "ORC3111", 0, 0, "`style: excel`");
    }

    [TestCaseSource(nameof(ReadFiles))]
    public void It_is_read_as_it_is_meant(TextFormat format, byte[] file, string expected)
    {
        foreach (var atOnce in (int[])[int.MaxValue, 1, 3])
        {
            Assert.That(Rows(format, file, atOnce), Is.EqualTo(expected), $"{atOnce} at once");
        }
    }

    [TestCaseSource(nameof(RefusedFiles))]
    public void It_is_refused_with_the_place_and_what_to_do(
        TextFormat format, byte[] file, string code, long row, long line, string remedy)
    {
        foreach (var atOnce in (int[])[int.MaxValue, 1, 3])
        {
            var refused = Assert.Throws<DataRefusedException>(() => Rows(format, file, atOnce))!;

            Assert.That((refused.Code, refused.File, refused.Row, refused.Line), Is.EqualTo((code, "t.csv", row, line)),
                refused.Message);
            Assert.That(refused.Message, Does.StartWith("t.csv").And.Contain(remedy));
        }
    }

    private static TestCaseData Read(string name, TextFormat format, string text, string rows) =>
        Read(name, format, Encoding.UTF8.GetBytes(text), rows);

    private static TestCaseData Read(string name, TextFormat format, byte[] file, string rows) =>
        new(format, file, rows) { TestName = $"read: {name}" };

    private static TestCaseData Refused(
        string name, TextFormat format, string text, string code, long row, long line, string remedy) =>
        Refused(name, format, Encoding.UTF8.GetBytes(text), code, row, line, remedy);

    private static TestCaseData Refused(
        string name, TextFormat format, byte[] file, string code, long row, long line, string remedy) =>
        new(format, file, code, row, line, remedy) { TestName = $"refused: {name}" };

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

    private static byte[] Marked(Encoding encoding, string text) =>
        [.. encoding.GetPreamble(), .. encoding.GetBytes(text)];

    private static byte[] OfPage(int page, string text) =>
        CodePagesEncodingProvider.Instance.GetEncoding(page)!.GetBytes(text);

    private static byte[] Packed(string text) => Packed(Encoding.UTF8.GetBytes(text));

    private static byte[] Packed(byte[] text)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(text);
        }

        return packed.ToArray();
    }
}
