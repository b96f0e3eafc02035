namespace Orchestrator.Ssis.Scripts;

/// <summary>Dates and times of a script.</summary>
internal static class ScriptMoments
{
    private static readonly (string Said, string Part, int Digits)[] Parts =
    [
        ("yyyy", "YEAR({0})", 4), ("yy", "YEAR({0})", 2), ("MM", "MONTH({0})", 2), ("dd", "DAY({0})", 2),
        ("HH", "DATEPART(\"hour\",{0})", 2), ("mm", "DATEPART(\"minute\",{0})", 2),
        ("ss", "DATEPART(\"second\",{0})", 2),
    ];

    public static ScriptValue Now { get; } =
        ScriptValue.Atom(ScriptType.Moment, "GETDATE()") with { Day = "(DT_DBDATE)GETDATE()" };

    public static ScriptValue Today { get; } =
        ScriptValue.Atom(ScriptType.Moment, "(DT_DBDATE)GETDATE()") with { Day = "(DT_DBDATE)GETDATE()" };

    /// <summary>A part of a moment; null = it has no such part.</summary>
    public static ScriptValue? Member(ScriptValue moment, string name) => name switch
    {
        "Year" => Part(moment, "YEAR({0})"),
        "Month" => Part(moment, "MONTH({0})"),
        "Day" => Part(moment, "DAY({0})"),
        "DayOfYear" => Part(moment, "DATEPART(\"dayofyear\",{0})"),
        "Hour" => Part(moment, "DATEPART(\"hour\",{0})"),
        "Minute" => Part(moment, "DATEPART(\"minute\",{0})"),
        "Second" => Part(moment, "DATEPART(\"second\",{0})"),
        "Date" => moment.Day is { } day ? ScriptValue.Atom(ScriptType.Moment, day) with { Day = day }
            : ScriptValue.Atom(ScriptType.Moment, $"(DT_DBDATE){moment.Operand}"),
        _ => null,
    };

    /// <summary>A moment that lies so much later; null = there is no such call.</summary>
    public static ScriptValue? Later(ScriptValue moment, string call, ScriptValue count)
    {
        var part = call switch
        {
            "AddDays" => "day",
            "AddMonths" => "month",
            "AddYears" => "year",
            "AddHours" => "hour",
            "AddMinutes" => "minute",
            "AddSeconds" => "second",
            _ => null,
        };
        if (part is null)
        {
            return null;
        }

        string Added(string text) => $"DATEADD(\"{part}\",{count.Text},{text})";
        return ScriptValue.Open(ScriptType.Moment, moment, count) ?? (!count.IsNumber
            ? ScriptValue.Open("a part of a day that is added has no equal", ScriptType.Moment)
            : ScriptValue.Atom(ScriptType.Moment, Added(moment.Text!)) with
            {
                Day = part is "day" or "month" or "year" && moment.Day is { } day ? Added(day) : null,
            });
    }

    /// <summary>A moment in a format whose parts are the same whoever runs it.</summary>
    public static ScriptValue Format(ScriptValue moment, string format, bool isInvariant)
    {
        // A format of one sign is one of whoever runs it.
        var made = format.Length == 1 ? null : ScriptTexts.Literal("");
        for (var at = 0; at < format.Length && made is not null;)
        {
            var sign = format[at];
            var length = format[at..].TakeWhile(each => each == sign).Count();
            var (_, part, digits) = Array.Find(Parts, each => each.Said == format.Substring(at, length));
            var end = sign is '\'' or '"' ? format.IndexOf(sign, at + 1) : -1;
            var next = part is not null ? Digits(moment, part, digits)
                : end > 0 ? ScriptTexts.Literal(format[(at + 1)..end])
                : IsPlain(sign, isInvariant) ? ScriptTexts.Literal(new string(sign, length)) : null;
            made = next is null ? null : ScriptTexts.Join(made, next);
            at = end > 0 ? end + 1 : at + length;
        }

        return made ?? ScriptValue.Open($"the format '{format}' of a date has no equal", ScriptType.Text);
    }

    private static bool IsPlain(char sign, bool isInvariant) => char.IsAsciiDigit(sign)
        || sign is '-' or '_' or ' ' or '.' or ',' || (isInvariant && sign is '/' or ':');

    // What the clock says has a year of four digits.
    private static ScriptValue Digits(ScriptValue moment, string part, int digits) =>
        Part(moment, part).Text is not { } text ? ScriptValue.Open(moment.Why, ScriptType.Text)
            : ScriptValue.Atom(ScriptType.Text, (digits, part[0]) switch
            {
                (4, _) when moment.Day is not null => $"(DT_WSTR,4){text}",
                (4, _) => $"RIGHT(\"000\" + (DT_WSTR,4){text},4)",
                (_, 'Y') => $"RIGHT((DT_WSTR,4){text},2)",
                _ => $"RIGHT(\"0\" + (DT_WSTR,2){text},2)",
            });

    private static ScriptValue Part(ScriptValue moment, string part) => ScriptValue.Open(ScriptType.Whole, moment)
        ?? ScriptValue.Atom(ScriptType.Whole, part.Replace("{0}", IsOfDay(part) ? moment.Day ?? moment.Text
            : moment.Text, StringComparison.Ordinal)) with
        { IsNatural = true };

    private static bool IsOfDay(string part) =>
        !part.Contains("hour", StringComparison.Ordinal) && !part.Contains("minute", StringComparison.Ordinal)
        && !part.Contains("second", StringComparison.Ordinal);
}
