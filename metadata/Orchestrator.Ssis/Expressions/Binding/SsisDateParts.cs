namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>The names of the date parts, whatever their case.</summary>
internal static class SsisDateParts
{
    private static readonly Dictionary<string, SsisDatePart> Names = new(StringComparer.OrdinalIgnoreCase)
    {
        ["year"] = SsisDatePart.Year,
        ["yy"] = SsisDatePart.Year,
        ["yyyy"] = SsisDatePart.Year,
        ["quarter"] = SsisDatePart.Quarter,
        ["qq"] = SsisDatePart.Quarter,
        ["q"] = SsisDatePart.Quarter,
        ["month"] = SsisDatePart.Month,
        ["mm"] = SsisDatePart.Month,
        ["m"] = SsisDatePart.Month,
        ["dayofyear"] = SsisDatePart.DayOfYear,
        ["dy"] = SsisDatePart.DayOfYear,
        ["y"] = SsisDatePart.DayOfYear,
        ["day"] = SsisDatePart.Day,
        ["dd"] = SsisDatePart.Day,
        ["d"] = SsisDatePart.Day,
        ["week"] = SsisDatePart.Week,
        ["wk"] = SsisDatePart.Week,
        ["ww"] = SsisDatePart.Week,
        ["weekday"] = SsisDatePart.Weekday,
        ["dw"] = SsisDatePart.Weekday,
        ["w"] = SsisDatePart.Weekday,
        ["hour"] = SsisDatePart.Hour,
        ["hh"] = SsisDatePart.Hour,
        ["minute"] = SsisDatePart.Minute,
        ["mi"] = SsisDatePart.Minute,
        ["n"] = SsisDatePart.Minute,
        ["second"] = SsisDatePart.Second,
        ["ss"] = SsisDatePart.Second,
        ["s"] = SsisDatePart.Second,
        ["millisecond"] = SsisDatePart.Millisecond,
        ["ms"] = SsisDatePart.Millisecond,
    };

    public static SsisDatePart? Find(string name) => Names.TryGetValue(name, out var part) ? part : null;
}
