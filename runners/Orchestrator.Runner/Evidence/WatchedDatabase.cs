using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>A database that packages of the run write.</summary>
/// <param name="Connection">Name of the connection.</param>
/// <param name="Platform">Name of its platform.</param>
/// <param name="Open">Opens a session that looks at it; null where nothing can be looked at.</param>
internal sealed record WatchedDatabase(string Connection, string Platform, Func<IEvidence?> Open)
{
    /// <summary>Opens a session that looks at nothing; null = nobody needs one.</summary>
    public Func<IDisposable>? OpenAny { get; init; }

    /// <summary>Opens whatever session there can be, to see whether the server answers.</summary>
    public IDisposable? Reach() => Open() ?? OpenAny?.Invoke();
}
