using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Core.Alerts;

/// <summary>Where an alert goes.</summary>
/// <param name="Channel">On which way.</param>
/// <param name="Address">The mailbox without `mailto:`, or the address of the webhook.</param>
public sealed record TargetAddress(AlertChannel Channel, string Address)
{
    private const int LengthMax = 2000;

    /// <summary>The target that a text stands for.</summary>
    /// <exception cref="FormatException">It is none; the message repeats nothing of it.</exception>
    public static TargetAddress Parse(string text, bool allowPrivate)
    {
        if (Mistake(text, allowPrivate) is { } mistake)
        {
            throw new FormatException(mistake);
        }

        var channel = AlertChannels.Of(text);
        return new TargetAddress(channel, channel.AddressIn(text));
    }

    /// <summary>What is wrong with the text of a target; null = nothing.</summary>
    public static string? Mistake(string text, bool allowPrivate) =>
        text.Length > LengthMax ? $"it has {text.Length} characters, {LengthMax} are taken"
        : text.Any(one => char.IsControl(one) || char.IsWhiteSpace(one)) ? "it holds white space or control characters"
        : Mistake(AlertChannels.Of(text), text, allowPrivate);

    /// <summary>
    /// A name for it that holds no secret: the mailbox, the host of a webhook, or the placeholder that stands for it.
    /// </summary>
    /// <param name="written">As it was written, placeholders unresolved.</param>
    public static string NameOf(string written) =>
        MessageText.OneLine(PlaceholderOf(written) ?? AlertChannels.Of(written).NameOf(written), 200);

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

    private static string? Mistake(AlertChannel channel, string text, bool allowPrivate) =>
        channel.Mistake(channel.AddressIn(text), allowPrivate);
}
