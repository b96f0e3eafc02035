using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.Files;

/// <summary>A table with a column of every type, filled at random, the extremes among it.</summary>
internal static class TypedTable
{
    private static readonly string[] Types =
    [
        "bit", "tinyint", "smallint", "int", "bigint", "money", "smallmoney", "decimal(9,2)", "decimal(18,18)",
        "decimal(19,0)", "decimal(38,10)", "real", "float", "date", "time(7)", "time(0)", "datetime", "smalldatetime",
        "datetime2(7)", "datetime2(3)", "datetimeoffset(7)", "datetimeoffset(0)", "uniqueidentifier", "varbinary(max)",
        "binary(4)", "rowversion", "hierarchyid", "geography", "nvarchar(max)", "varchar(200)", "nchar(40)", "xml",
        "sql_variant", "text", "ntext", "image",
    ];

    private static readonly string[] Pieces =
    [
        "a", "Z", "7", " ", "é", "€", "𝄞", "\"", ",", ";", "\n", "\r", "\t", "\\", "{", "\u0001", "\0", "\uFEFF", "'",
    ];

    public static RowColumn[] Columns { get; } =
        [.. Types.Select((type, i) => new RowColumn($"c{i} \"{type}\",", Type(type)))];

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public static void Fill(RowBatch batch, int rows, Random random, Func<string, bool> takes)
    {
        for (var i = 0; i < Columns.Length; i++)
        {
            for (var row = 0; row < rows; row++)
            {
                if (random.Next(8) == 0)
                {
                    batch.Columns[i].SetNull(row);
                }
                else
                {
                    Fill(batch.Columns[i], row, random, takes);
                }
            }
        }

        batch.Count = rows;
    }

    /// <summary>A value as something that can be compared.</summary>
    public static string Shown(ColumnVector column, int row) => column.IsNull(row) ? "NULL" : column.Storage switch
    {
        ValueStorage.Int64 => $"{column.Int64s[row]}",
        ValueStorage.Int128 => $"{column.Int128s[row]}",
        ValueStorage.Double => BitConverter.DoubleToInt64Bits(column.Doubles[row]).ToString("x"),
        _ => Convert.ToHexString(column.Bytes(row)),
    };

    private static void Fill(ColumnVector column, int row, Random random, Func<string, bool> takes)
    {
        var type = column.Type;
        switch (column.Storage)
        {
            case ValueStorage.Int64:
                column.Int64s[row] = Whole(type, random);
                break;
            case ValueStorage.Double:
                double[] some = [0, -0.0, 0.1, double.MaxValue, double.Epsilon, -1e300, double.NaN,
                    double.NegativeInfinity, random.NextDouble() * Math.Pow(10, random.Next(-300, 300))];
                var value = some[random.Next(some.Length)];
                column.Doubles[row] = type.Kind == SqlTypeKind.Real ? (float)value : value;
                break;
            case ValueStorage.Int128 when type.Kind == SqlTypeKind.DateTimeOffset:
                var (day, unit) = (840 * TimeSpan.TicksPerMinute, Unit(type.Scale));
                var utc = random.NextInt64(day, DateTime.MaxValue.Ticks - day);
                column.Int128s[row] = OffsetTime.Pack(utc - (utc % unit), random.Next(-840, 841));
                break;
            case ValueStorage.Int128:
                var nines = Int128.Parse(new string('9', type.Precision));
                column.Int128s[row] = nines / random.Next(1, 1000) * (random.Next(2) * 2 - 1);
                break;
            default:
                column.SetBytes(row, Bytes(type, random, takes));
                break;
        }
    }

    private static long Whole(SqlType type, Random random)
    {
        var max = DateTime.MaxValue.Ticks;
        return type.Kind switch
        {
            SqlTypeKind.Bit => random.Next(2),
            SqlTypeKind.TinyInt => random.Next(256),
            SqlTypeKind.SmallInt => random.Next(short.MinValue, short.MaxValue + 1),
            SqlTypeKind.Int or SqlTypeKind.SmallMoney => random.NextInt64(int.MinValue, int.MaxValue + 1L),
            SqlTypeKind.Decimal => random.NextInt64((long)Math.Pow(10, type.Precision)),
            SqlTypeKind.Date => Cut(random.NextInt64(max), TimeSpan.TicksPerDay),
            SqlTypeKind.Time => Cut(random.NextInt64(TimeSpan.TicksPerDay), Unit(type.Scale)),
            SqlTypeKind.DateTime => new DateTime(1753, 1, 1).AddDays(random.Next(80_000)).AddMilliseconds(997).Ticks,
            SqlTypeKind.SmallDateTime => new DateTime(1900, 1, 1).AddMinutes(random.Next(90_000_000)).Ticks,
            SqlTypeKind.DateTime2 => Cut(random.NextInt64(max), Unit(type.Scale)),
            _ => random.Next(4) switch { 0 => long.MinValue, 1 => long.MaxValue, _ => random.NextInt64() },
        };
    }

    private static byte[] Bytes(SqlType type, Random random, Func<string, bool> takes)
    {
        if (ValueStorages.IsText(type))
        {
            var text = string.Concat(
                Enumerable.Range(0, random.Next(20)).Select(_ => Pieces[random.Next(Pieces.Length)]));
            return takes(text) ? Encoding.UTF8.GetBytes(text) : "plain"u8.ToArray();
        }

        var bytes = new byte[type.Kind switch
        {
            SqlTypeKind.UniqueIdentifier => 16,
            SqlTypeKind.RowVersion => 8,
            SqlTypeKind.Binary => 4,
            _ => random.Next(takes("") ? 0 : 1, 30),
        }];
        random.NextBytes(bytes);
        return bytes;
    }

    private static long Unit(int scale) => (long)Math.Pow(10, 7 - scale);

    private static long Cut(long ticks, long unit) => ticks - (ticks % unit);
}
