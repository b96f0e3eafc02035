using System.Buffers;
using System.Globalization;
using System.Text;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// What a cell means, as text that the guard reads: a number with its 15 digits whatever its format shows, a date as
/// 2026-01-31, text between quotes as in csv.
/// </summary>
internal static class SheetCellText
{
    // Whole numbers up to here are exact, and Excel keeps no more digits of others.
    private const double WholeMax = 1L << 53;
    private const string Digits = "G15";
    // Of the year 9995, whichever day is the first.
    private const double LastDay = 2_957_004;
    private const double LeapDay = 60;
    private const int LateDays = 1462;

    private static readonly DateTime Day0 = new(1899, 12, 31);
    private static readonly DateTime LateDay0 = new(1904, 1, 1);

    /// <summary>Writes the value of a cell.</summary>
    /// <param name="to">Where it is written.</param>
    /// <param name="book">The workbook, at its row.</param>
    /// <param name="column">Its column, from 1.</param>
    public static void Write(ArrayBufferWriter<byte> to, Workbook book, int column)
    {
        switch (book.Value(column))
        {
            case null:
                break;
            case string text:
                to.Write("\""u8);
                Plain(to, text.Replace("\"", "\"\"", StringComparison.Ordinal));
                to.Write("\""u8);
                break;
            case { } value:
                Plain(to, Of(value, book, column));
                break;
        }
    }

    /// <summary>The text of a value that is none itself.</summary>
    public static string Of(object value, Workbook book, int column) => value switch
    {
        string text => text,
        double number when number is >= 0 and < LastDay && book.IsDate(column) =>
            Moment(FromSerial(number, book.IsLate), book.Format(column)),
        double number => Number(number),
        int number => $"{number}",
        bool isTrue => isTrue ? "true" : "false",
        DateTime moment => Moment(moment, book.Format(column)),
        TimeSpan time => CellFormat.Counts(book.Format(column)) ? Duration(time) : Number(time.TotalDays),
        _ => $"{value}",
    };

    /// <summary>A number with the digits that Excel keeps of it, without an exponent where that is short.</summary>
    public static string Number(double value)
    {
        if (Math.Abs(value) <= WholeMax && value == Math.Truncate(value))
        {
            return $"{(long)value}";
        }

        var text = value.ToString(Digits);
        var exponent = text.IndexOf('E', StringComparison.Ordinal);
        return exponent > 0 && int.Parse(text.AsSpan(exponent + 1)) is > -14 and < 28
            ? $"{decimal.Parse(text, NumberStyles.Float)}"
            : text;
    }

    /// <summary>A date, a time of the day that no date belongs to, or both.</summary>
    public static string Moment(DateTime moment, string format)
    {
        var fraction = moment.Ticks % TimeSpan.TicksPerSecond == 0 ? "" : ".fff";
        return moment.Date == Day0 || (moment.Date == LateDay0 && CellFormat.IsTimeAlone(format))
            ? moment.ToString($"HH:mm:ss{fraction}")
            : moment.ToString(moment.TimeOfDay == TimeSpan.Zero ? "yyyy-MM-dd" : $"yyyy-MM-dd HH:mm:ss{fraction}");
    }

    /// <summary>Hours, minutes and seconds, of which the hours may be more than those of a day.</summary>
    public static string Duration(TimeSpan time)
    {
        var milliseconds = (long)Math.Round(Math.Abs(time.TotalMilliseconds));
        var (seconds, fraction) = Math.DivRem(milliseconds, 1000);
        var sign = time < TimeSpan.Zero && milliseconds > 0 ? "-" : "";
        var rest = fraction == 0 ? "" : $".{fraction:000}";
        return $"{sign}{seconds / 3600:00}:{seconds / 60 % 60:00}:{seconds % 60:00}{rest}";
    }

    private static void Plain(ArrayBufferWriter<byte> to, string text) => Encoding.UTF8.GetBytes(text, to);

    // Excel takes 1900 for a leap year.
    private static DateTime FromSerial(double number, bool isLate) =>
        DateTime.FromOADate(isLate ? number + LateDays : number < LeapDay ? number + 1 : number);
}
