using System.Buffers.Binary;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>The binary form of COPY byte by byte, also as no server should send it.</summary>
internal sealed class CopyRowsTests
{
    private const int Fields = 2;

    [Test]
    public void Rows_are_found_up_to_the_end_mark()
    {
        var (rows, count) = Decode(Header, Row(Fields), Row(Fields), EndMark);

        Assert.That((rows.HasEnded, count), Is.EqualTo((true, 2)));
    }

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(3)]
    public void A_row_with_another_number_of_fields_is_a_failure(short sent)
    {
        var fault = Assert.Throws<IOException>(
            () => Decode(Header, Row(Fields), Row(sent), Row(Fields), EndMark))!;

        Assert.That(fault.Message, Is.EqualTo($"Row 2 came with {sent} fields instead of 2."));
    }

    [Test]
    public void What_does_not_begin_as_that_form_is_a_failure()
    {
        Assert.That(() => Decode("Not the form of COPY"u8.ToArray()), Throws.TypeOf<IOException>());
    }

    private static byte[] Header => [.. "PGCOPY\n"u8, 0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    private static byte[] EndMark => Number(-1);

    private static (CopyRows Rows, int Count) Decode(params byte[][] parts)
    {
        byte[] bytes = [.. parts.SelectMany(part => part)];
        using var pool = new RowBatchPool(new RunResources().Memory, []);
        using var batch = pool.RentNow();
        batch.Block.Reserve(bytes.Length);
        batch.Block.Append(bytes);
        var rows = new CopyRows(Fields, rowBytesMax: 1000);
        rows.Decode(batch, 0, bytes.Length);
        return (rows, batch.Count);
    }

    // Each field is one byte long.
    private static byte[] Row(short fields) =>
        [.. Number(fields), .. Enumerable.Repeat<byte[]>([0, 0, 0, 1, 0x2A], fields).SelectMany(field => field)];

    private static byte[] Number(short value)
    {
        var bytes = new byte[sizeof(short)];
        BinaryPrimitives.WriteInt16BigEndian(bytes, value);
        return bytes;
    }
}
