namespace Orchestrator.Service.Actions;

/// <summary>What the page that asks whether an action shall be done shows; texts have passed the gate.</summary>
internal sealed record Confirmation
{
    /// <summary>Names that are shown; of more it is said how many.</summary>
    public const int NamesMax = 200;

    public required ActionRequest Request { get; init; }

    /// <summary>Tells this form from others: sent twice it does its action once.</summary>
    public required string Key { get; init; }

    public required string Title { get; init; }

    public required IReadOnlyList<string> Consequences { get; init; }

    public required string NamesTitle { get; init; }

    public required IReadOnlyList<string> Names { get; init; }

    public required int NamesCount { get; init; }

    /// <summary>What would be typed for it; null = no verb does it.</summary>
    public required string? Command { get; init; }

    /// <summary>What has to be typed; null = nothing has.</summary>
    public string? EnvironmentToType { get; init; }

    /// <summary>The page that leads away from here.</summary>
    public required string From { get; init; }

    /// <summary>Why it was not done, or cannot be; null = nothing is against it.</summary>
    public RequestRefusal? Refusal { get; init; }

    /// <summary>Whether it could be done if all were filled in.</summary>
    public bool IsPossible { get; init; }
}
