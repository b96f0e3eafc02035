using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Data.Conformance.Ssis;

/// <summary>A row of values for expressions, of which one in five may be null.</summary>
internal sealed class SsisRow
{
    private static readonly string[] Texts =
    [
        "", "a", "A", "Bob ", " b,c", "abbbb", "12", "-7", "+7 ", " .5", "1e3", "99999999999", "0.5", "1 ,, 2", "Äb",
        "2003-07-04", "2003-02-30", "1600-01-01", "2003-07-04 10:11", "2024-02-29T01:02:03.45",
        " 1999-12-31 23:59:59.999", "7/4/2003", "02/30/2003", " 12/31/1999 ", "0/4/2003",
        "TRUE", "false ", " 0.0", "-0",
    ];

    // None of them is in the code page.
    private static readonly string[] FarTexts = ["中", "Б ", .. Texts];

    private static readonly (SsisSymbol Symbol, Func<Random, object> Any)[] Columns =
    [
        (SsisSymbol.Column("Text0", SsisType.WStr(30)), random => One(random, FarTexts)),
        (SsisSymbol.Column("Text1", SsisType.WStr(30)), random => One(random, FarTexts)),
        (SsisSymbol.Column("Code0", SsisType.Str(30, 1252)), random => One(random, Texts)),
        (SsisSymbol.Column("Whole0", SsisType.I4), random => (long)random.Next(-9, 20)),
        (SsisSymbol.Column("Whole1", SsisType.I4), random => (long)random.Next(int.MinValue, int.MaxValue)),
        (SsisSymbol.Column("Big0", SsisType.I8),
            random => random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(60)),
        (SsisSymbol.Column("Small0", SsisType.Of(SsisKind.I2)), random => (long)random.Next(-32768, 32768)),
        (SsisSymbol.Column("Tiny0", SsisType.Of(SsisKind.UI1)), random => (ulong)random.Next(256)),
        (SsisSymbol.Column("Exact0", SsisType.Numeric(9, 2)), random => Exact(random, 1_000_000_000, 2)),
        (SsisSymbol.Column("Exact1", SsisType.Numeric(5, 3)), random => Exact(random, 9_999, 3)),
        (SsisSymbol.Column("Real0", SsisType.R8), random => Real(random)),
        (SsisSymbol.Column("Flag0", SsisType.Bool), random => random.Next(2) == 0),
        (SsisSymbol.Column("Day0", SsisType.Of(SsisKind.DBDate)), random => DateOnly.FromDateTime(Moment(random))),
        (SsisSymbol.Column("Moment0", SsisType.DBTimestamp), random => Moment(random)),
        (SsisSymbol.Column("Moment1", SsisType.DBTimestamp), random => Moment(random)),
    ];

    private readonly Dictionary<SsisSymbol, SsisValue> _values = [];

    public SsisRow(Random random, bool hasNulls)
    {
        foreach (var (symbol, any) in Columns)
        {
            _values[symbol] = hasNulls && random.Next(5) == 0
                ? SsisValue.Null(symbol.Type) : new SsisValue(symbol.Type, any(random));
        }
    }

    public static IEnumerable<SsisSymbol> Symbols => Columns.Select(column => column.Symbol);

    public bool HasNull => _values.Values.Any(value => value.IsNull);

    public bool IsAscii => $"{this}".All(char.IsAscii);

    public SsisValue Of(SsisSymbol symbol) => _values[symbol];

    /// <summary>Its values as all dialects read them.</summary>
    public string Literals => string.Join(", ", Columns.Select(column => Literal(_values[column.Symbol].Content)));

    public override string ToString() => string.Join(
        ", ", _values.Select(value => $"{value.Key.Name} = {Literal(value.Value.Content)}"));

    private static string Literal(object? content) => content switch
    {
        null => "NULL",
        string text => $"'{text}'",
        bool flag => flag ? "TRUE" : "FALSE",
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        DateOnly day => $"'{day:yyyy-MM-dd}'",
        DateTime moment => $"'{moment:yyyy-MM-dd HH:mm:ss.fff}'",
        _ => $"{content}",
    };

    // With few digits, with halves of whole numbers, with all digits.
    private static double Real(Random random) => random.Next(3) switch
    {
        0 => random.Next(-100_000, 100_000) / 64.0,
        1 => random.Next(-100, 100) / 2.0,
        _ => (random.NextDouble() - 0.5) * 600,
    };

    private static SsisNumeric Exact(Random random, int limit, int scale) =>
        new(new BigInteger(random.Next(-limit, limit)), scale);

    // One in four is at the end of its month, one in eight of all years.
    private static DateTime Moment(Random random)
    {
        var day = new DateTime(random.Next(8) == 0 ? 9999 : random.Next(1800, 2100), random.Next(1, 13), 1);
        return day.AddDays(random.Next(4) == 0 ? DateTime.DaysInMonth(day.Year, day.Month) - 1 : random.Next(28))
            .AddMilliseconds(random.Next(3) == 0 ? 0 : random.Next(86_400_000));
    }

    private static string One(Random random, string[] all) => all[random.Next(all.Length)];
}
