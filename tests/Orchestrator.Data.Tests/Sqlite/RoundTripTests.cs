using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class RoundTripTests
{
    private static readonly TableName Table = new(null, "t");

    private static readonly long LastTick = DateTime.MaxValue.Ticks;

    private static IEnumerable<TestCaseData> Numbers()
    {
        foreach (var (type, values) in (IEnumerable<(string, long[])>)
        [
            ("bit", [0, 1]),
            ("tinyint", [0, 255]),
            ("smallint", [short.MinValue, -1, short.MaxValue]),
            ("int", [int.MinValue, 0, int.MaxValue]),
            ("bigint", [long.MinValue, -1, 0, long.MaxValue]),
            ("money", [long.MinValue, -1, 0, 12_345, long.MaxValue]),
            ("smallmoney", [int.MinValue, -1, 1, int.MaxValue]),
            ("decimal(1,1)", [-9, 0, 9]),
            ("decimal(9,2)", [-999_999_999, -5, 0, 1, 29, 999_999_999]),
            ("decimal(15,0)", [-999_999_999_999_999, 999_999_999_999_999]),
            ("decimal(15,7)", [-999_999_999_999_999, 1, 123_456_789_012_345, 999_999_999_999_999]),
            ("decimal(15,15)", [-999_999_999_999_999, 1, 999_999_999_999_999]),
            ("decimal(16,2)", [-9_999_999_999_999_999, -1, 0, 9_999_999_999_999_999]),
            ("decimal(18,18)", [-999_999_999_999_999_999, 1, 0]),
            ("date", [0, DateTime.MaxValue.Date.Ticks, 630_822_816_000_000_000]),
            ("time(7)", [0, 1, TimeSpan.TicksPerDay - 1]),
            ("time(0)", [0, TimeSpan.TicksPerDay - TimeSpan.TicksPerSecond]),
            ("datetime", [624_511_296_000_000_000, 630_822_816_000_033_333, 630_822_816_000_070_000]),
            ("smalldatetime", [630_822_816_000_000_000]),
            ("datetime2(7)", [0, 1, DateTime.MaxValue.Ticks]),
            ("datetime2(3)", [630_822_816_001_230_000]),
        ])
        {
            yield return new TestCaseData(type, values);
        }
    }

    [TestCaseSource(nameof(Numbers))]
    public void Numbers_and_times_come_back_equal(string type, long[] values)
    {
        var back = Through(Type(type), values.Length, (column, row) => column.Int64s[row] = values[row],
            (column, row) => column.Int64s[row]);

        Assert.That(back, Is.EqualTo(values));
    }

    [TestCase("float")]
    [TestCase("real")]
    public void Floating_point_numbers_come_back_equal(string type)
    {
        double[] values = [0, 1, -1.5, 0.1, 1e308, double.Epsilon, double.MinValue, 1.0 / 3, 9007199254740993];

        var back = Through(Type(type), values.Length, (column, row) => column.Doubles[row] = values[row],
            (column, row) => column.Doubles[row]);

        Assert.That(back, Is.EqualTo(values));
    }

    [TestCase("decimal(19,0)")]
    [TestCase("decimal(38,10)")]
    [TestCase("decimal(38,38)")]
    public void Long_decimals_come_back_equal(string type)
    {
        var nines = Int128.Parse(new string('9', Type(type).Precision));
        Int128[] values = [0, 1, -1, nines, -nines, nines / 7];

        var back = Through(Type(type), values.Length, (column, row) => column.Int128s[row] = values[row],
            (column, row) => column.Int128s[row]);

        Assert.That(back, Is.EqualTo(values));
    }

    [Test]
    public void Times_with_offset_come_back_equal()
    {
        Int128[] values =
        [
            OffsetTime.Pack(840 * TimeSpan.TicksPerMinute, -840), OffsetTime.Pack(630_822_816_000_000_001, 330),
            OffsetTime.Pack(LastTick - 840 * TimeSpan.TicksPerMinute, 840), OffsetTime.Pack(630_822_816_000_000_001, 0),
        ];

        var back = Through(Type("datetimeoffset(7)"), values.Length, (column, row) => column.Int128s[row] = values[row],
            (column, row) => column.Int128s[row]);

        Assert.That(back, Is.EqualTo(values));
    }

    [TestCase("nvarchar(max)")]
    [TestCase("varchar(max)")]
    [TestCase("xml")]
    public void Text_comes_back_equal(string type)
    {
        string[] values = ["", "007", "a\0b", "😀", " trailing ", "1e5", "line\r\nbreak", new('x', 300_000)];

        var back = Through(Type(type), values.Length,
            (column, row) => column.SetBytes(row, Encoding.UTF8.GetBytes(values[row])),
            (column, row) => Encoding.UTF8.GetString(column.Bytes(row)));

        Assert.That(back, Is.EqualTo(values));
    }

    [TestCase("varbinary(max)")]
    [TestCase("rowversion")]
    [TestCase("hierarchyid")]
    public void Bytes_come_back_equal(string type)
    {
        byte[][] values = [[], [0], [0xFF, 0, 0x80], [1, 2, 3, 4, 5, 6, 7, 8]];

        var back = Through(Type(type), values.Length, (column, row) => column.SetBytes(row, values[row]),
            (column, row) => column.Bytes(row).ToArray());

        Assert.That(back, Is.EqualTo(values));
    }

    [Test]
    public void Identifiers_come_back_equal_and_show_as_SQL_Server_shows_them()
    {
        var value = Guid.Parse("6F9619FF-8B86-D011-B42D-00C04FC964FF").ToByteArray(bigEndian: true);

        var back = Through(Type("uniqueidentifier"), 1, (column, row) => column.SetBytes(row, value),
            (column, row) => column.Bytes(row).ToArray(), "6F9619FF-8B86-D011-B42D-00C04FC964FF");

        Assert.That(back[0], Is.EqualTo(value));
    }

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    /// <summary>Writes the values and a NULL behind them, reads them back, and sees that the type came back.</summary>
    private static List<T> Through<T>(
        SqlType type, int count, Action<ColumnVector, int> set, Func<ColumnVector, int, T> get, string? shown = null)
    {
        using var temporary = new TemporaryDatabase();
        RowColumn[] columns = [new("v", type)];
        using var pool = new RowBatchPool(new MemoryBudget(64 << 20), columns);
        using (var database = temporary.OpenTarget())
        {
            database.Begin(CancellationToken.None);
            database.CreateTable(Table, columns);
            using var batch = pool.RentNow();
            for (var row = 0; row < count; row++)
            {
                set(batch.Columns[0], row);
            }

            batch.Columns[0].SetNull(count);
            batch.Count = count + 1;
            using (var writer = database.Write(Table, columns, [], new WriteOptions()))
            {
                writer.Write(batch, 0, batch.Count);
                Assert.That(writer.Complete(), Is.EqualTo(count + 1));
            }

            database.Commit();
            Assert.That(
                shown is null ? 1 : database.Number("SELECT v = @v FROM t LIMIT 1", ("@v", shown)), Is.EqualTo(1));
        }

        using var reader = temporary.Read("SELECT v FROM t");
        Assert.That(reader.Columns[0].Type, Is.EqualTo(type));
        using var back = pool.RentNow();
        List<T> values = [];
        while (reader.Read(back, CancellationToken.None))
        {
            values.AddRange(Enumerable.Range(0, back.Count).Where(row => !back.Columns[0].IsNull(row))
                .Select(row => get(back.Columns[0], row)));
        }

        return values;
    }
}
