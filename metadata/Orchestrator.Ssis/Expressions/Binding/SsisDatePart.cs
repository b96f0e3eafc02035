namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>What DATEADD adds, DATEDIFF counts and DATEPART takes.</summary>
public enum SsisDatePart
{
    Year,
    Quarter,
    Month,
    DayOfYear,
    Day,
    Week,
    Weekday,
    Hour,
    Minute,
    Second,
    Millisecond,
}
