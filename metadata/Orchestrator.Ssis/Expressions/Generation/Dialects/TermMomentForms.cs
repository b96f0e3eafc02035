using System.Globalization;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>How a dialect writes dates and times. A moment has three digits of a second, if its type says no other.
/// </summary>
internal abstract class TermMomentForms
{
    protected const string Day = "yyyy-MM-dd";
    protected const string Second = "HH:mm:ss";

    /// <summary>Parts of a time can be asked of a date.</summary>
    public virtual bool HasTimeOfDay => true;

    /// <summary>A moment before the year 1 or after 9999 stops the statement.</summary>
    public virtual bool FailsBeyondYears => false;

    /// <summary>A moment of more digits is a moment to all functions.</summary>
    public virtual bool TakesMoreDigits => true;

    /// <summary>A column may keep a moment in three hundredths of a second, beside which no other is equal.</summary>
    public virtual bool MayBeCoarse => false;

    /// <summary>A date beside a moment is its beginning.</summary>
    public virtual bool MixesDays => true;

    public abstract string Literal(SsisValue value);

    /// <summary>The clock of the server, once for a statement.</summary>
    public abstract string Now(bool isUtc);

    /// <summary>Texts become moments of more digits, too.</summary>
    public virtual bool ReadsMoreDigits => false;

    /// <summary>The time of day of a moment or time, with so many digits of a second; null where the dialect has none.
    /// </summary>
    public virtual string? ToTime(string moment, int digits) => null;

    /// <summary>The day of a moment.</summary>
    public virtual string ToDay(string moment) => $"CAST({moment} AS date)";

    /// <summary>The beginning of a day.</summary>
    public abstract string ToMoment(string day);

    /// <summary>The moment without what is less than a millisecond.</summary>
    public abstract string ToMillisecond(SqlPart moment, SsisType type);

    /// <summary>The part of a moment; not the week, which others tell.</summary>
    public abstract SqlPart Part(SsisDatePart part, SqlPart moment);

    /// <summary>A moment so many parts later.</summary>
    public abstract SqlPart Add(SsisDatePart part, SqlPart number, SqlPart moment);

    /// <summary>A sum is no moment; only where it does not fail by itself.</summary>
    /// <param name="known">That the operands are known, as ` AND …`.</param>
    public abstract string NoSum(string sum, string known);

    /// <summary>Days from one to another.</summary>
    public abstract SqlPart DaysBetween(SqlPart from, SqlPart to);

    /// <summary>Boundaries between, where the dialect counts them; else null.</summary>
    public virtual string? Difference(SsisDatePart part, SqlPart from, SqlPart to) => null;

    /// <summary>As text; null where the dialect cannot.</summary>
    public abstract string? Text(string moment, SsisType type);

    /// <summary>A text with blanks around is no date or moment in the form of ISO.</summary>
    public abstract string NoMoment(SqlPart text, SsisType type);

    /// <summary>A text in that form as a date or a moment.</summary>
    public abstract string OfText(SqlPart text, SsisType type);

    /// <summary>A text with blanks around is written as month/day/year.</summary>
    public abstract string IsAmerican(SqlPart text);

    /// <summary>Such a text as a moment.</summary>
    public abstract string OfAmerican(SqlPart text);

    /// <summary>Such a text is no day that there is; null where that stops the statement by itself.</summary>
    public virtual string? NoAmerican(SqlPart text) => null;

    /// <summary>The beginning of a year, as a literal beside values of a type.</summary>
    public string YearOf(int year, SsisType type) => Literal(type.Kind == SsisKind.DBDate
        ? new SsisValue(type, new DateOnly(year, 1, 1))
        : new SsisValue(type, new DateTime(year, 1, 1)));

    /// <summary>The words for a part, and how many of them it is.</summary>
    protected static (string Unit, int Times) UnitOf(SsisDatePart part) => part switch
    {
        SsisDatePart.Year => ("years", 1),
        SsisDatePart.Quarter => ("months", 3),
        SsisDatePart.Month => ("months", 1),
        SsisDatePart.Week => ("days", 7),
        SsisDatePart.Hour => ("hours", 1),
        SsisDatePart.Minute => ("minutes", 1),
        SsisDatePart.Second => ("seconds", 1),
        SsisDatePart.Millisecond => ("milliseconds", 1),
        _ => ("days", 1),
    };

    protected static string Written(DateTime moment, int digits) => moment.ToString(
        $"{Day} {Second}{(digits > 0 ? "." + new string('f', digits) : "")}", CultureInfo.InvariantCulture);

    protected static string Written(DateOnly day) => day.ToString(Day, CultureInfo.InvariantCulture);

    protected static string Written(TimeOnly time, int digits) => time.ToString(
        Second + (digits > 0 ? "." + new string('f', digits) : ""), CultureInfo.InvariantCulture);

    /// <summary>Digits of a second of a type.</summary>
    protected static int DigitsOf(SsisType type) => type.Kind switch
    {
        SsisKind.DBTimestamp2 or SsisKind.DBTime2 => type.Scale,
        SsisKind.DBTime => 0,
        _ => 3,
    };
}
