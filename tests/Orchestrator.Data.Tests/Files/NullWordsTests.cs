using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class NullWordsTests
{
    [Test]
    public void A_word_without_quotes_is_null_and_the_same_in_quotes_is_text()
    {
        var source = Csv(["NULL", "n/a", "\\N"]);

        var rows = Read("a,b\nNULL,\"NULL\"\nn/a,\\N\n,\"\"\nnull,\"n/a\"\nNULLS,\"x\"\"NULL\"\n", source);

        Assert.That(rows, Is.EqualTo(new string?[][]
        {
            [null, "NULL"], [null, null], [null, ""], ["null", "n/a"], ["NULLS", "x\"NULL"],
        }));
    }

    [TestCase(1)]
    [TestCase(7)]
    public void It_is_one_however_the_file_arrives(int atOnce)
    {
        var source = Csv(["NULL"]);
        var file = Encoding.UTF8.GetBytes(
            "a,b\n" + string.Concat(Enumerable.Repeat("NULL,\"NULL\"\r\n\"NULL\",NULL\r\n", 300)));

        var rows = Reading.Rows(file, source, atOnce, batchBytes: 256);

        Assert.That(rows, Has.Count.EqualTo(600));
        Assert.That(rows.Select((row, i) => (row[i % 2], row[(i + 1) % 2])), Has.All.EqualTo(((string?)null, "NULL")));
    }

    [Test]
    public void Words_of_a_column_stand_in_place_of_those_of_its_format()
    {
        var source = Csv(["NULL"]) with
        {
            Format = new TextFormat
            {
                Nulls = ["NULL"],
                ColumnForms = new Dictionary<string, ColumnForm> { ["b"] = new() { Nulls = ["0000-00-00", "?"] } },
            },
        };

        var rows = Read("a,b\nNULL,NULL\n?,?\n0000-00-00,0000-00-00\n", source);

        Assert.That(rows, Is.EqualTo(new string?[][] { [null, "NULL"], ["?", null], ["0000-00-00", null] }));
    }

    [Test]
    public void Bcp_and_fixed_have_no_quotes_to_keep_them_apart()
    {
        var bcp = Reading.Bcp(2) with
        {
            Format = new TextFormat { Style = TextStyle.Bcp, Field = "\t", Nulls = ["-"] },
        };
        var fixedWidth = bcp with
        {
            Format = new TextFormat { Style = TextStyle.Fixed, Widths = [3, 4], Nulls = ["-"] },
        };

        Assert.That(Read("-\t\"-\"\n--\t-\n", bcp), Is.EqualTo(new string?[][] { [null, "\"-\""], ["--", null] }));
        Assert.That(
            Read("-  - - \n -     \n", fixedWidth), Is.EqualTo(new string?[][] { [null, "- -"], [" -", null] }));
    }

    private static SourceFiles Csv(IReadOnlyList<string> nulls) => Reading.Csv() with
    {
        Format = new TextFormat { Nulls = nulls },
    };

    private static List<string?[]> Read(string file, SourceFiles source) =>
        Reading.Rows(Encoding.UTF8.GetBytes(file), source);
}
