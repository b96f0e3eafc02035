using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files that are cut by other marks than those of their format: right data, or a clear refusal.</summary>
internal sealed class MisreadFileTests
{
    private static readonly string[] Nothing = [];

    [TestCase("1\tAnn\r\n2\tBob\r\n3\t\r\n", false, "a carriage return stands before the row terminator")]
    [TestCase("1\tAnn\r\n2\tBob\r\n3\t\r\n", true, "row 1: a carriage return stands before the row terminator")]
    [TestCase("1\tAnn\r\n", true, "row 1: a carriage return stands before the row terminator")]
    [TestCase("1\tAnn\r2\tBob\r", true, "and \"\\r\" does")]
    [TestCase("1\tAnn\u00852\tBob", true, "and \"\\u0085\" does")]
    public void A_bcp_file_with_other_line_ends_is_refused_whatever_its_terminators_may_be(
        string text, bool terminatorsAreData, string sign)
    {
        var refused = Refused(text, Reading.Bcp(2, data: terminatorsAreData));

        Assert.That(refused.Message, Does.Contain(sign));
        Assert.That(refused.Message, Does.Contain("`row: \"\\r\\n\"`").Or.Contain("`row` of its format"));
    }

    [Test]
    public void A_bcp_file_whose_terminator_is_LF_and_not_CR_LF_is_refused()
    {
        var refused = Refused("1\n2\n3\n", Reading.Bcp(1, row: "\r\n"));

        Assert.That((refused.Code, refused.Message), Is.EqualTo(("ORC3111", "t.csv, row 1: the row terminator "
            + "\"\\r\\n\" stands nowhere in the file, and \"\\n\" does. Write the one of the file as `row` of its "
            + "format.")));
    }

    [Test]
    public void Where_all_rows_end_in_a_carriage_return_the_file_is_refused_and_not_each_row_rejected()
    {
        var refused = Refused("1\tAnn\r\n2\tBob\r\n", Reading.Bcp(2) with { RejectsBrokenRows = true });

        Assert.That(refused.Code, Is.EqualTo("ORC3111"));
    }

    [TestCase("1\tAnn\n2\tBob\r\n3\tEve\n", "2 ORC3106", "1 Ann, 3 Eve")]
    [TestCase("1\n", "1 ORC3106", "")]
    [TestCase("1\n2\n", "1 ORC3106, 2 ORC3106", "")]
    public void Rows_that_end_in_a_carriage_return_or_too_early_are_rejected(string text, string broken, string whole)
    {
        var rejected = new List<string>();
        var kept = new List<string>();
        Reading.Each(() => new MemoryStream(Encoding.UTF8.GetBytes(text)),
            Reading.Bcp(2) with { RejectsBrokenRows = true }, RowBatchPool.DefaultBytes, "t.csv", batch =>
            {
                rejected.AddRange(batch.Rejected.Select(row => $"{row.Row} {row.Code}"));
                kept.AddRange(Enumerable.Range(0, batch.Count)
                    .Select(row => string.Join(' ', Reading.Row(batch, row))));
            });

        Assert.That(string.Join(", ", rejected), Is.EqualTo(broken));
        Assert.That(string.Join(", ", kept), Is.EqualTo(whole));
    }

    [TestCase("id;name\n1;a\n", ",", "field: \";\"")]
    [TestCase("id\tname\n1\ta\n", ",", "field: \"\\t\"")]
    [TestCase("id|name\n1|a\n", ",", "field: \"|\"")]
    [TestCase("id,name\n1,a\n", ";", "field: \",\"")]
    [TestCase("sep=;\nid;name\n1;a\n", ",", "field: \";\"")]
    [TestCase("\"sep=;\"\r\nid;name\r\n1;a\r\n", ",", "field: \";\"")]
    [TestCase("id;name;price, EUR;date\n", ",", "field: \";\"")]
    [TestCase("name;price, EUR\napple;1,20\n", ",", "field: \";\"")]
    [TestCase("name\tprice, EUR\napple\t1,20\n", ",", "field: \"\\t\"")]
    [TestCase("name\tprice; EUR\napple\t1;20\n", ";", "field: \"\\t\"")]
    public void A_separator_that_is_not_the_one_of_the_file_is_refused_with_the_format_to_declare(
        string text, string field, string hint)
    {
        var refused = Refused(text, Reading.Csv(field));

        Assert.That((refused.Code, refused.Line), Is.EqualTo(("ORC3111", 1L)));
        Assert.That(refused.Message, Does.Contain($"`formats: {{x: {{style: csv, {hint}}}}}`"));
    }

