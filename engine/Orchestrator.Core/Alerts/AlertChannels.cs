using System.Buffers;

namespace Orchestrator.Core.Alerts;

/// <summary>The ways on which alerts go, a row each.</summary>
public static class AlertChannels
{
    private static readonly SearchValues<char> NoMailbox = SearchValues.Create("<>()[],;:\\\"?&%");

    /// <summary>To a mailbox, as plain text.</summary>
    public static AlertChannel Mail { get; } = new()
    {
        Entry = "mailto: with a mailbox",
        Act = "sends mail",
        Prefix = "mailto:",
        Mistake = static (mailbox, _) => MailMistake(mailbox),
        WhyUnsigned = "mail is not signed",
        WhyNotPrivate = "mail goes through the server that 'mail' names",
        NeedsMailServer = true,
    };

    /// <summary>To a webhook, as signed JSON.</summary>
    public static AlertChannel Webhook { get; } = new()
    {
        Entry = "the https address of a webhook",
        Form = "an https address",
        Act = "calls a webhook",
        Prefix = "",
        Mistake = WebMistake,
        NameOf = static written => Uri.TryCreate(written, UriKind.Absolute, out var address)
            ? $"{address.Scheme}://{address.Authority}" : "an address",
    };

    /// <summary>The rows; the last takes what means no other.</summary>
    public static IReadOnlyList<AlertChannel> All { get; } = [Mail, Webhook];

    /// <summary>The one that a text means, be it a good one or not.</summary>
    public static AlertChannel Of(string text) => All.First(channel => channel.IsMeantBy(text));

    private static string? MailMistake(string mailbox)
    {
        var at = mailbox.IndexOf('@');
        return at <= 0 || at != mailbox.LastIndexOf('@') || at == mailbox.Length - 1
            || mailbox.AsSpan().ContainsAny(NoMailbox) || mailbox.Contains("..", StringComparison.Ordinal)
                ? "it is no plain mailbox; write mailto:ops@example.org, one for each entry" : null;
    }

    private static string? WebMistake(string text, bool allowPrivate) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Host.Length == 0 ? MeansNone()
        : address.Scheme == Uri.UriSchemeHttp && !allowPrivate
            ? "http is neither secret nor sure to arrive at whom it names; write https, or, within the own network, "
            + "'allowPrivate: true'"
        : address.Scheme != Uri.UriSchemeHttps && address.Scheme != Uri.UriSchemeHttp ? MeansNone()
        : address.UserInfo.Length > 0 ? "it carries a user name or a password; receivers check the signature instead"
        : address.Fragment.Length > 0 ? "it has a fragment (#…), which no server is sent"
        : null;

    private static string MeansNone() => $"it is neither {string.Join(" nor ", All.Select(channel => channel.Form))}";
}
