using System.Net.Sockets;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using Orchestrator.Core.Alerts;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// Sends messages to mailboxes and webhooks. What goes wrong is an answer, in one line without secrets. Safe for
/// threads.
/// </summary>
public sealed class AlertSender
{
    private const int AnswerMax = 300;

    private readonly Func<string, string> _resolve;
    private readonly OutsideText _outside;
    private readonly TimeProvider _time;
    private readonly string _agent;

    /// <param name="resolve">The value of a text with placeholders, whose secrets the gate knows from then on.</param>
    /// <param name="outside">The gate.</param>
    /// <param name="version">Version of the program.</param>
    /// <param name="time">The clock.</param>
    public AlertSender(Func<string, string> resolve, OutsideText outside, string version, TimeProvider time)
    {
        (_resolve, _outside, _time) = (resolve, outside, time);
        _agent = $"Orchestrator/{version}";
        Mail = new MailPost(time);
    }

    internal MailPost Mail { get; init; }

    internal OutboundRules Rules { get; init; } = new();

    /// <summary>Sends a message once.</summary>
    public async Task<SendResult> SendAsync(
        AlertTarget target, MailRoute? mail, AlertMessage message, CancellationToken cancellation)
    {
        // The host of a secret address is a part of it, and unknown to the gate.
        var hidden = "";
        try
        {
            var text = _resolve(target.Written);
            hidden = text != target.Written && Uri.TryCreate(text, UriKind.Absolute, out var whole) ? whole.Host : "";
            var address = TargetAddress.Parse(text, target.AllowPrivate);
            return address.IsMail
                ? Sent(await Mail.SendAsync(Resolved(mail), address.Address, message, cancellation))
                : await CallAsync(target, address.Address, message, cancellation);
        }
        catch (Exception fault) when (!cancellation.IsCancellationRequested && IsKnown(fault))
        {
            return new SendResult(false, Line(hidden.Length == 0 ? fault.Message
                : fault.Message.Replace(hidden, "its host", StringComparison.OrdinalIgnoreCase)));
        }
    }

    private async Task<SendResult> CallAsync(
        AlertTarget target, string address, AlertMessage message, CancellationToken cancellation)
    {
        var secret = target.Secret is null ? throw new InvalidOperationException(
            "The target is a webhook, and its alert has no secret to sign with.") : _resolve(target.Secret);
        var body = MessageJson.Of(message);
        var headers = new Dictionary<string, string>(
            WebhookSignature.Headers(secret, message.Id, _time.GetUtcNow(), body));
        headers["user-agent"] = _agent;
        using var post = new OutboundPost(Rules with { AllowPrivate = target.AllowPrivate }, _time);
        var answer = await post.SendAsync(address, body, "application/json", headers, cancellation);
        return answer.IsTaken ? Sent($"HTTP {answer.Status}")
            : new SendResult(false, $"HTTP {answer.Status}" + (answer.Status is >= 300 and < 400
                ? ": it leads elsewhere, which is not followed; write the address that it names" : ""),
                answer.RetryAfter);
    }

    private SendResult Sent(string answer) => new(true, Line(answer));

    private string Line(string text) => MessageText.OneLine(_outside.Line(text), AnswerMax);

    private MailRoute Resolved(MailRoute? mail) => mail is null
        ? throw new InvalidOperationException("The target is a mailbox, and no server for mail is declared.")
        : mail with
        {
            User = mail.User is null ? null : _resolve(mail.User),
            Password = mail.Password is null ? null : _resolve(mail.Password),
        };

    private static bool IsKnown(Exception fault) => fault is InvalidOperationException or FormatException
        or OutboundRefusedException or HttpRequestException or TimeoutException or SocketException or IOException
        or AuthenticationException or SslHandshakeException or SmtpCommandException or SmtpProtocolException
        or ServiceNotConnectedException or ServiceNotAuthenticatedException or NotSupportedException;
}