    [TestCase("id||name\n1||a\n", "style: bcp, field: \"||\", skipLines: 1}}`")]
    [TestCase("id\t\tname\t\tx\n", "style: bcp, field: \"\\t\\t\", skipLines: 1}}`")]
    [TestCase("id|name||x\n", "style: csv, field: \"|\"}}`")]
    public void A_separator_of_two_characters_is_one_of_bcp(string text, string hint)
    {
        var refused = Refused(text, Reading.Csv());

        Assert.That((refused.Code, refused.Line), Is.EqualTo(("ORC3111", 1L)));
        Assert.That(refused.Message, Does.Contain(hint));
    }

    [Test]
    public void A_separator_of_two_characters_is_one_of_bcp_also_without_a_header()
    {
        var source = Reading.Csv() with
        {
            Columns = ["id", "name"],
            Format = new TextFormat { HasHeader = false },
            RejectsBrokenRows = true,
        };

        Assert.That(Refused("1||a\n2||b\n", source).Message,
            Does.Contain("`style: bcp, field: \"||\"` and no `header`"));
        Assert.That(Refused("1|a\n2|b\n", source).Message, Does.Contain("`field: \"|\"`"));
    }

    [Test]
    public void An_empty_column_between_two_separators_makes_them_no_separator_of_two_characters()
    {
        var source = Reading.Csv() with
        {
            Columns = ["id", "name", "city"],
            Format = new TextFormat { HasHeader = false },
            RejectsBrokenRows = true,
        };

        Assert.That(Refused("1;;c\n2;b;c\n", source).Message, Does.Contain("`field: \";\"`"));
    }

    [Test]
    public void The_lines_that_a_format_of_bcp_skips_are_those_before_the_header_too()
    {
        var source = Reading.Csv() with { Format = new TextFormat { SkipLines = 2 } };

        Assert.That(Refused("x\ny\nid||name\n1||a\n", source).Message, Does.Contain("skipLines: 3}}`"));
    }

    [Test]
    public void Declared_columns_that_stand_in_no_header_get_the_same_hint_and_one_that_does_none()
    {
        var source = Reading.Csv() with { Columns = ["id", "name"] };

        Assert.That(Refused("id;name\n1;a\n", source).Message, Does.Contain("field: \";\""));
        Assert.That(Rows("id;name\n1;a\n", Reading.Csv() with { Columns = ["id;name"] }),
            Is.EqualTo(new[] { "1;a" }));
        Assert.That(Rows("id;name,x\n1;a,2\n", Reading.Csv() with { Columns = ["id;name", "x"] }),
            Is.EqualTo(new[] { "1;a 2" }));
    }

    [TestCase("sep=;\nid;name\n1;a\n", ";", "1 a")]
    [TestCase("\"id;name\"\n1\n", ",", "1")]
    [TestCase("id,a|b|c\n1,x\n", ",", "1 x")]
    [TestCase("id,a,b;c\n1,2,x\n", ",", "1 2 x")]
    [TestCase("price, EUR;tax, EUR\n1,20;2,30\n", ";", "1,20 2,30")]
    public void What_the_format_says_or_a_quote_holds_is_taken(string text, string field, string row)
    {
        Assert.That(Rows(text, Reading.Csv(field)), Is.EqualTo(new[] { row }));
    }

    [TestCase("'id','name'\n'1','a'\n")]
    [TestCase("id,name\n'1','a'\n'2',\n")]
    public void Values_between_apostrophes_are_refused(string text)
    {
        Assert.That(Refused(text, Reading.Csv()).Message, Does.Contain("csv quotes with \""));
    }

