namespace Orchestrator.Core.Alerts;

/// <summary>What is sent to a target: occurrences of one cause.</summary>
public sealed record AlertMessage
{
    /// <summary>How many occurrences are told one by one.</summary>
    public const int ToldMax = 10;

    /// <summary>Its name, the same each time that it is sent: a receiver that has it drops it.</summary>
    public required string Id { get; init; }

    /// <summary>When it was put together.</summary>
    public required DateTimeOffset Time { get; init; }

    public required string Solution { get; init; }

    public required string Environment { get; init; }

    /// <summary>The alerts that tell it, as BATCH/ALERT.</summary>
    public required IReadOnlyList<string> Alerts { get; init; }

    /// <summary>What happened, the gravest first; at least one.</summary>
    public required IReadOnlyList<Occurrence> Occurrences { get; init; }

    /// <summary>Where the page is; empty = nobody has said.</summary>
    public string PublicUrl { get; init; } = "";

    /// <summary>Whether somebody only looks whether messages arrive.</summary>
    public bool IsTest { get; init; }

    /// <summary>Puts one together; what two alerts tell of one occurrence is told once.</summary>
    public static AlertMessage Of(
        string id, DateTimeOffset time, string solution, string environment,
        IReadOnlyList<(string Alert, Occurrence Occurrence)> told) => new()
        {
            Id = id,
            Time = time,
            Solution = solution,
            Environment = environment,
            Alerts = [.. told.Select(one => one.Alert).Distinct().Order(StringComparer.Ordinal)],
            Occurrences = [.. told.Select(one => one.Occurrence)
                .DistinctBy(one => (one.Batch, one.Key)).OrderBy(one => one.Event).ThenBy(one => one.At)],
        };

    /// <summary>Its state in one word, by the gravest event.</summary>
    public string State => IsTest ? "TEST" : Word(Occurrences[0].Event);

    /// <summary>Where to look at an occurrence; empty = nobody has said where the page is.</summary>
    public string LinkOf(Occurrence occurrence) => PublicUrl.Length == 0 ? ""
        : PublicUrl.TrimEnd('/') + (occurrence.Run is { } run ? $"/runs/{run}" : "/");

    public static string Word(AlertEvent happened) => happened switch
    {
        AlertEvent.Failed => "FAILED",
        AlertEvent.Late => "LATE",
        AlertEvent.SucceededWithWarnings => "WARNINGS",
        AlertEvent.DurabilityNotRestored => "NOT RESTORED",
        _ => "STALE",
    };
}
