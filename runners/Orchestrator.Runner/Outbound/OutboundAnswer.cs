namespace Orchestrator.Runner.Outbound;

/// <summary>What a server has answered; of its body nothing is kept.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="RetryAfter">How long it asks to be left alone; null = it does not say.</param>
public sealed record OutboundAnswer(int Status, TimeSpan? RetryAfter)
{
    /// <summary>Whether it has taken the request; to be sent elsewhere (3xx) is no such answer.</summary>
    public bool IsTaken => Status is >= 200 and < 300;
}
