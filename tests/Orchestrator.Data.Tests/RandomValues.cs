using System.Globalization;
using System.Text;

namespace Orchestrator.Data.Tests;

/// <summary>Which values a server takes.</summary>
/// <param name="HasNul">Whether text has the character U+0000.</param>
/// <param name="HasAnyUuid">Whether a uuid is any 16 bytes.</param>
internal sealed record RandomForm(bool HasNul, bool HasAnyUuid);

/// <summary>Random values through guard, writer and back.</summary>
internal static class RandomValues
{
    private const int RowsPerType = 3000;

    // The last one is not everywhere.
    private const string Odd = "\t\n\r\\\b\f\v\"',;\0";

    private static int _tables;

    /// <summary>They are equal to what went in, and to what the server itself writes as text.</summary>
    /// <param name="target">The database.</param>
    /// <param name="type">Their type.</param>
    /// <param name="asText">How the server writes the column `value` as text; empty = it is not asked.</param>
    /// <param name="form">Which values it takes.</param>
    public static void AssertComeBack(IDatabase target, string type, string asText, RandomForm form)
    {
        var random = new Random(TestSeed.Value);
        string?[][] rows =
            [.. Enumerable.Range(0, RowsPerType).Select(i => new[] { $"{i}", Value(type, random, form) })];
        var table = target.Platform.Dialect.Table(null, $"random_{Interlocked.Increment(ref _tables)}");
        target.CreateTable(
            table, [new("n", DatabaseOnServer.Type("int")), new("value", DatabaseOnServer.Type(type))]);

        var taken = TextRows.Write(target, table, target.Columns(table), rows);

        Assert.That(taken, Is.EqualTo(rows.Length), TestSeed.Hint);
        Assert.That(TextRows.Read(target, $"SELECT n, value FROM {table} ORDER BY n"), Is.EqualTo(rows), TestSeed.Hint);
        if (asText.Length > 0)
        {
            Assert.That(
                TextRows.Read(target, $"SELECT n, {asText} FROM {table} ORDER BY n"), Is.EqualTo(rows), TestSeed.Hint);
        }
    }

    private static string? Value(string type, Random random, RandomForm form)
    {
        if (random.Next(20) == 0)
        {
            return null;
        }

        var neutral = DatabaseOnServer.Type(type);
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
            "uniqueidentifier" => Uuid(random, form).ToString().ToUpperInvariant(),
            "varbinary(max)" => Convert.ToHexString([.. Bytes(random, random.Next(random.Next(2) == 0 ? 40 : 5000))]),
            "nvarchar(20)" => Text(random, random.Next(20), form),
            "nvarchar(max)" => Text(random, random.Next(500), form),
            _ => Decimal(random, neutral.Precision, neutral.Scale),
        };
    }

    private static IEnumerable<byte> Bytes(Random random, int count) =>
        Enumerable.Range(0, count).Select(_ => (byte)random.Next(256));

    // Of the variant that all makers of uuids have, and not that alone.
    private static Guid Uuid(Random random, RandomForm form)
    {
        byte[] bytes = [.. Bytes(random, 16)];
        bytes[8] |= form.HasAnyUuid ? (byte)0 : (byte)0x81;
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

    private static string Text(Random random, int characters, RandomForm form)
    {
        var text = new StringBuilder();
        while (characters-- > 0)
        {
            text.Append(random.Next(6) switch
            {
                0 => Odd[random.Next(form.HasNul ? Odd.Length : Odd.Length - 1)].ToString(),
                1 => char.ConvertFromUtf32(random.Next(0x10000, 0x110000)),
                2 => char.ConvertFromUtf32(random.Next(0x80, 0xD800)),
                _ => ((char)random.Next(' ', 0x7F)).ToString(),
            });
        }

        return text.ToString();
    }
}
