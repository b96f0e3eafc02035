using System.IO.Compression;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class BadDataTests
{
    private const long Ceiling = 2L << 20;

    [TestCase("a,b\n1,2\n3\n", "ORC3104", "t.csv, row 2, column b (line 3, byte 5): expected 2 columns, got: 1. "
        + "The row is cut short, or a line break stands in a value without quotes. To keep such rows in the error "
        + "table, set `errors: {onError: redirect}`. Found: '3\\n'")]
    [TestCase("a,b\n1,2,3\n", "ORC3104", "t.csv, row 1, column b (line 2, byte 3): expected 2 columns, got more. "
        + "A separator stands in a value without quotes, or the header is cut short. To keep such rows "
        + "in the error table, set `errors: {onError: redirect}`. Found: '1,2,3\\n'")]
    [TestCase("a,b\n1,x\"y\n", "ORC3105", "t.csv, row 1, column b (line 2, byte 3): a quote stands inside a value "
        + "without quotes. Such a value is quoted and the quote doubled (RFC 4180). Found: 'x\"y\\n'")]
    [TestCase("a,b\n1,\"x\"y\n", "ORC3105", "t.csv, row 1, column b (line 2, byte 6): something stands between the "
        + "closing quote and the separator. A quote inside a quoted value is doubled. Found: '\"x\"y\\n'")]
    [TestCase("a,b\n1,\"x\n2,3\n", "ORC3105", "t.csv, row 1, column b (line 4, byte 9): the quote that opens the value "
        + "is never closed. Found: '\"x\\n2,3\\n'")]
    [TestCase("a,A\n", "ORC3103", "t.csv: the header names 'a' 2 times.")]
    [TestCase("a,\n", "ORC3103", "t.csv: column 2 of the header has no name.")]
    [TestCase("", "ORC3103", "t.csv: the file is empty, where a header was expected.")]
    public void A_broken_csv_is_refused_with_file_row_column_and_value(string text, string code, string message)
    {
        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Rows(Encoding.UTF8.GetBytes(text), Reading.Csv()));

        Assert.That((refused!.Code, refused.Message), Is.EqualTo((code, message)));
    }

    [TestCase("1\t2\n3\n4\t5\n", "ORC3106", 2, "c1")]
    [TestCase("1\t2\t3\n", "ORC3104", 1, "c2")]
    [TestCase("1\t2\n3", "ORC3106", 2, "c1")]
    public void A_stray_terminator_in_a_bcp_file_is_refused(string text, string code, int row, string column)
    {
        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Rows(Encoding.UTF8.GetBytes(text), Reading.Bcp(2)));

        Assert.That((refused!.Code, refused.Row, refused.Column), Is.EqualTo((code, (long)row, column)));
    }

    [Test]
    public void A_file_that_ends_inside_a_row_is_refused_also_where_terminators_are_data()
    {
        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Rows("1\t2\n3\n4"u8.ToArray(), Reading.Bcp(2, data: true)));

        Assert.That((refused!.Code, refused.Row), Is.EqualTo(("ORC3104", 2L)));
    }

    [Test]
    public void Rows_before_a_broken_one_are_read_first()
    {
        var rows = 0;

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Each(
            new DrippingStream("a,b\n1,2\n3,4\n5\n"u8.ToArray(), 100), Reading.Csv(), 4096, "t.csv",
            batch => rows += batch.Count));

        Assert.That((rows, refused!.Row), Is.EqualTo((2, 3L)));
    }

    [Test]
    public void A_broken_row_shows_nothing_of_itself_where_a_column_is_sensitive()
    {
        var source = Reading.Csv() with { HideValues = true };

        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Rows("a,b\n4111,\"x\n"u8.ToArray(), source));

        Assert.That(refused!.Message, Does.Not.Contain("4111").And.Not.Contain("x\\n"));
    }

    [Test]
    public void A_gzip_cut_anywhere_is_refused()
    {
        var packed = Gzip(Encoding.UTF8.GetBytes("a,b\n" + string.Concat(Enumerable.Repeat("1,2\n", 300))));
        for (var length = 2; length < packed.Length; length++)
        {
            var refused = Assert.Throws<DataRefusedException>(
                () => Reading.Rows(packed[..length], Reading.Csv()), $"{length} of {packed.Length} bytes");

            Assert.That(refused!.Code, Is.EqualTo("ORC3108"));
        }
    }

    [Test]
    public void A_gzip_with_something_behind_it_or_a_wrong_sum_is_refused()
    {
        var packed = Gzip("a\n1\n"u8.ToArray());
        byte[] wrong = [.. packed[..^5], (byte)~packed[^5], .. packed[^4..]];

        // A block of a type that there is not.
        byte[] damaged = [.. packed[..10], 0b111, .. packed[11..]];

        foreach (var bytes in (byte[][])[[.. packed, 1, 2, 3], wrong, damaged])
        {
            Assert.That(() => Reading.Rows(bytes, Reading.Csv()),
                Throws.InstanceOf<DataRefusedException>().With.Message.Contains("the gzip data"));
        }

        Assert.That(Reading.Rows([.. packed, .. Gzip("2\n"u8.ToArray())], Reading.Csv()), Has.Count.EqualTo(2));
    }

    [Test]
    public void A_gzip_that_expands_a_thousandfold_is_bounded()
    {
        var packed = Gzip([.. "a\n"u8, .. new byte[40_000_000]]);
        var source = Reading.Csv() with { Limits = new ReadLimits(Field: 50_000_000, Expanded: 10_000_000) };

        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Each(new MemoryStream(packed), source, RowBatchPool.DefaultBytes, "t.csv", _ => { }));

        Assert.That(refused!.Code, Is.EqualTo("ORC3107"));
        Assert.That(40_000_000 / packed.Length, Is.GreaterThan(500));
    }

    [TestCase("x", "field")]
    [TestCase("x,", "row")]
    [TestCase("x\"\"", "field")]
    public void Ten_gigabytes_without_a_terminator_are_an_error_not_memory(string text, string what)
    {
        // So many columns that the row limit is what is met where there are separators.
        var columns = what == "row" ? 20_000 : 2;
        var header = Encoding.UTF8.GetBytes(string.Join(',', Enumerable.Range(0, columns).Select(i => $"c{i}")) + "\n"
            + (text.Contains('"') ? "\"" : ""));
        var source = Reading.Csv() with { Limits = new ReadLimits(Field: 16 << 20, Row: 20 << 10) };
        source = what == "field" ? source with { Limits = new ReadLimits() } : source;
        var before = GC.GetAllocatedBytesForCurrentThread();

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Each(new FramedStream(header,
            new EndlessStream(Encoding.UTF8.GetBytes(text), 10L << 30), []), source, 16 * 1024, "t.csv", _ => { }));

        Assert.That((refused!.Code, refused.Row), Is.EqualTo(("ORC3107", 1L)));
        Assert.That(refused.Message, Does.Contain($"a {what} of more than"));
        Assert.That(what == "row" ? 0 : GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(Ceiling));
    }

    [Test]
    public void A_field_over_the_limit_is_refused_although_its_row_is_whole()
    {
        var source = Reading.Csv() with { Limits = new ReadLimits(Field: 10) };

        var refused = Assert.Throws<DataRefusedException>(
            () => Reading.Rows("a,b\n1,2\n3,12345678901\n"u8.ToArray(), source));

        Assert.That((refused!.Code, refused.Row, refused.Column), Is.EqualTo(("ORC3107", 2L, "b")));
    }

    [Test]
    public void A_lone_surrogate_survives_as_bytes_that_are_no_text()
    {
        byte[] file = [0xFF, 0xFE, .. Encoding.Unicode.GetBytes("a\nx"), 0x00, 0xD8,
            .. Encoding.Unicode.GetBytes("y\n")];
        byte[]? value = null;
        var valid = true;

        Reading.Each(new DrippingStream(file, 3), Reading.Csv(), 4096, "t.csv", batch =>
        {
            value = batch.Columns[0].Bytes(0).ToArray();
            valid = batch.Block.IsValidUtf8;
        });

        Assert.That(value, Is.EqualTo(new byte[] { (byte)'x', 0xED, 0xA0, 0x80, (byte)'y' }));
        Assert.That(valid, Is.False);
    }

    [Test]
    public void Half_a_utf_16_character_at_the_end_is_refused()
    {
        byte[] file = [0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes("a\n1\n"), 0x00];

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(file, Reading.Csv()));

        Assert.That(refused!.Code, Is.EqualTo("ORC3108"));
    }

    private static byte[] Gzip(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal))
        {
            gzip.Write(bytes);
        }

        return packed.ToArray();
    }
}
