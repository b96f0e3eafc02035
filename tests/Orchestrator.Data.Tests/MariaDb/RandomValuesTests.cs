using System.Globalization;
using System.Text;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>
/// Random values through guard, INSERT and back: equal to what went in, and to what the server itself writes as text.
/// </summary>
internal sealed class RandomValuesTests
{
    private const int RowsPerType = 3000;

    private static readonly int Seed =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20240229;

    private TestDatabase _database = null!;
    private int _tables;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("bigint", "CAST(value AS CHAR)")]
    [TestCase("int", "CAST(value AS CHAR)")]
    [TestCase("decimal(9,2)", "CAST(value AS CHAR)")]
    [TestCase("decimal(13,5)", "CAST(value AS CHAR)")]
    [TestCase("decimal(18,7)", "CAST(value AS CHAR)")]
    [TestCase("decimal(19,4)", "CAST(value AS CHAR)")]
    [TestCase("decimal(28,13)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,0)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,19)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,30)", "CAST(value AS CHAR)")]
    [TestCase("float", "")]
    [TestCase("real", "")]
    [TestCase("date", "CAST(value AS CHAR)")]
    [TestCase("time(6)", "CAST(value AS CHAR)")]
    [TestCase("datetime2(6)", "CAST(value AS CHAR)")]
    [TestCase("datetime2(2)", "CAST(value AS CHAR)")]
    [TestCase("datetimeoffset(6)", "concat(value, ' +00:00')")]
    [TestCase("uniqueidentifier", "upper(value)")]
    [TestCase("varbinary(max)", "hex(value)")]
    [TestCase("nvarchar(20)", "value")]
    [TestCase("nvarchar(max)", "value")]
    public void Random_values_come_back_equal(string type, string asText)
    {
        var random = new Random(Seed);
        string?[][] rows = [.. Enumerable.Range(0, RowsPerType).Select(i => new[] { $"{i}", Value(type, random) })];
        var table = TestDatabase.Platform.Dialect.Table(null, $"t_{Interlocked.Increment(ref _tables)}");
        using var target = _database.Open();
        target.CreateTable(
            table, [new("n", TestDatabase.Type("int")), new("value", TestDatabase.Type(type))]);

        var taken = TextRows.Write(target, table, target.Columns(table), rows);

        var hint = $"replay with ORCHESTRATOR_TEST_SEED={Seed}";
        Assert.That(taken, Is.EqualTo(rows.Length), hint);
        Assert.That(TextRows.Read(target, $"SELECT n, value FROM {table} ORDER BY n"), Is.EqualTo(rows), hint);
        if (asText.Length > 0)
        {
            Assert.That(TextRows.Read(target, $"SELECT n, {asText} FROM {table} ORDER BY n"), Is.EqualTo(rows), hint);
        }
    }

    private static string? Value(string type, Random random)
    {
        if (random.Next(20) == 0)
        {
            return null;
        }

        var neutral = TestDatabase.Type(type);
        var ticks = random.NextInt64(DateTime.MaxValue.Ticks / 10) * 10;
        var time = new DateTime(ticks);
        return type switch
        {
            "bigint" => (random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64)).ToString(),
            "int" => ((int)random.NextInt64(int.MinValue, int.MaxValue) >> random.Next(32)).ToString(),
            "float" => BitConverter.Int64BitsToDouble(random.NextInt64(0x7FE0_0000_0000_0000))
                .ToString("R", CultureInfo.InvariantCulture),
            "real" => BitConverter.Int32BitsToSingle(random.Next(0x7F00_0000))
                .ToString("R", CultureInfo.InvariantCulture),
            "date" => time.ToString("yyyy-MM-dd"),
            "time(6)" => time.ToString("HH:mm:ss.ffffff"),
            "datetime2(6)" => time.ToString("yyyy-MM-dd HH:mm:ss.ffffff"),
            "datetime2(2)" => time.ToString("yyyy-MM-dd HH:mm:ss.ff"),
            "datetimeoffset(6)" => time.ToString("yyyy-MM-dd HH:mm:ss.ffffff") + " +00:00",
            "uniqueidentifier" => Uuid(random).ToString().ToUpperInvariant(),
            "varbinary(max)" => Convert.ToHexString([.. Bytes(random, random.Next(random.Next(2) == 0 ? 40 : 5000))]),
            "nvarchar(20)" => Text(random, random.Next(20)),
            "nvarchar(max)" => Text(random, random.Next(500)),
            _ => Decimal(random, neutral.Precision, neutral.Scale),
        };
    }

    private static IEnumerable<byte> Bytes(Random random, int count) =>
        Enumerable.Range(0, count).Select(_ => (byte)random.Next(256));

    // Of the variant that all makers of uuids have, and not that alone: of others the server refuses some.
    private static Guid Uuid(Random random)
    {
        byte[] bytes = [.. Bytes(random, 16)];
        bytes[8] |= 0x81;
        return new Guid(bytes);
    }

    // Digits in runs, so that groups of zeros and nines are as frequent as any.
    private static string Decimal(Random random, int precision, int scale)
    {
        var digits = new StringBuilder();
        while (digits.Length < precision)
        {
            digits.Append((char)('0' + random.Next(10)), random.Next(1, 9));
        }

        digits.Length = precision;
        var leading = random.Next(precision);
        for (var i = 0; i < leading; i++)
        {
            digits[i] = '0';
        }

        var whole = digits.ToString(0, precision - scale).TrimStart('0');
        var fraction = scale == 0 ? "" : "." + digits.ToString(precision - scale, scale);
        var text = (whole.Length == 0 ? "0" : whole) + fraction;
        return random.Next(2) == 0 || text.All(c => c is '0' or '.') ? text : "-" + text;
    }

    private static string Text(Random random, int characters)
    {
        var text = new StringBuilder();
        while (characters-- > 0)
        {
            text.Append(random.Next(6) switch
            {
                0 => "\t\n\r\\\b\f\v\"',;\0"[random.Next(12)].ToString(),
                1 => char.ConvertFromUtf32(random.Next(0x10000, 0x110000)),
                2 => char.ConvertFromUtf32(random.Next(0x80, 0xD800)),
                _ => ((char)random.Next(' ', 0x7F)).ToString(),
            });
        }

        return text.ToString();
    }
}
