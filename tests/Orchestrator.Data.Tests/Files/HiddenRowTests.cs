using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>What is written is no comment and no declaration when it is read.</summary>
internal sealed class HiddenRowTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-test-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void What_would_be_read_as_no_row_stands_between_the_quotes_of_the_format()
    {
        RowColumn[] columns = [new("a", GuardType.Text), new("n", new SqlType(SqlTypeKind.Int))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        foreach (var text in (string[])["#x", "SEP=,", "x#", "it's", "a;b", "\"", ""])
        {
            batch.Columns[0].SetBytes(batch.Count, Encoding.UTF8.GetBytes(text));
            batch.Columns[1].Int64s[batch.Count++] = -5;
        }

        var format = new TextFormat { HasHeader = false, Quote = "'", Comment = "#", Field = ";" };
        using (var writer = new FileRowWriter(Target(format), columns, []))
        {
            writer.Write(batch, 0, batch.Count);
            writer.Complete();
            writer.Publish();
        }

        Assert.That(File.ReadAllText(Path.Combine(_folder, "f.csv")), Is.EqualTo(
            "'#x';-5\n'SEP=,';-5\nx#;-5\n'it''s';-5\n'a;b';-5\n\";-5\n'';-5\n"));
    }

    [Test]
    public void A_word_for_null_that_a_comment_begins_with_hides_no_row()
    {
        RowColumn[] columns = [new("a", GuardType.Text), new("n", new SqlType(SqlTypeKind.Int))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        batch.Columns[0].SetNull(0);
        batch.Columns[1].Int64s[0] = -5;
        batch.Columns[0].SetBytes(1, "x"u8);
        batch.Columns[1].SetNull(1);
        batch.Count = 2;

        var format = new TextFormat { Comment = "#", Nulls = ["#N/A"] };
        using (var writer = new FileRowWriter(Target(format), columns, []))
        {
            writer.Write(batch, 0, batch.Count);
            writer.Complete();
            writer.Publish();
        }

        Assert.That(File.ReadAllText(Path.Combine(_folder, "f.csv")), Is.EqualTo("a,n\n,-5\nx,#N/A\n"));
    }

    [TestCase(1, 0, "\"", "", TextStyle.Csv, "skipped")]
    [TestCase(0, 1, "\"", "", TextStyle.Bcp, "skipped")]
    [TestCase(0, 0, "", "", TextStyle.Csv, null)]
    [TestCase(0, 0, "", "#", TextStyle.Csv, "comment")]
    [TestCase(0, 0, "\"", "#", TextStyle.Fixed, "comment")]
    [TestCase(0, 0, "'", "#", TextStyle.Csv, null)]
    public void A_format_that_leaves_out_what_is_not_written_is_none_of_a_target(
        int first, int last, string quote, string comment, TextStyle style, string? why)
    {
        var refusal = FileRules.Refusal(new TextFormat
        {
            Style = style,
            Field = "\t",
            SkipLines = first,
            SkipLastLines = last,
            Quote = quote,
            Comment = comment,
        });

        Assert.That(refusal is null, Is.EqualTo(why is null));
        Assert.That(refusal ?? "", Does.Contain(why ?? ""));
    }

    private TargetFile Target(TextFormat format) =>
        new() { Folder = _folder, File = "f.csv", Format = format, Attempt = 42 };
}
