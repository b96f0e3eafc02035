using System.Text;
using MySqlConnector;
using NUnit.Framework.Constraints;
using Orchestrator.Core.Types;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class ValueTests
{
    [TestCase(2024, 2, 29, true)]
    [TestCase(1, 1, 1, true)]
    [TestCase(9999, 12, 31, true)]
    [TestCase(2023, 2, 29, false)]
    [TestCase(2024, 0, 5, false)]
    [TestCase(2024, 5, 0, false)]
    [TestCase(0, 1, 1, false)]
    [TestCase(0, 0, 0, false)]
    public void A_day_of_the_calendar_is_told_from_others(int year, int month, int day, bool isDay)
    {
        var isFound = MariaDbTime.TryTicks(new MySqlDateTime(year, month, day, 1, 2, 3, 456_789), out var ticks);

        Assert.That(isFound, Is.EqualTo(isDay));
        Assert.That(ticks, Is.EqualTo(isDay ? new DateTime(year, month, day, 1, 2, 3).Ticks + 4_567_890 : 0));
    }

    [Test]
    public void What_is_none_is_written_as_the_server_writes_it()
    {
        Assert.That(Text(MariaDbTime.Text(default(MySqlDateTime), hasTime: false)), Is.EqualTo("0000-00-00"));
        Assert.That(Text(MariaDbTime.Text(default(MySqlDateTime), hasTime: true)), Is.EqualTo("0000-00-00 00:00:00"));
        Assert.That(
            Text(MariaDbTime.Text(new MySqlDateTime(2024, 2, 31, 1, 2, 3, 45), hasTime: true)),
            Is.EqualTo("2024-02-31 01:02:03.000045"));
    }

    [TestCase(864_000_000_000, "24:00:00")]
    [TestCase(-10, "-00:00:00.000001")]
    [TestCase(-30_203_990_000_000, "-838:59:59")]
    [TestCase(3_600_000_000_000, "100:00:00")]
    public void A_span_that_is_no_time_of_a_day_is_written_as_the_server_writes_it(long ticks, string text)
    {
        Assert.That(MariaDbTime.IsOfDay(new TimeSpan(ticks)), Is.False);
        Assert.That(Text(MariaDbTime.Text(new TimeSpan(ticks))), Is.EqualTo(text));
    }

    [Test]
    public void Values_reach_the_client_as_the_server_takes_them()
    {
        RowColumn[] columns =
        [
            new("n", new SqlType(SqlTypeKind.Int)),
            new("amount", new SqlType(SqlTypeKind.Decimal, 0, 38, 2)),
            new("name", new SqlType(SqlTypeKind.NVarChar, 10)),
            new("moment", new SqlType(SqlTypeKind.DateTimeOffset, Scale: 6)),
            new("end", new SqlType(SqlTypeKind.Time, Scale: 6)),
            new("share", new SqlType(SqlTypeKind.Real)),
        ];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        batch.Columns[0].Int64s[0] = 7;
        batch.Columns[1].Int128s[0] = Int128.Parse("-1234567890123456789012345678901");
        batch.Columns[2].SetBytes(0, "ä"u8);
        batch.Columns[3].Int128s[0] = OffsetTime.Pack(new DateTime(2024, 1, 2).Ticks, 120);
        batch.Columns[4].SetBeyond(0, "24:00:00"u8);
        batch.Columns[5].Doubles[0] = 0.1f;

        var values = columns.Select((column, i) => Taken(column.Type, batch.Columns[i])).ToArray();

        Assert.That(values[0], Is.EqualTo(7L));
        Assert.That(Text((ReadOnlyMemory<byte>)values[1]!), Is.EqualTo("-12345678901234567890123456789.01"));
        Assert.That(Text((ReadOnlyMemory<byte>)values[2]!), Is.EqualTo("ä"));
        Assert.That(values[3], Is.EqualTo(new DateTime(2024, 1, 2)));
        Assert.That(values[4], Is.EqualTo(TimeSpan.FromDays(1)));
        Assert.That(values[5], Is.EqualTo(0.1f));
    }

    [TestCase(5, false)]
    [TestCase(99, false)]
    [TestCase(0, true)]
    [TestCase(1999, true)]
    public void A_year_that_the_server_would_take_for_another_is_refused(int year, bool isTaken)
    {
        RowColumn[] columns = [new("y", new SqlType(SqlTypeKind.SmallInt))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        batch.Columns[0].Int64s[0] = year;
        var column = batch.Columns[0];
        var value = MariaDbValue.For(columns[0].Type, 1, isYear: true);

        IResolveConstraint expected = isTaken ? Throws.Nothing : Throws.InstanceOf<FormatException>();

        Assert.That(() => value.Take(column, 0), expected);
    }

    private static object? Taken(SqlType type, ColumnVector column)
    {
        var value = MariaDbValue.For(type, 1);
        value.Take(column, 0);
        return value.Parameter.Value;
    }

    private static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes);

    private static string Text(ReadOnlyMemory<byte> bytes) => Encoding.UTF8.GetString(bytes.Span);
}
