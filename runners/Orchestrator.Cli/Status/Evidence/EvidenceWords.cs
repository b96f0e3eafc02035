using Orchestrator.Data.Evidence;

namespace Orchestrator.Cli.Status.Evidence;

/// <summary>Figures as people read them; what is not known says so.</summary>
internal static class EvidenceWords
{
    public const string Unknown = "not available";

    public static string Of(WaitClass known) => known switch
    {
        WaitClass.LogWrite => "log write",
        WaitClass.Io => "I/O",
        WaitClass.Cpu => "CPU",
        _ => known.ToString().ToLowerInvariant(),
    };

    public static string Number(long? number) => number is { } known ? Words.Number(known) : Unknown;

    public static string Duration(TimeSpan? time) => time is { } known ? Words.Duration(known) : Unknown;

    /// <summary>"0.0042", "1.25", "12,345".</summary>
    public static string Rate(double? rate) => rate switch
    {
        null => Unknown,
        0 => "0",
        < 0.001 => $"{rate:0.000000}",
        < 1 => $"{rate:0.0000}",
        < 100 => $"{rate:0.00}",
        _ => $"{rate:#,0}",
    };

    /// <summary>"53 µs", "4.2 ms", "1.3 s".</summary>
    public static string Short(TimeSpan? time) => time switch
    {
        null => Unknown,
        { Ticks: 0 } => "none",
        { TotalMilliseconds: < 1 } => $"{time.Value.TotalMicroseconds:0} µs",
        { TotalSeconds: < 1 } => $"{time.Value.TotalMilliseconds:0.0} ms",
        _ => Words.Duration(time.Value),
    };

    /// <summary>"2.39 × less", "1.79 × more", "the same"; empty where one is not known or zero.</summary>
    public static string Change(double? before, double? after, string more = "more", string less = "less") =>
        before is not > 0 || after is not > 0 ? ""
            : after > before * 1.005 ? $"{Ratio(after.Value / before.Value)} × {more}"
            : before > after * 1.005 ? $"{Ratio(before.Value / after.Value)} × {less}"
            : "the same";

    private static string Ratio(double ratio) => ratio < 100 ? $"{ratio:0.00}" : $"{ratio:#,0}";
}
