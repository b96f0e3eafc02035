using MimeKit;
using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>A message as it is sent: made whole before anything is said to a server.</summary>
internal sealed class MailLetter : IDisposable
{
    // What most systems show, and none cuts.
    private const int SubjectMax = 250;
    private const int BodyMax = 1_000_000;

    private MailLetter(MimeMessage message, IReadOnlyList<MailboxAddress> recipients) =>
        (Message, Recipients) = (message, recipients);

    /// <summary>The message; of those who get a copy in secret it says nothing.</summary>
    public MimeMessage Message { get; }

    /// <summary>To whom it goes, each once.</summary>
    public IReadOnlyList<MailboxAddress> Recipients { get; }

    /// <summary>What it is, for people, without an address.</summary>
    public required string Told { get; init; }

    /// <summary>What became otherwise than it was written.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Puts it together.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="mail">What is written of it.</param>
    /// <param name="from">The mailbox from which mail comes where it names none.</param>
    /// <exception cref="PackageRefusedException">It cannot be made.</exception>
    public static MailLetter Of(PackageContext context, MailOptions mail, string from)
    {
        var texts = new MailTexts(context);
        var sender = mail.From is { } own
            ? MailAddresses.Of(texts.Fill(own), "Orchestrator", "the mailbox of 'from' under 'message'")
            : MailAddresses.Of(from, "Orchestrator", "the mailbox of 'from' under 'mail'");
        var (to, cc) = (MailAddresses.Of(mail.To, texts, "to"), MailAddresses.Of(mail.Cc, texts, "cc"));
        var recipients = MailAddresses.Together(to, cc, MailAddresses.Of(mail.Bcc, texts, "bcc"));
        var subject = texts.Fill(mail.Subject ?? "").Trim();
        var attachments = MailAttachments.Of(context, mail, texts);
        var message = new MimeMessage
        {
            // So begins what readers of mail decode: it would be shown as other words than it is.
            Subject = MessageText.OneLine(subject, SubjectMax).Replace("=?", "= ?", StringComparison.Ordinal),
            Date = context.Time.GetUtcNow(),
            MessageId = $"{MailContract.NamedBy(context)}.{context.Ledger:N}@{sender.Domain}",
            Body = Body(BodyOf(texts.Fill(mail.Body ?? "")), attachments),
        };
        message.From.Add(sender);
        message.To.AddRange(to);
        message.Cc.AddRange(cc);
        // So that no absence note answers it.
        message.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");
        return new MailLetter(message, recipients)
        {
            Told = $"to {Counted(recipients.Count, "mailbox", "mailboxes")}"
                + (attachments.Count == 0 ? "" : $" with {Counted(attachments.Count, "file", "files")} of "
                    + $"{attachments.Sum(one => (long)one.Content.Length):N0} bytes"),
            Warnings = subject.Length <= SubjectMax ? []
                : [$"The subject has {subject.Length} characters, and was cut at {SubjectMax}."],
        };
    }

    /// <inheritdoc />
    public void Dispose() => Message.Dispose();

    // Each end of a line is one, and nothing in it ends the message or moves a cursor.
    private static string BodyOf(string text) => text.Length > BodyMax
        ? throw MailTexts.Refused($"The text of the message has {text.Length:N0} characters, {BodyMax:N0} are taken. "
            + "Nothing was sent. Attach it as a file.")
        : new string([.. text.ReplaceLineEndings("\n").Select(one =>
            char.IsControl(one) && one is not ('\n' or '\t') ? '\uFFFD' : one)]);

    private static MimeEntity Body(string body, IReadOnlyList<MailAttachment> attachments)
    {
        var text = new TextPart("plain") { Text = body };
        if (attachments.Count == 0)
        {
            return text;
        }

        var parts = new Multipart("mixed") { text };
        foreach (var (name, content) in attachments)
        {
            parts.Add(new MimePart("application", "octet-stream")
            {
                Content = new MimeContent(new MemoryStream(content, writable: false)),
                ContentDisposition = new ContentDisposition(ContentDisposition.Attachment),
                ContentTransferEncoding = ContentEncoding.Base64,
                FileName = name,
            });
        }

        return parts;
    }

    private static string Counted(int count, string one, string more) => $"{count} {(count == 1 ? one : more)}";
}
