using System.Net.Sockets;
using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Mail;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// Sends messages on the channel that a target means. What goes wrong is an answer, in one line without secrets. Safe
/// for threads.
/// </summary>
public sealed class AlertSender
{
    private const int AnswerMax = 300;

    private readonly Func<string, string> _resolve;
    private readonly OutsideText _outside;
    private readonly Lazy<Dictionary<AlertChannel, IAlertPost>> _posts;

    /// <param name="resolve">The value of a text with placeholders, whose secrets the gate knows from then on.</param>
    /// <param name="outside">The gate.</param>
    /// <param name="version">Version of the program.</param>
    /// <param name="time">The clock.</param>
    public AlertSender(Func<string, string> resolve, OutsideText outside, string version, TimeProvider time)
    {
        (_resolve, _outside) = (resolve, outside);
        Mail = new MailPost(time);
        _posts = new(() => new()
        {
            [AlertChannels.Mail] = Mail,
            [AlertChannels.Webhook] = new WebhookPost(Rules, time, $"Orchestrator/{version}"),
        });
    }

    internal MailPost Mail { get; init; }

    internal OutboundRules Rules { get; init; } = new();

    /// <summary>What sends on each channel.</summary>
    internal Dictionary<AlertChannel, IAlertPost> Posts => _posts.Value;

    /// <summary>Sends a message once.</summary>
    public async Task<SendResult> SendAsync(
        AlertTarget target, MailRoute? mail, AlertMessage message, CancellationToken cancellation)
    {
        // The host of a secret address is a part of it, and unknown to the gate.
        var hidden = "";
        IAlertPost? post = null;
        try
        {
            var text = _resolve(target.Written);
            hidden = text != target.Written && Uri.TryCreate(text, UriKind.Absolute, out var whole) ? whole.Host : "";
            var to = TargetAddress.Parse(text, target.AllowPrivate);
            post = Posts[to.Channel];
            var result = await post.SendAsync(
                new OutgoingAlert(target, to.Address, mail, message, _resolve), cancellation);
            return result with { Answer = Line(result.Answer) };
        }
        catch (Exception fault) when (!cancellation.IsCancellationRequested
            && (IsKnown(fault) || post?.IsKnown(fault) == true))
        {
            return new SendResult(false, Line(hidden.Length == 0 ? fault.Message
                : fault.Message.Replace(hidden, "its host", StringComparison.OrdinalIgnoreCase)));
        }
    }

    private string Line(string text) => MessageText.OneLine(_outside.Line(text), AnswerMax);

    private static bool IsKnown(Exception fault) => fault is InvalidOperationException or FormatException
        or OutboundRefusedException or HttpRequestException or TimeoutException or SocketException or IOException
        or NotSupportedException;
}
