namespace Orchestrator.Data;

/// <summary>The last day there is, 9999-12-31, behind which nothing comes.</summary>
public static class LastDays
{
    /// <summary>From here on a time is taken for it: clocks of two zones are up to 26 hours apart.</summary>
    public const string From = "9999-12-29";
}
