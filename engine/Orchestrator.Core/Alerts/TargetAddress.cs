using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Core.Alerts;

/// <summary>Where an alert goes: a mailbox or a webhook.</summary>
/// <param name="IsMail">Whether it is a mailbox.</param>
/// <param name="Address">The mailbox without `mailto:`, or the address of the webhook.</param>
public sealed record TargetAddress(bool IsMail, string Address)
{
    private const string Mail = "mailto:";
    private const int LengthMax = 2000;

    private static readonly SearchValues<char> NoMailbox = SearchValues.Create("<>()[],;:\\\"?&%");

    /// <summary>The target that a text stands for.</summary>
    /// <exception cref="FormatException">It is none; the message repeats nothing of it.</exception>
    public static TargetAddress Parse(string text, bool allowPrivate) =>
        Mistake(text, allowPrivate) is { } mistake ? throw new FormatException(mistake)
        : IsMailText(text) ? new TargetAddress(true, text[Mail.Length..])
        : new TargetAddress(false, text);

    /// <summary>Whether a text names a mailbox, be it a good one or not.</summary>
    public static bool IsMailText(string text) => text.StartsWith(Mail, StringComparison.OrdinalIgnoreCase);

    /// <summary>What is wrong with the text of a target; null = nothing.</summary>
    public static string? Mistake(string text, bool allowPrivate) =>
        text.Length > LengthMax ? $"it has {text.Length} characters, {LengthMax} are taken"
        : text.Any(one => char.IsControl(one) || char.IsWhiteSpace(one)) ? "it holds white space or control characters"
        : IsMailText(text) ? MailMistake(text[Mail.Length..])
        : WebMistake(text, allowPrivate);

    /// <summary>
    /// A name for it that holds no secret: the mailbox, the host of a webhook, or the placeholder that stands for it.
    /// </summary>
    /// <param name="written">As it was written, placeholders unresolved.</param>
    public static string NameOf(string written)
    {
        var name = PlaceholderOf(written) ?? (IsMailText(written) ? written
            : Uri.TryCreate(written, UriKind.Absolute, out var address) ? $"{address.Scheme}://{address.Authority}"
            : "an address");
        return MessageText.OneLine(name, 200);
    }

    // Without the default that may stand in it; null = there is more than a placeholder.
    private static string? PlaceholderOf(string written)
    {
        if (!written.StartsWith("${", StringComparison.Ordinal) || written.IndexOf('}') != written.Length - 1)
        {
            return null;
        }

        var byDefault = written.IndexOf(":-", StringComparison.Ordinal);
        return byDefault < 0 ? written : written[..byDefault] + "}";
    }

    /// <summary>Tells targets apart by all that is declared for them, none of which can be read back from it.</summary>
    public static string HashOf(string written, string? secret, bool allowPrivate) => Convert.ToHexStringLower(
        SHA256.HashData(Encoding.UTF8.GetBytes($"{written}\n{secret}\n{allowPrivate}")))[..32];

    private static string? MailMistake(string mailbox)
    {
        var at = mailbox.IndexOf('@');
        return at <= 0 || at != mailbox.LastIndexOf('@') || at == mailbox.Length - 1
            || mailbox.AsSpan().ContainsAny(NoMailbox) || mailbox.Contains("..", StringComparison.Ordinal)
                ? "it is no plain mailbox; write mailto:ops@example.org, one for each entry" : null;
    }

    private static string? WebMistake(string text, bool allowPrivate) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Host.Length == 0
            ? "it is neither mailto: with a mailbox nor an https address"
        : address.Scheme == Uri.UriSchemeHttp && !allowPrivate
            ? "http is neither secret nor sure to arrive at whom it names; write https, or, within the own network, "
            + "'allowPrivate: true'"
        : address.Scheme != Uri.UriSchemeHttps && address.Scheme != Uri.UriSchemeHttp
            ? "it is neither mailto: with a mailbox nor an https address"
        : address.UserInfo.Length > 0 ? "it carries a user name or a password; receivers check the signature instead"
        : address.Fragment.Length > 0 ? "it has a fragment (#…), which no server is sent"
        : null;
}
