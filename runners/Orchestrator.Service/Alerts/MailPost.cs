using System.Net.Security;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;
using Orchestrator.Core.Alerts;

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
        return new SendResult(true, await SendAsync(route, mail, cancellation));
    }

    public bool IsKnown(Exception fault) => fault is AuthenticationException or SslHandshakeException
        or SmtpCommandException or SmtpProtocolException or ServiceNotConnectedException
        or ServiceNotAuthenticatedException;

    /// <summary>Sends it, and tells what the server answered.</summary>
    private async Task<string> SendAsync(MailRoute route, MimeMessage mail, CancellationToken cancellation)
    {
        using var deadline = new CancellationTokenSource(Timeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellation);
        // Lists of revoked certificates are out of reach of many inner networks; who has a certificate is looked at.
        using var client = new SmtpClient { CheckCertificateRevocation = false };
        client.Timeout = (int)Timeout.TotalMilliseconds;
        client.ServerCertificateValidationCallback = Trust;
        try
        {
            await client.ConnectAsync(route.Host, route.Port, route.Tls switch
            {
                MailTls.Implicit => SecureSocketOptions.SslOnConnect,
                MailTls.None => SecureSocketOptions.None,
                _ => SecureSocketOptions.StartTls,
            }, either.Token);
            if (route.User is not null)
            {
                await client.AuthenticateAsync(route.User, route.Password ?? "", either.Token);
            }

            var answer = await client.SendAsync(mail, either.Token);
            await LeaveAsync(client, either.Token);
            return answer;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"{route.Host} did not answer within {Timeout.TotalSeconds:0} s");
        }
    }

    private static MailRoute RouteOf(OutgoingAlert outgoing) => outgoing.Mail is not { } mail
        ? throw new InvalidOperationException("The target is a mailbox, and no server for mail is declared.")
        : mail with
        {
            User = mail.User is null ? null : outgoing.Resolve(mail.User),
            Password = mail.Password is null ? null : outgoing.Resolve(mail.Password),
        };

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

    // The message is the server's by now, however it says goodbye.
    private static async Task LeaveAsync(SmtpClient client, CancellationToken cancellation)
    {
        try
        {
            await client.DisconnectAsync(quit: true, cancellation);
        }
        catch (Exception gone) when (gone is IOException or SmtpProtocolException or SmtpCommandException
            or OperationCanceledException)
        {
            client.Dispose();
        }
    }
}
