using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>Who is told what of a batch.</summary>
public sealed record Alert
{
    /// <summary>Its name, unique in its batch.</summary>
    public required string Name { get; init; }

    /// <summary>What it tells.</summary>
    public required IReadOnlyList<AlertEvent> When { get; init; }

    /// <summary>Whom it tells: mailboxes and webhooks as written, with `${env:…}` and `${secret:…}` in them.</summary>
    public required IReadOnlyList<string> To { get; init; }

    /// <summary>How long after its usual time, or its firing's, something is late; default 15 minutes.</summary>
    public TimeSpan LateMargin { get; init; } = AlertRule.LateMarginDefault;

    /// <summary>How old the oldest row of a buffer may be; default 15 minutes.</summary>
    public TimeSpan StaleAfter { get; init; } = AlertRule.StaleAfterDefault;

    /// <summary>What its webhooks are signed with, as written; null = it has none.</summary>
    public string? Secret { get; init; }

    /// <summary>Whether its webhooks may be at addresses of the own machine or network; default false.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>Whether it tells anything in this environment; default true.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>Where it was said whom it tells.</summary>
    public Origin ToAt { get; init; }

    /// <summary>Where it was said whether it is enabled.</summary>
    public Origin EnabledAt { get; init; } = Origin.Default;
}
