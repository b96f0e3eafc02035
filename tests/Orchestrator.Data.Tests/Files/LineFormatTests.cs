using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files whose rows are lines: columns of fixed width, and JSON objects.</summary>
internal sealed class LineFormatTests
{
    [Test]
    public void Fixed_columns_are_cut_by_characters_and_lose_the_blanks_behind_them()
    {
        var rows = Reading.Rows(Bytes("1   Ähre  \r\n 2  𝄞 b   \n         x\n"), Fixed([4, 6]));

        Assert.That(rows, Is.EqualTo(new string?[][] { ["1", "Ähre"], [" 2", "𝄞 b"], [null, "     x"] }));
    }

    [TestCase("123\n", 3)]
    [TestCase("12345\n", 5)]
    [TestCase("\n", 0)]
    public void A_line_that_is_too_short_or_too_long_is_refused_or_rejected(string line, int got)
    {
        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(Bytes("1234\n" + line), Fixed([1, 3])))!;
        var rejected = Rejected(Bytes("1234\n" + line + "5678\n"), Fixed([1, 3]));

        Assert.That(refused.Code, Is.EqualTo("ORC3104"));
        Assert.That(refused.Message, Does.Contain("row 2").And.Contain($"expected a line of 4 characters, got: {got}"));
        Assert.That(rejected,
            Is.EqualTo(new[] { $"2: '{line.TrimEnd('\n')}' ORC3104 {Math.Max(got, 1)}/4", "2 rows" }));
    }

    [Test]
    public void Members_become_columns_whatever_their_order()
    {
        var rows = Reading.Rows(Bytes("""
            {"a":1,"b":"x"}
            {"b":null,"a":12345678901234567890.10}
            {"b":{"c":[1, "two"]}}
            { "a" : true , "b" : "\u00e9\ud834\udd1e\n\"\\\/" }
            {"\u0061":-0.0,"b":""}
            """.ReplaceLineEndings("\n")), Json([]));

        Assert.That(rows, Is.EqualTo(new string?[][]
        {
            ["1", "x"], ["12345678901234567890.10", null], [null, """{"c":[1, "two"]}"""], ["true", "é𝄞\n\"\\/"],
            ["-0.0", ""],
        }));
    }

    [Test]
    public void Members_that_nobody_declared_are_left_out()
    {
        var rows = Reading.Rows(Bytes("{\"z\":{\"b\":1},\"b\":2}\n{\"a\":1}\n"), Json(["a", "b"]));

        Assert.That(rows, Is.EqualTo(new string?[][] { [null, "2"], ["1", null] }));
    }

    [Test]
    public void A_member_in_another_case_goes_into_the_column_of_its_name()
    {
        var file = Bytes("{\"ID\":1,\"straße\":\"a\"}\n{\"STRAßE\":\"b\",\"z\":0,\"Id\":2}\n"
            + "{\"\\u0049D\":3,\"IDs\":9,\"a name far longer than any\":9}\n");
        var first = Bytes("{\"id\":1}\n{\"Id\":2}\n");

        Assert.That(Reading.Rows(file, Json(["id", "Straße"])),
            Is.EqualTo(new string?[][] { ["1", "a"], ["2", "b"], ["3", null] }));
        Assert.That(Reading.Rows(first, Json([])), Is.EqualTo(new string?[][] { ["1"], ["2"] }));
    }

    [TestCase("{\"Id\":7,\"ID\":8}")]
    [TestCase("{\"id\":7,\"ID\":8}")]
    [TestCase("{\"ID\":7,\"id\":8}")]
    public void Two_members_for_one_column_make_no_row(string line)
    {
        var found = Rejected(Bytes("{\"id\":1}\n" + line + "\n{\"id\":3}\n"), Json(["id"]));

        Assert.That(found, Is.EqualTo(new[] { $"2: '{line}' ORC3104 1/1", "2 rows" }));
    }

    [Test]
    public void A_column_written_as_the_member_comes_before_one_in_another_case()
    {
        var rows = Reading.Rows(Bytes("{\"a\":1,\"A\":2}\n"), Json(["A", "a"]));

        Assert.That(rows, Is.EqualTo(new string?[][] { ["2", "1"] }));
    }

    [TestCase("{\"a\":1,\"x\":2}", "ORC3104", Description = "a member that the first row has not")]
    [TestCase("{\"a\":1,\"a\":2}", "ORC3104", Description = "twice")]
    [TestCase("{\"a\":1", "ORC3453")]
    [TestCase("[1]", "ORC3453")]
    [TestCase("{\"a\":1} {\"a\":2}", "ORC3453")]
    [TestCase("{\"a\":01}", "ORC3453")]
    [TestCase("{'a':1}", "ORC3453")]
    [TestCase("", "ORC3453")]
    [TestCase("{\"a\":\"\\ud800", "ORC3453")]
    public void A_line_that_is_no_row_is_refused_or_rejected(string line, string code)
    {
        var file = Bytes("{\"a\":0}\n" + line + "\n{\"a\":3}\n");

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(file, Json([])))!;

        Assert.That(refused.Code, Is.EqualTo(code));
        Assert.That(refused.Row, Is.EqualTo(2));
        Assert.That(Rejected(file, Json([])), Is.EqualTo(new[] { $"2: '{line}' {code} 1/1", "2 rows" }));
    }

    [Test]
    public void Nesting_without_end_is_rejected_and_the_next_row_read()
    {
        var deep = new string('[', 100_000);

        var found = Rejected(Bytes("{\"a\":0}\n{\"a\":" + deep + "\n{\"a\":3}\n"), Json([]));

        Assert.That(found, Has.Length.EqualTo(2));
        Assert.That(found[^1], Is.EqualTo("2 rows"));
    }

    [Test]
    public void Half_a_surrogate_pair_reaches_the_guard_as_text_that_is_none()
    {
        byte[]? found = null;
        var source = Json([]);
        Reading.Each(new MemoryStream(Bytes("{\"a\":\"x\\ud834y\"}\n")), source, 1000, "t.jsonl",
            batch => found = batch.Columns[0].Bytes(0).ToArray());

        Assert.That(found, Is.EqualTo(new byte[] { (byte)'x', 0xED, 0xA0, 0xB4, (byte)'y' }));
    }

    [Test]
    public void A_file_that_ends_within_a_row_fails_the_load_whatever_the_policy()
    {
        var refused = Assert.Throws<DataRefusedException>(() => Rejected(Bytes("{\"a\":0}\n{\"a\":\"x"), Json([])))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3453"));
    }

    [TestCase(10)]
    [TestCase(5000)]
    public void A_row_far_larger_than_a_batch_is_read_and_a_broken_one_is_rejected(int batchBytes)
    {
        var large = new string('x', 60_000);
        var file = Bytes($"{{\"a\":1}}\n{{\"a\":\"{large}\"}}\n{{\"a\":\"{large}\n{{\"a\":2}}\n");

        var rows = new List<string?>();
        var rejected = 0;
        var source = Json([]) with { RejectsBrokenRows = true };
        Reading.Each(() => new MemoryStream(file), source, batchBytes, "t.jsonl", batch =>
        {
            rejected += batch.Rejected.Count;
            for (var row = 0; row < batch.Count; row++)
            {
                rows.Add(Reading.Row(batch, row)[0]);
            }
        });

        Assert.That(rows, Is.EqualTo(new[] { "1", large, "2" }));
        Assert.That(rejected, Is.EqualTo(1));
    }

    [TestCase(TextStyle.JsonLines, "field")]
    [TestCase(TextStyle.Fixed, "field")]
    public void A_line_without_end_costs_no_memory(TextStyle style, string what)
    {
        var limits = new ReadLimits(Field: 200_000, Row: 400_000);
        var source = (style == TextStyle.Fixed ? Fixed([100, 100]) : Json(["a"])) with { Limits = limits };
        var file = Bytes("{\"a\":\"" + new string('x', 1_000_000));

        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Each(() => new MemoryStream(file), source, 10_000, "t", _ => { }))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3107"));
        Assert.That(refused.Message, Does.Contain($"limits.{what}"));
    }

    [Test]
    public void It_does_not_matter_where_the_pieces_of_a_file_end()
    {
        var json = Bytes("{\"a\":\"é\\n\",\"b\":[1,{}]}\r\n{\"b\":2}\n");
        var lines = Bytes("é1  \r\n𝄞 22\n");
        for (var atOnce = 1; atOnce <= json.Length; atOnce++)
        {
            Assert.That(Reading.Rows(json, Json([]), atOnce, batchBytes: atOnce + 3),
                Is.EqualTo(new string?[][] { ["é\n", "[1,{}]"], [null, "2"] }));
            Assert.That(Reading.Rows(lines, Fixed([2, 2]), atOnce, batchBytes: atOnce + 3),
                Is.EqualTo(new string?[][] { ["é1", null], ["𝄞", "22"] }));
        }
    }

    [TestCase("[]\n", "no JSON object")]
    [TestCase("{}\n", "no members")]
    [TestCase("{\"a\":1,\"A\":2}\n", "twice")]
    public void Without_columns_the_first_row_has_to_name_them(string text, string why)
    {
        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(Bytes(text), Json([])))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3103"));
        Assert.That(refused.Message, Does.Contain(why));
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private static SourceFiles Fixed(int[] widths) => new()
    {
        Folder = "",
        Pattern = "",
        Columns = [.. widths.Select((_, i) => $"c{i}")],
        Format = new TextFormat { Style = TextStyle.Fixed, Widths = widths },
    };

    private static SourceFiles Json(string[] columns) => new()
    {
        Folder = "",
        Pattern = "",
        Columns = columns,
        Format = new TextFormat { Style = TextStyle.JsonLines },
    };

    private static string[] Rejected(byte[] file, SourceFiles source)
    {
        var (found, rows) = (new List<string>(), 0);
        Reading.Each(() => new MemoryStream(file), source with { RejectsBrokenRows = true }, 100_000, "t", batch =>
        {
            rows += batch.Count;
            found.AddRange(batch.Rejected.Select(
                row => $"{row.Row}: '{row.Value}' {row.Code} {row.ActualSize}/{row.AllowedSize}"));
        });
        return [.. found, $"{rows} rows"];
    }
}
