using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance.Matrix;

/// <summary>A column of the type matrix: its type, its extremes, and random values as people write them.</summary>
/// <param name="Type">The type.</param>
/// <param name="Extremes">Values that stand in the first rows.</param>
/// <param name="Make">A value; the flag says whether one of the two places is one that keeps less.</param>
internal sealed record MatrixColumn(SqlType Type, string[] Extremes, Func<Random, bool, string> Make)
{
    private const string Latin = "abcXYZ 019,;'\"é€ß-_\\";

    /// <summary>Its name.</summary>
    public string Name { get; } =
        "c_" + Type.ToString().Replace('(', '_').Replace(')', ' ').Replace(',', '_').Trim();

    /// <summary>The columns of a place that has files: the number of the row, and all of them.</summary>
    public static IReadOnlyList<(string Name, int Width)> Wide =>
        [("n", MatrixRows.Width), .. All.Select(column => (column.Name, MatrixRows.Width))];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<MatrixColumn> All { get; } =
    [
        new(Of("bit"), ["0", "1"], (random, _) => $"{random.Next(2)}"),
        new(Of("tinyint"), ["0", "255"], (random, _) => $"{random.Next(256)}"),
        new(Of("smallint"), ["-32768", "32767"], (random, _) => $"{random.Next(-32768, 32768)}"),
        new(Of("int"), ["-2147483648", "2147483647"], (random, _) => $"{(int)random.NextInt64() >> random.Next(32)}"),
        new(Of("bigint"), ["-9223372036854775808", "9223372036854775807", "9007199254740993"],
            (random, _) => $"{random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64)}"),
        Decimal(9, 2), Decimal(15, 7), Decimal(18, 7), Decimal(28, 13), Decimal(38, 0), Decimal(38, 19),
        Decimal(38, 38),
        new(Of("money"), ["-922337203685477.5808", "922337203685477.5807"],
            (random, _) => Scaled(random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64), 4)),
        new(Of("smallmoney"), ["-214748.3648", "214748.3647"],
            (random, _) => Scaled((int)random.NextInt64() >> random.Next(32), 4)),
        new(Of("real"), ["0", "3.4028235E+38", "-3.4028235E+38", "0.1"],
            (random, _) => BitConverter.Int32BitsToSingle(random.Next(0x0080_0000, 0x7F00_0000)).ToString("R")),
        new(Of("float"), ["0", "1.7976931348623157E+308", "0.1", "-2.2250738585072014E-308"],
            (random, _) => BitConverter
                .Int64BitsToDouble(random.NextInt64(0x0010_0000_0000_0000, 0x7FE0_0000_0000_0000)).ToString("R")),
        // Filled up with blanks where they come from, so that a width counted in other units would be exceeded.
        new(Of("char(10)"), ["", "a  b"], (random, _) => Letters(random, Latin[..14], random.Next(11))),
        new(Of("varchar(40)"), ["", " ", "a  "], (random, _) => Letters(random, Latin, random.Next(14))),
        new(Of("nchar(10)"), ["", "€"], (random, _) => Letters(random, Latin, random.Next(11))),
        new(Of("nvarchar(40)"), ["", " ", "a  ", "e\u0301", "\uFEFFmark", "007"],
            (random, _) => Unicode(random, random.Next(21))),
        new(Of("nvarchar(max)"), ["", "line\r\nbreak", "\r", "\n", "\t", "\\N", "NULL"],
            (random, _) => Unicode(random, random.Next(random.Next(50) == 0 ? 3000 : 40))),
        new(Of("binary(8)"), ["0000000000000000", "FFFFFFFFFFFFFFFF"], (random, _) => Hex(random, 8)),
        new(Of("varbinary(max)"), ["", "00", "5C785C"],
            (random, _) => Hex(random, random.Next(random.Next(50) == 0 ? 5000 : 20))),
        new(Of("date"), ["0001-01-01", "9999-12-31", "1582-10-10"],
            (random, _) => Ticks(random, 1).ToString("yyyy-MM-dd")),
        new(Of("time(7)"), ["00:00:00.0000000", "23:59:59.9999990"],
            (random, less) => Ticks(random, less ? 10 : 1).ToString("HH:mm:ss.fffffff")),
        new(Of("datetime"), ["1753-01-01 00:00:00.000", "9999-12-31 23:59:59.997"],
            (random, _) => new DateTime(1753, 1, 1).AddDays(random.Next(3_012_153))
                .AddSeconds(random.Next(86_400)).ToString("yyyy-MM-dd HH:mm:ss.")
                + $"{random.Next(100):00}{"037"[random.Next(3)]}"),
        new(Of("smalldatetime"), ["1900-01-01 00:00:00", "2079-06-06 23:59:00"],
            (random, _) => new DateTime(1900, 1, 1).AddMinutes(random.Next(94_000_000))
                .ToString("yyyy-MM-dd HH:mm:ss")),
        new(Of("datetime2(7)"), ["0001-01-01 00:00:00.0000000", "9999-12-31 23:59:59.9999990"],
            (random, less) => Ticks(random, less ? 10 : 1).ToString("yyyy-MM-dd HH:mm:ss.fffffff")),
        new(Of("datetime2(3)"), ["2026-03-29 02:30:00.999"],
            (random, _) => Ticks(random, 10_000).ToString("yyyy-MM-dd HH:mm:ss.fff")),
        new(Of("datetimeoffset(7)"), ["0001-01-01 00:00:00.0000000 +00:00", "9999-12-31 23:59:59.9999990 +00:00"],
            (random, less) => Offset(Ticks(random, less ? 10 : 1), less ? 0 : random.Next(-840, 841))),
        new(Of("uniqueidentifier"), ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"],
            (random, less) => Id(new Guid(Convert.FromHexString(Hex(random, 16))), less).ToUpperInvariant()),
        new(Of("xml"), ["<a />"], (random, _) => $"<a>{Letters(random, "abcé€𝄞".Remove(5), random.Next(1, 9))}</a>"),
    ];

    private static SqlType Of(string text) => Place.Type(text);

    private static MatrixColumn Decimal(int precision, int scale)
    {
        var nines = Point(new string('9', precision), scale);
        return new(
            Of($"decimal({precision},{scale})"), [nines, "-" + nines, "0"],
            (random, _) => (random.Next(2) == 0 ? "-" : "") + Point(Digits(random, precision), scale));
    }

    private static string Point(string digits, int scale) =>
        scale == 0 ? digits : digits[..^scale].PadLeft(1, '0') + "." + digits[^scale..];

    // Digits in runs, so that groups of zeros and nines are as frequent as any.
    private static string Digits(Random random, int count)
    {
        var digits = new StringBuilder();
        while (digits.Length < count)
        {
            digits.Append((char)('0' + random.Next(10)), random.Next(1, 9));
        }

        var zeros = random.Next(count);
        return new string('0', zeros) + digits.ToString(0, count - zeros);
    }

    private static string Scaled(long value, int scale) => new SqlDecimalText(value, scale).ToString();

    private static string Letters(Random random, string letters, int count) =>
        string.Concat(Enumerable.Range(0, count).Select(_ => letters[random.Next(letters.Length)])).TrimEnd(' ');

    private static string Unicode(Random random, int units)
    {
        var text = new StringBuilder();
        while (text.Length + 2 <= units)
        {
            text.Append(random.Next(6) switch
            {
                0 => "\t\n\r\\\b\v\"',;"[random.Next(10)].ToString(),
                1 => char.ConvertFromUtf32(random.Next(0x10000, 0x110000)),
                2 => char.ConvertFromUtf32(random.Next(0x80, 0xD800)),
                _ => ((char)random.Next(' ', 0x7F)).ToString(),
            });
        }

        return text.ToString().TrimEnd(' ');
    }

    // MariaDB takes those only that have a version which goes with their variant.
    private static string Id(Guid id, bool less) =>
        $"{id}" is var any && less ? $"{any[..14]}4{any[15..19]}8{any[20..]}" : $"{id}";

    private static string Hex(Random random, int bytes)
    {
        var all = new byte[bytes];
        random.NextBytes(all);
        return Convert.ToHexString(all);
    }

    private static DateTime Ticks(Random random, long step) =>
        new(random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay) / step * step);

    private static string Offset(DateTime local, int minutes) =>
        new DateTimeOffset(local, TimeSpan.FromMinutes(minutes)).ToString("yyyy-MM-dd HH:mm:ss.fffffff zzz");

    private readonly record struct SqlDecimalText(long Value, int Scale)
    {
        public override string ToString()
        {
            var digits = Int128.Abs(Value).ToString().PadLeft(Scale + 1, '0');
            return (Value < 0 ? "-" : "") + Point(digits, Scale);
        }
    }
}
