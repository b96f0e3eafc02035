namespace Orchestrator.Core;

/// <summary>Numbers, durations and states as people read them.</summary>
public static class Words
{
    public static string Number(long number) => number.ToString("#,0");

    /// <summary>"1 package", "2 packages".</summary>
    public static string Count(long number, string noun, string? plural = null) =>
        $"{Number(number)} {(number == 1 ? noun : plural ?? noun + "s")}";

    /// <summary>"0.4 s", "12 s", "3:05 min", "2:03:09 h".</summary>
    public static string Duration(TimeSpan time) => time.TotalSeconds switch
    {
        < 9.95 => $"{time.TotalSeconds:0.0} s",
        < 59.5 => $"{time.TotalSeconds:0} s",
        < 3600 => $"{(int)time.TotalMinutes}:{time.Seconds:00} min",
        _ => $"{(int)time.TotalHours}:{time.Minutes:00}:{time.Seconds:00} h",
    };

    /// <summary>A time that somebody has set, nothing of it rounded: "1 ms", "1500 ms", else as a duration.</summary>
    public static string Limit(TimeSpan time) => time.Ticks % TimeSpan.TicksPerSecond == 0
        ? Duration(time) : $"{time.TotalMilliseconds:0.####} ms";

    /// <summary>"850 rows/s", "12.3 k rows/s", "1.20 M rows/s".</summary>
    public static string Rate(double rowsPerSecond) => rowsPerSecond switch
    {
        < 1_000 => $"{rowsPerSecond:0} rows/s",
        < 1_000_000 => $"{rowsPerSecond / 1_000:0.0} k rows/s",
        _ => $"{rowsPerSecond / 1_000_000:0.00} M rows/s",
    };

    /// <summary>A moment as ISO 8601 in UTC, to the second.</summary>
    public static string Moment(DateTimeOffset moment) => moment.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss'Z'");

    /// <summary>The first of names: "a, b and 3 more".</summary>
    public static string First(int max, IEnumerable<string> names)
    {
        string[] all = [.. names];
        return string.Join(", ", all.Take(max)) + (all.Length > max ? $" and {all.Length - max} more" : "");
    }

    /// <summary>Text of at most that many columns; what is cut ends with "…".</summary>
    public static string Fit(string text, int columns) =>
        text.Length <= columns ? text : columns < 1 ? "" : text[..(columns - 1)] + "…";

    public static string Of(NodeState state) => state switch
    {
        NodeState.EndedUnexpectedly => "ended unexpectedly",
        NodeState.NotNeeded => "not needed",
        NodeState.SkippedByOperator => "skipped by operator",
        _ => state.ToString().ToLowerInvariant(),
    };

    public static string Of(WaitReason reason) => reason switch
    {
        WaitReason.RetryAt => "retry at",
        WaitReason.WriterTurn => "writer turn of",
        WaitReason.Claim => "claim of",
        WaitReason.Flush => "flush of",
        WaitReason.Held => "held by",
        _ => reason.ToString().ToLowerInvariant(),
    };

    /// <summary>A reason with the thing waited for: "writer turn of staging.db, held by Staging/customer".</summary>
    public static string Of(WaitReason reason, string what) => what.Length == 0 ? Of(reason) : $"{Of(reason)} {what}";

    public static string Of(RunVerdict verdict) => verdict switch
    {
        RunVerdict.SucceededWithWarnings => "succeeded with warnings",
        RunVerdict.EndedUnexpectedly => "ended unexpectedly",
        _ => verdict.ToString().ToLowerInvariant(),
    };
}
