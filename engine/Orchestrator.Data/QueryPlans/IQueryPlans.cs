using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.QueryPlans;

/// <summary>
/// One session that looks at the statements of a database and at the plans by which its server carries them out. It
/// changes nothing, and runs no statement of others. Used by one thread. Throws the driver's own exceptions, also where
/// an answer takes more than some seconds; <see cref="IPlatform.Explain"/> tells what they mean.
/// </summary>
public interface IQueryPlans : IDisposable
{
    /// <summary>What cannot be known here and why: "statements of other users: not available: needs …".</summary>
    IReadOnlyList<string> Missing { get; }

    /// <summary>What is at work at this moment, and what has been in the time before it.</summary>
    /// <param name="since">How far back what is over by now is shown.</param>
    IReadOnlyList<SeenStatement> Look(TimeSpan since);

    /// <summary>The plan of a statement that the last look has shown, as it is by now.</summary>
    FetchedPlan Fetch(SeenStatement statement);
}

/// <summary>A statement that was seen in a session.</summary>
public sealed record SeenStatement
{
    /// <summary>Number of the session in the server; 0 = the server does not tell which one it was.</summary>
    public long Session { get; init; }

    /// <summary>What the session calls itself; empty = not known.</summary>
    public string Application { get; init; } = "";

    /// <summary>What it waits for, in the words of its platform; null = it is over.</summary>
    public string? Wait { get; init; }

    /// <summary>What that is.</summary>
    public WaitClass Class { get; init; }

    /// <summary>What tells it from others while this session looks; empty where nothing can be asked of it.</summary>
    public string Key { get; init; } = "";

    /// <summary>While it is the same, so is most likely the plan; it costs next to nothing to know.</summary>
    public string Signature { get; init; } = "";

    /// <summary>Why no plan can be asked for, in a few words; empty where one can.</summary>
    public string WhyNot { get; init; } = "";
}

/// <summary>What a server says of a statement.</summary>
/// <param name="Statement">Its text, with the values in it.</param>
/// <param name="Plan">The text of its plan, with the values in it; empty where there is none.</param>
/// <param name="Signature">The signature to which the plan belongs.</param>
/// <param name="WhyNot">Why there is none, in a few words; empty where there is one.</param>
public sealed record FetchedPlan(string Statement, string Plan, string Signature, string WhyNot = "")
{
    /// <summary>None, and why.</summary>
    public static FetchedPlan None(string signature, string whyNot) => new("", "", signature, whyNot);
}
