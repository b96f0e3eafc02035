using System.Net.Security;
using MimeKit;
using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Mail;

namespace Orchestrator.Service.Alerts;

/// <summary>Sends messages as plain text through a mail server, over a connection for each.</summary>
internal sealed class MailPost(TimeProvider time) : IAlertPost
{
    /// <summary>How long a message may take altogether.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    /// <summary>Whose certificates are trusted; null = as the machine says.</summary>
    public RemoteCertificateValidationCallback? Trust { get; init; }

    public async Task<SendResult> SendAsync(OutgoingAlert outgoing, CancellationToken cancellation)
    {
        var route = RouteOf(outgoing);
        using var mail = Mail(route.From, outgoing.Address, outgoing.Message);
        var conversation = new MailConversation(route, Timeout, time) { Trust = Trust };
        return new SendResult(true, await conversation.SendAsync(mail, [.. mail.To.Mailboxes], cancellation));
    }

    public bool IsKnown(Exception fault) => MailConversation.IsKnown(fault);

    private static MailRoute RouteOf(OutgoingAlert outgoing) => outgoing.Mail is not { } mail
        ? throw new InvalidOperationException("The target is a mailbox, and no server for mail is declared.")
        : mail.Resolved(outgoing.Resolve);

    private static MimeMessage Mail(string from, string mailbox, AlertMessage message)
    {
        var sender = new MailboxAddress("Orchestrator", from);
        var mail = new MimeMessage
        {
            Subject = MessageText.Subject(message),
            Date = message.Time,
            MessageId = $"{message.Id}@{sender.Domain}",
            Body = new TextPart("plain") { Text = MessageText.Body(message) },
        };
        mail.From.Add(sender);
        mail.To.Add(new MailboxAddress("", mailbox));
        // So that no absence note answers it.
        mail.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");
        return mail;
    }
}
