using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Rows with too few or too many columns that are kept apart instead of ending the load.</summary>
internal sealed class BrokenRowTests
{
    [Test]
    public void Broken_rows_of_a_csv_are_kept_with_place_text_and_reason_and_the_others_are_read()
    {
        var (rows, broken) = Read("a,b\n1,\n,2,3,\"x\n,\"\n3\n\n4,5\r\n6\r\n", Reading.Csv());

        Assert.That(rows, Is.EqualTo((string[])["1: 1|∅", "5: 4|5"]));
        Assert.That(broken.Select(x => (x.Row, x.Column, x.Value, x.ActualSize, x.AllowedSize, x.Code)), Is.EqualTo((
            (long, string, string, long, long, string)[])
            [
                (2, "b", ",2,3,\"x\n,\"", 4, 2, "ORC3104"),
                (3, "b", "3", 1, 2, "ORC3104"),
                (4, "b", "", 1, 2, "ORC3104"),
                (6, "b", "6", 1, 2, "ORC3104"),
            ]));
        Assert.That(broken.Select(x => (x.File, x.Reason)), Is.All.EqualTo(("t.csv", RejectReason.Shape)));
        Assert.That(broken[0].Message, Does.StartWith("expected 2 columns, got: 4."));
    }

    [Test]
    public void Broken_rows_of_a_bcp_file_are_kept_where_a_terminator_is_never_data()
    {
        var (rows, broken) = Read("1+|2&|\n3&|\n+|4+|5+|&|\n6+|7", Reading.Bcp(2, "+|", "&|\n"));

        Assert.That(rows, Is.EqualTo((string[])["1: 1|2", "4: 6|7"]));
        Assert.That(broken.Select(x => (x.Row, x.Column, x.Value, x.ActualSize, x.Code)), Is.EqualTo((
            (long, string, string, long, string)[])
            [(2, "c1", "3", 1, "ORC3106"), (3, "c2", "+|4+|5+|", 4, "ORC3104")]));
    }

    [TestCase("a,b\n1\n2,\"x\n", "ORC3105", 2)]
    [TestCase("a,b\n1\n2,x\"y\n", "ORC3105", 2)]
    [TestCase("a,b\n1\n2,3,\"x\"y\n", "ORC3105", 2)]
    [TestCase("a,b\n1\n2", "ORC3104", 2)]
    public void Where_the_next_row_begins_cannot_be_told_the_load_fails(string text, string code, int row)
    {
        var refused = Assert.Throws<DataRefusedException>(() => Read(text, Reading.Csv()));

        Assert.That((refused!.Code, refused.Row, refused.Column), Is.EqualTo((code, (long)row, "b")));
    }

    [Test]
    public void Where_terminators_are_data_a_missing_column_cannot_be_told_and_the_load_fails()
    {
        var refused = Assert.Throws<DataRefusedException>(
            () => Read("1\t2\n3\n4\t5\n6", Reading.Bcp(2, data: true)));

        Assert.That((refused!.Code, refused.Row), Is.EqualTo(("ORC3104", 3L)));
    }

    [Test]
    public void It_does_not_matter_where_the_pieces_of_a_file_end()
    {
        const string csv = "a||b||c\n1||\"x||\n\"\"y\"||3\r\n4||5\n||||||\n\"6\"||\"\"||\n"
            + "7||8||9||\"\n||\"\"|\"\"\"||1\n\n1||2||3\n";
        const string bcp = "1+|2&|\n3+|4+|5&|\n&|\n6+|+|&|\n7+|8&|\n";
        var csvWhole = Read(csv, Reading.Csv("||"));
        var bcpWhole = Read(bcp, Reading.Bcp(2, "+|", "&|\n"));
        Assert.That((csvWhole.Rows.Length, csvWhole.Broken.Count), Is.EqualTo((3, 4)));
        Assert.That((bcpWhole.Rows.Length, bcpWhole.Broken.Count), Is.EqualTo((2, 3)));

        for (var atOnce = 1; atOnce <= csv.Length; atOnce++)
        {
            foreach (var batchBytes in (int[])[4, 5, atOnce + 3])
            {
                var (rows, broken) = Read(csv, Reading.Csv("||"), atOnce, batchBytes);
                Assert.That(rows, Is.EqualTo(csvWhole.Rows), $"{atOnce}, {batchBytes}");
                Assert.That(broken, Is.EqualTo(csvWhole.Broken), $"{atOnce}, {batchBytes}");
                (rows, broken) = Read(bcp, Reading.Bcp(2, "+|", "&|\n"), atOnce, batchBytes);
                Assert.That(rows, Is.EqualTo(bcpWhole.Rows), $"{atOnce}, {batchBytes}");
                Assert.That(broken, Is.EqualTo(bcpWhole.Broken), $"{atOnce}, {batchBytes}");
            }
        }
    }

    [Test]
    public void A_row_far_larger_than_a_batch_is_kept_apart_without_being_kept_whole()
    {
        var large = new string('x', 4 << 20);
        var before = GC.GetAllocatedBytesForCurrentThread();

        var (rows, broken) = Read(new MemoryStream(Encoding.UTF8.GetBytes($"a,b\n1,2\nfirst,{large},3\n4,5\n")));

        Assert.That(rows, Is.EqualTo((string[])["1: 1|2", "3: 4|5"]));
        Assert.That(broken.Single().Value, Has.Length.EqualTo(4000).And.StartsWith("first,xxx"));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(24 << 20));
    }

    [Test]
    public void A_row_over_a_limit_fails_the_load_and_the_broken_ones_before_it_are_told()
    {
        var source = Reading.Csv() with { Limits = new ReadLimits(Field: 10) };

        var refused = Assert.Throws<DataRefusedException>(() => Read("a,b\n1,2\n3\n4,12345678901\n5\n", source));

        Assert.That((refused!.Code, refused.Row, refused.RowsRead), Is.EqualTo(("ORC3107", 3L, 2L)));
        Assert.That(refused.Rejected.Select(x => x.Row), Is.EqualTo((long[])[2]));
    }

    private static (string[] Rows, List<RejectedRow> Broken) Read(Stream file)
    {
        var (rows, broken) = (new List<string>(), new List<RejectedRow>());
        Reading.Each(file, Reading.Csv() with { RejectsBrokenRows = true }, RowBatchPool.DefaultBytes, "t.csv",
            batch => Take(batch, rows, broken));
        return ([.. rows], broken);
    }

    private static (string[] Rows, List<RejectedRow> Broken) Read(string text, SourceFiles source,
        int atOnce = int.MaxValue, int batchBytes = RowBatchPool.DefaultBytes)
    {
        var (rows, broken) = (new List<string>(), new List<RejectedRow>());
        Reading.Each(() => new DrippingStream(Encoding.UTF8.GetBytes(text), atOnce),
            source with { RejectsBrokenRows = true }, batchBytes, "t.csv", batch => Take(batch, rows, broken));
        return ([.. rows], broken);
    }

    private static void Take(RowBatch batch, List<string> rows, List<RejectedRow> broken)
    {
        broken.AddRange(batch.Rejected);
        for (var row = 0; row < batch.Count; row++)
        {
            rows.Add($"{batch.RowNumber(row)}: {string.Join('|', Reading.Row(batch, row).Select(x => x ?? "∅"))}");
        }
    }
}
