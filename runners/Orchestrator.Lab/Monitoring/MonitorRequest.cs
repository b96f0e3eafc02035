using Orchestrator.Data;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Lab.Monitoring;

/// <summary>What a `monitor run` shall do.</summary>
public sealed record MonitorRequest
{
    public required string Connection { get; init; }

    public required string Environment { get; init; }

    /// <summary>The connection's platform; one whose statements can be seen.</summary>
    public required IPlatform Platform { get; init; }

    /// <summary>Opens the session that looks.</summary>
    public required Func<IQueryPlans> Open { get; init; }

    /// <summary>What a failure means, in words without secrets; null where it is none of a database.</summary>
    public required Func<Exception, string?> Explain { get; init; }

    /// <summary>Full path of the file in which it is kept.</summary>
    public required string File { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>The time between two looks that cost next to nothing. Default: 5 s.</summary>
    public TimeSpan Every { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long it watches; null = until it is asked to stop.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>How much the file keeps.</summary>
    public MonitorLimits Limits { get; init; } = new();

    /// <summary>Told of a statement whose plan is another one than before.</summary>
    public Action<PlanChange> Changed { get; init; } = _ => { };

    /// <summary>Told what else people should know: a lost connection, and that it is back.</summary>
    public Action<string> Say { get; init; } = _ => { };
}

/// <summary>A statement has another plan than before.</summary>
/// <param name="At">When that was seen.</param>
/// <param name="Statement">The statement, without its values.</param>
/// <param name="From">Hash of the plan that it was seen with before.</param>
/// <param name="To">Hash of the plan that it has now.</param>
/// <param name="IsOfSameShape">Whether both have the same form, and differ in numbers alone.</param>
public sealed record PlanChange(DateTimeOffset At, string Statement, string From, string To, bool IsOfSameShape);
