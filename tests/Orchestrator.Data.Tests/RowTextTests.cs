using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests;

/// <summary>A rejected row as text: all of it comes back, and what people write instead is read or refused.</summary>
internal sealed class RowTextTests
{
    private static readonly RowColumn[] Texts =
    [
        new("A", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)),
        new("B", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)),
    ];

    [Test]
    public void Text_NULL_and_bytes_that_are_no_text_come_back_as_they_were()
    {
        byte[]?[] values =
        [
            "plain"u8.ToArray(), "\"quoted\\ \0\u0001\r\n\t日本 😀 '"u8.ToArray(), ""u8.ToArray(), null,
            [0xFF, 0xFE, 0x41],
        ];
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), Texts);
        using var batch = pool.RentNow();
        using var back = pool.RentNow();
        foreach (var value in values)
        {
            Set(batch.Columns[0], 0, value);
            Set(batch.Columns[1], 0, "x"u8.ToArray());

            var text = RowText.Write([("A", batch.Columns[0]), ("B", batch.Columns[1])], 0)!;

            Assert.That(Read(text, back), Is.True, text);
            Assert.That(back.Columns[0].IsNull(0) ? null : back.Columns[0].Bytes(0).ToArray(), Is.EqualTo(value), text);
            Assert.That(Encoding.UTF8.GetString(back.Columns[1].Bytes(0)), Is.EqualTo("x"));
        }
    }

    [Test]
    public void A_row_over_the_bound_is_not_kept()
    {
        using var pool = new RowBatchPool(new MemoryBudget(8 << 20), Texts);
        using var batch = pool.RentNow();
        Set(batch.Columns[0], 0, new byte[RowText.BytesMax]);
        Set(batch.Columns[0], 1, Encoding.UTF8.GetBytes(new string('x', RowText.BytesMax - 20)));

        Assert.That(RowText.Write([("A", batch.Columns[0])], 0), Is.Null);
        Assert.That(RowText.Write([("A", batch.Columns[0])], 1), Has.Length.EqualTo(RowText.BytesMax - 12));
    }

    [TestCase("""{"A":1.50,"B":true}""", "1.50", "true")]
    [TestCase("""{"B":"b","C":"other"}""", null, "b")]
    [TestCase(""" { "A" : null, "B" : {"hex":"6162"} } """, null, "ab")]
    [TestCase("{}", null, null)]
    public void What_people_write_is_read(string text, string? a, string? b)
    {
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), Texts);
        using var batch = pool.RentNow();
        string? Value(int column) =>
            batch.Columns[column].IsNull(0) ? null : Encoding.UTF8.GetString(batch.Columns[column].Bytes(0));

        Assert.That(Read(text, batch), Is.True);
        Assert.That((Value(0), Value(1)), Is.EqualTo((a, b)));
    }

    [TestCase("")]
    [TestCase("oops")]
    [TestCase("[]")]
    [TestCase("null")]
    [TestCase("""{"A":"x" """)]
    [TestCase("""{"A":"x"} and more""")]
    [TestCase("""{"A":["x"]}""")]
    [TestCase("""{"A":{"hex":"no"}}""")]
    [TestCase("""{"A":{"other":"61"}}""")]
    [TestCase("""{"A":"\ud800"}""")]
    public void What_is_no_row_is_refused(string text)
    {
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), Texts);
        using var batch = pool.RentNow();

        Assert.That(Read(text, batch), Is.False);
    }

    private static bool Read(string text, RowBatch batch) => RowText.TryRead(
        Encoding.UTF8.GetBytes(text), name => Array.FindIndex(Texts, column => column.Name == name), batch.Columns, 0);

    private static void Set(ColumnVector vector, int row, byte[]? value)
    {
        vector.ClearNull(row);
        if (value is null)
        {
            vector.SetNull(row);
        }
        else
        {
            vector.SetBytes(row, value);
        }
    }
}
