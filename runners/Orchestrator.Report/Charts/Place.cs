namespace Orchestrator.Report.Charts;

/// <summary>Numbers as SVG and CSS take them, with two digits behind the point.</summary>
internal static class Place
{
    public static string Of(double number) => number.ToString("0.##");

    /// <summary>A percentage as a length.</summary>
    public static string Percent(double number) => Of(number) + "%";
}
