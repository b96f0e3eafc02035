using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Pages;

/// <summary>What every page knows beside what it shows; texts have passed the gate.</summary>
internal sealed record PageContext
{
    public required string Solution { get; init; }

    public required string Environment { get; init; }

    public required string Version { get; init; }

    /// <summary>Its own address, with what was asked for.</summary>
    public required string Address { get; init; }

    /// <summary>Whether its address gives the same page again: not for what answers a form, nor for a refusal.
    /// </summary>
    public bool IsLive { get; init; }

    /// <summary>Who looks at it; null = nobody known.</summary>
    public Visitor? Visitor { get; init; }

    /// <summary>Whether he may ask for actions.</summary>
    public bool MayAct => Visitor is { Role: >= TokenRole.Operator };

    /// <summary>His name, for people.</summary>
    public string VisitorName { get; init; } = "";

    /// <summary>What its forms carry.</summary>
    public required string FormToken { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Now { get; init; }

    /// <summary>The command that makes a token.</summary>
    public required string TokenCommand { get; init; }
}
