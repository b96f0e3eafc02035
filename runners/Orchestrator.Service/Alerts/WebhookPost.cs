using Orchestrator.Core.Alerts;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Service.Alerts;

/// <summary>Sends messages as signed JSON to webhooks, over a connection for each.</summary>
internal sealed class WebhookPost(OutboundRules rules, TimeProvider time, string agent) : IAlertPost
{
    public async Task<SendResult> SendAsync(OutgoingAlert outgoing, CancellationToken cancellation)
    {
        var target = outgoing.Target;
        var secret = target.Secret is null ? throw new InvalidOperationException(
            "The target is a webhook, and its alert has no secret to sign with.") : outgoing.Resolve(target.Secret);
        var body = MessageJson.Of(outgoing.Message);
        var headers = new Dictionary<string, string>(
            WebhookSignature.Headers(secret, outgoing.Message.Id, time.GetUtcNow(), body));
        headers["user-agent"] = agent;
        using var post = new OutboundPost(rules with { AllowPrivate = target.AllowPrivate }, time);
        var answer = await post.SendAsync(outgoing.Address, body, "application/json", headers, cancellation);
        return answer.IsTaken ? new SendResult(true, $"HTTP {answer.Status}")
            : new SendResult(false, $"HTTP {answer.Status}" + (answer.Status is >= 300 and < 400
                ? ": it leads elsewhere, which is not followed; write the address that it names" : ""),
                answer.RetryAfter);
    }

    // What goes wrong is what goes wrong in any network.
    public bool IsKnown(Exception fault) => false;
}
