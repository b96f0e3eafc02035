namespace Orchestrator.Service.Alerts;

/// <summary>Sends messages on one channel.</summary>
internal interface IAlertPost
{
    /// <summary>Sends a message once. Its answer has not passed the gate.</summary>
    Task<SendResult> SendAsync(OutgoingAlert outgoing, CancellationToken cancellation);

    /// <summary>Whether a fault is an answer of this channel, beside those that each of them may give.</summary>
    bool IsKnown(Exception fault);
}
