using System.Globalization;
using System.Text;
using MimeKit;
using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>The mailboxes of a message, as a server is told of them: in ASCII, each once.</summary>
internal static class MailAddresses
{
    private static readonly IdnMapping Domains = new();

    /// <summary>Those that a key names, in their order.</summary>
    /// <param name="written">Its entries.</param>
    /// <param name="texts">Puts values into them.</param>
    /// <param name="key">The key.</param>
    /// <exception cref="PackageRefusedException">One of them is no mailbox.</exception>
    public static IReadOnlyList<MailboxAddress> Of(IReadOnlyList<string> written, MailTexts texts, string key) =>
        [.. written.Index().Select(one => Of(texts.Fill(one.Item), "", $"entry {one.Index + 1} of '{key}'"))];

    /// <summary>All of several lists, each once.</summary>
    public static IReadOnlyList<MailboxAddress> Together(params IReadOnlyList<MailboxAddress>[] lists) =>
        [.. lists.SelectMany(list => list).DistinctBy(one => one.Address, StringComparer.OrdinalIgnoreCase)];

    /// <summary>A mailbox.</summary>
    /// <param name="address">Its address; a value that came from anywhere.</param>
    /// <param name="name">What it is shown as.</param>
    /// <param name="what">Whose it is, for people.</param>
    /// <exception cref="PackageRefusedException">It is none; the message repeats nothing of it.</exception>
    public static MailboxAddress Of(string address, string name, string what)
    {
        if (Mailbox.Mistake(address) is { } mistake)
        {
            throw MailTexts.Refused($"The message cannot go on its way, as {what} cannot be used: {mistake}. "
                + "Nothing was sent. Correct the value.");
        }

        var at = address.IndexOf('@');
        try
        {
            var domain = Domains.GetAscii(address[(at + 1)..]);
            // Letter by letter as it was given, or no message would know a secret in it again.
            return new MailboxAddress(name, Ascii.IsValid(address) ? address : $"{address[..at]}@{domain}");
        }
        catch (Exception odd) when (odd is ArgumentException or FormatException)
        {
            throw MailTexts.Refused($"The message cannot go on its way, as {what} cannot be used: what stands behind "
                + "the @ is no name of a domain. Nothing was sent. Correct the value.");
        }
    }
}
