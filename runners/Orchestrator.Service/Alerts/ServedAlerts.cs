using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Mail;

namespace Orchestrator.Service.Alerts;

/// <summary>The alerts that a service goes by.</summary>
public sealed record ServedAlerts
{
    /// <summary>Those that are enabled.</summary>
    public IReadOnlyList<ServedAlert> All { get; init; } = [];

    /// <summary>The server through which mail is sent; null = none is declared.</summary>
    public MailRoute? Mail { get; init; }

    /// <summary>
    /// How buffers stand, for alerts that tell of them: connects, may take long, and tells what could not be asked.
    /// </summary>
    public Func<Action<string>, IReadOnlyList<BufferAge>> Buffers { get; init; } = _ => [];

    /// <summary>Whether any of them tells of buffers.</summary>
    public bool TellsOfBuffers => All.Any(alert => alert.Rule.When.Contains(AlertEvent.StaleAbsorber));
}

/// <summary>An alert with whom it tells.</summary>
public sealed record ServedAlert(AlertRule Rule, IReadOnlyList<AlertTarget> Targets)
{
    /// <summary>BATCH/ALERT.</summary>
    public string Name => $"{Rule.Batch}/{Rule.Name}";
}

/// <summary>Whom an alert tells.</summary>
/// <param name="Written">A mailbox or webhook as written, placeholders unresolved.</param>
/// <param name="Secret">What a webhook is signed with, as written; null = nothing.</param>
/// <param name="AllowPrivate">Whether a webhook may be in the own network.</param>
public sealed record AlertTarget(string Written, string? Secret, bool AllowPrivate)
{
    /// <summary>Its name, which holds no secret.</summary>
    public string Name { get; } = TargetAddress.NameOf(Written);

    /// <summary>Tells it from others.</summary>
    public string Hash { get; } = TargetAddress.HashOf(Written, Secret, AllowPrivate);
}
