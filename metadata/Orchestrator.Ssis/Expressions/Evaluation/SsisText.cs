using System.Globalization;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>Values as text, in the formats that the reference names.</summary>
internal static class SsisText
{
    private const string Day = "yyyy-MM-dd";
    private const string Second = "HH:mm:ss";

    public static string Of(SsisValue value) => value.Content switch
    {
        string text => text,
        bool known => known ? "True" : "False",
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        float number => number.ToString("R", CultureInfo.InvariantCulture),
        Guid guid => guid.ToString("B").ToUpperInvariant(),
        DateOnly date => date.ToString(Day, CultureInfo.InvariantCulture),
        TimeOnly time => time.ToString(Second + Part(value.Type.Scale), CultureInfo.InvariantCulture),
        DateTimeOffset moment => moment.ToString(
            $"{Day} {Second}{Part(value.Type.Scale)} zzz", CultureInfo.InvariantCulture),
        DateTime moment => moment.ToString(FormatOf(value.Type, moment), CultureInfo.InvariantCulture),
        _ => string.Create(CultureInfo.InvariantCulture, $"{value.Content}"),
    };

    // DT_FILETIME has a colon before its milliseconds, and DT_DATE none at all. DT_DBTIMESTAMP has nine digits, where
    // it has any.
    private static string FormatOf(SsisType type, DateTime moment) => $"{Day} {Second}" + type.Kind switch
    {
        SsisKind.FileTime => ":fff",
        SsisKind.DBTimestamp2 => Part(type.Scale),
        SsisKind.Date => "",
        _ => moment.Millisecond == 0 ? "" : ".fff'000000'",
    };

    private static string Part(int digits) => digits <= 0 ? "" : "." + new string('f', Math.Min(7, digits));
}
