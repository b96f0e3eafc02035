using System.Net.Security;
using System.Net.Sockets;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;
using Orchestrator.Core.Alerts;

namespace Orchestrator.Packages.Mail;

/// <summary>
/// One conversation with a mail server: over a connection of its own, secret before anything is said, for one message.
/// The one way on which mail leaves.
/// </summary>
/// <param name="route">The server, placeholders resolved.</param>
/// <param name="timeout">How long it may take altogether.</param>
/// <param name="time">The clock.</param>
public sealed class MailConversation(MailRoute route, TimeSpan timeout, TimeProvider time)
{
    private readonly MailProgress _progress = new();
    private bool _isAnswered;

    /// <summary>Whose certificates are trusted; null = as the machine says.</summary>
    public RemoteCertificateValidationCallback? Trust { get; init; }

    /// <summary>How long the answer to a message is waited for that was given over when somebody asks to stop.
    /// Default: not at all.</summary>
    public TimeSpan Patience { get; init; }

    /// <summary>Whether the server may have the message, and nobody has heard what it says to it.</summary>
    public bool IsOpen => _progress.IsWhole && !_isAnswered;

    /// <summary>Whether it is one of the ways in which a conversation fails.</summary>
    public static bool IsKnown(Exception fault) => fault is AuthenticationException or SslHandshakeException
        or SmtpCommandException or SmtpProtocolException or ServiceNotConnectedException
        or ServiceNotAuthenticatedException or NotSupportedException or SocketException or IOException
        or TimeoutException;

    /// <summary>Gives a message over for all of its mailboxes or for none, and tells what the server answered.
    /// </summary>
    /// <exception cref="Exception">One that <see cref="IsKnown"/> knows; a stop that was asked for.</exception>
    public Task<string> SendAsync(
        MimeMessage mail, IReadOnlyList<MailboxAddress> recipients, CancellationToken cancellation) =>
        TalkAsync(recipients.Count, async (client, end) =>
        {
            try
            {
                var answer = await client.SendAsync(
                    FormatOptions.Default, mail, mail.From.Mailboxes.First(), recipients, end, _progress);
                _isAnswered = true;
                return answer;
            }
            catch (Exception refused) when (refused is SmtpCommandException or ServiceNotAuthenticatedException)
            {
                _isAnswered = true;
                throw;
            }
        }, cancellation);

    /// <summary>Goes as far as it can without a message: to whom signs in.</summary>
    /// <exception cref="Exception">As <see cref="SendAsync"/>.</exception>
    public Task GreetAsync(CancellationToken cancellation) => TalkAsync(0, async (client, end) =>
    {
        await client.NoOpAsync(end);
        return "";
    }, cancellation);

    private async Task<string> TalkAsync(
        int recipients, Func<MailClient, CancellationToken, Task<string>> say, CancellationToken cancellation)
    {
        using var end = new CancellationTokenSource(timeout, time);
        await using var asked = cancellation.Register(() => Stop(end));
        // Lists of revoked certificates are out of reach of many inner networks; who has a certificate is looked at.
        using var client = new MailClient(recipients) { CheckCertificateRevocation = false };
        client.Timeout = (int)timeout.TotalMilliseconds;
        client.ServerCertificateValidationCallback = Trust;
        try
        {
            await client.ConnectAsync(route.Host, route.Port, route.Tls switch
            {
                MailTls.Implicit => SecureSocketOptions.SslOnConnect,
                MailTls.None => SecureSocketOptions.None,
                _ => SecureSocketOptions.StartTls,
            }, end.Token);
            if (route.User is not null)
            {
                await client.AuthenticateAsync(route.User, route.Password ?? "", end.Token);
            }

            var answer = await say(client, end.Token);
            await LeaveAsync(client, end.Token);
            return answer;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"{route.Host} did not answer within {timeout.TotalSeconds:0} s");
        }
    }

    private void Stop(CancellationTokenSource end)
    {
        if (IsOpen && Patience > TimeSpan.Zero)
        {
            end.CancelAfter(Patience);
        }
        else
        {
            end.Cancel();
        }
    }

    // The message is the server's by now, however it says goodbye.
    private static async Task LeaveAsync(MailClient client, CancellationToken cancellation)
    {
        try
        {
            await client.DisconnectAsync(quit: true, cancellation);
        }
        catch (Exception gone) when (IsKnown(gone) || gone is OperationCanceledException)
        {
            client.Dispose();
        }
    }
}
