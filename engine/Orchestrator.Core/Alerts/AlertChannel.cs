namespace Orchestrator.Core.Alerts;

/// <summary>
/// A way on which messages go to whom an alert names. Each is a row of <see cref="AlertChannels"/>; whatever depends on
/// the way asks the row.
/// </summary>
public sealed class AlertChannel
{
    /// <summary>What an entry of `to` is that means it, for people: mailto: with a mailbox.</summary>
    public required string Entry { get; init; }

    /// <summary>The same in the fewest words; default <see cref="Entry"/>.</summary>
    public string Form { get => field ?? Entry; init; }

    /// <summary>What an alert does that goes on it, for people: sends mail.</summary>
    public required string Act { get; init; }

    /// <summary>How texts begin that mean it; empty = it takes all that mean no other.</summary>
    public required string Prefix { get; init; }

    /// <summary>
    /// What is wrong with an address, without its prefix, of the own network where that is allowed; null = nothing. It
    /// repeats nothing of it.
    /// </summary>
    public required Func<string, bool, string?> Mistake { get; init; }

    /// <summary>A name for a target, of its text as it was written, that holds no secret; default the text.</summary>
    public Func<string, string> NameOf { get; init; } = static written => written;

    /// <summary>Why messages are not signed, so that no secret is needed; null = they are.</summary>
    public string? WhyUnsigned { get; init; }

    /// <summary>Why nobody has to allow that it leads into the own network; null = somebody has to.</summary>
    public string? WhyNotPrivate { get; init; }

    /// <summary>Whether messages go through the server for mail that the solution declares.</summary>
    public bool NeedsMailServer { get; init; }

    /// <summary>Whether a text means it, be it a good one or not.</summary>
    public bool IsMeantBy(string text) => text.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);

    /// <summary>The address that stands in a text which means it.</summary>
    public string AddressIn(string text) => text[Prefix.Length..];
}
