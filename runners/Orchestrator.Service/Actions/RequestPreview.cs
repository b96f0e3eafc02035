using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Actions;

/// <summary>What an action would do, in words and in the ledger; texts from outside are as they came.</summary>
internal sealed record RequestPreview
{
    /// <summary>In a few words, as "Cancel run 482 of Nightly".</summary>
    public required string Title { get; init; }

    /// <summary>What it means, a sentence each.</summary>
    public IReadOnlyList<string> Consequences { get; init; } = [];

    /// <summary>What the names are, as "Packages that are at work or have not started".</summary>
    public string NamesTitle { get; init; } = "";

    /// <summary>Names of the packages that it is about.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>Does it, given its key, who asks and when.</summary>
    public Func<RequestStamp, ActionWork>? Work { get; init; }

    /// <summary>Why it cannot be; null = it can.</summary>
    public RequestRefusal? Refusal { get; init; }

    /// <summary>Where it was asked: a page of ours.</summary>
    public string From { get; init; } = "/";

    /// <summary>One that cannot be.</summary>
    public static RequestPreview Refused(string title, int status, string why, string field = "", string from = "/") =>
        new() { Title = title, Refusal = new RequestRefusal(status, field, why), From = from };
}

/// <summary>Who has ordered something, when, and by which key.</summary>
internal sealed record RequestStamp(string Key, string Who, DateTimeOffset At);