    [TestCase("id,name\n\"'1'\",\"'a'\"\n", "'1' 'a'")]
    [TestCase("id,name\n\"'1'\",'a'\n", "'1' 'a'")]
    [TestCase("\"'id'\",\"'name'\"\n1,a\n", "1 a")]
    public void Apostrophes_within_quotes_are_data(string text, string row)
    {
        Assert.That(Rows(text, Reading.Csv()), Is.EqualTo(new[] { row }));
    }

    [TestCase("id,name\r1,a\r2,b\r", "carriage return")]
    [TestCase("id,name\u00851,a", "U+0085")]
    [TestCase("id,name\u20281,a", "U+2028")]
    [TestCase("\uFEFF\uFEFFid,name\n1,a\n", "byte order mark")]
    [TestCase("id,name,\n1,a,\n", "column 3 of the header has no name")]
    public void A_header_that_ends_otherwise_is_refused(string text, string sign)
    {
        var refused = Refused(text, Reading.Csv());

        Assert.That((refused.Code, refused.Line), Is.EqualTo(("ORC3103", 1L)));
        Assert.That(refused.Message, Does.Contain(sign));
    }

    [TestCase("id,name\n1,a\n\uFEFFid,name\n2,b\n")]
    [TestCase("id,name\n\uFEFFid,name\n2,b\n")]
    public void A_byte_order_mark_between_files_that_were_put_behind_one_another_is_refused(string text)
    {
        var refused = Refused(text, Reading.Csv());

        Assert.That(refused.Code, Is.EqualTo("ORC3111"));
        Assert.That(refused.Message, Does.Contain("byte order mark"));
        Assert.That(Refused("1\ta\n\uFEFF2\tb\n", Reading.Bcp(2)).Row, Is.EqualTo(2));
        Assert.That(Rows("id\n\"\uFEFFx\"\n", Reading.Csv()), Is.EqualTo(new[] { "\uFEFFx" }));
    }

    [TestCase("utf-16le", "utf-8", TextStyle.Csv)]
    [TestCase("utf-16be", "utf-8", TextStyle.Csv)]
    [TestCase("utf-8", "utf-16le", TextStyle.Csv)]
    [TestCase("utf-8", "utf-16be", TextStyle.Csv)]
    [TestCase("utf-16be", "utf-16le", TextStyle.Csv)]
    [TestCase("utf-16le", "utf-8", TextStyle.Bcp)]
    [TestCase("utf-8", "utf-16le", TextStyle.Bcp)]
    [TestCase("utf-16le", "utf-8", TextStyle.JsonLines)]
    public void Another_encoding_without_a_mark_is_refused_by_its_name(string actual, string said, TextStyle style)
    {
        var text = style switch
        {
            TextStyle.Csv => "id,name\n1,Zoë\n",
            TextStyle.Bcp => "1\tZoë\n",
            _ => "{\"id\":1}\n",
        };
        Encoding encoding = actual switch
        {
            "utf-8" => new UTF8Encoding(),
            _ => new UnicodeEncoding(bigEndian: actual == "utf-16be", byteOrderMark: false),
        };
        var source = Reading.Bcp(2) with
        {
            Format = new TextFormat { Style = style, Encoding = said, Field = style == TextStyle.Bcp ? "\t" : "," },
        };

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(encoding.GetBytes(text), source));

        Assert.That(refused!.Code, Is.EqualTo("ORC3111"));
        Assert.That(refused.Message, Does.Contain($"`encoding: {actual}`"));
    }

    [Test]
    public void Empty_texts_of_bcp_are_no_sign_of_another_encoding()
    {
        Assert.That(Rows("\0\t\0\n\0\t\0\n\0\t\0\n", Reading.Bcp(2)), Is.EqualTo(new[] { " ", " ", " " }));
        Assert.That(Rows("\n", Reading.Bcp(1)), Has.Length.EqualTo(1));
        Assert.That(Rows("x\n", Reading.Csv()), Is.EqualTo(Nothing));
    }

    private static DataRefusedException Refused(string text, SourceFiles source) =>
        Assert.Throws<DataRefusedException>(() => Rows(text, source))!;

    private static string[] Rows(string text, SourceFiles source) =>
        [.. Reading.Rows(Encoding.UTF8.GetBytes(text), source).Select(row => string.Join(' ', row))];
}
