namespace Orchestrator.Runner.Retry;

/// <summary>A run cannot be continued as it was asked for.</summary>
/// <param name="message">Why, and what to do.</param>
/// <param name="isHeld">Whether another run is in the way.</param>
internal sealed class RetryRefusedException(string message, bool isHeld = false) : Exception(message)
{
    public bool IsHeld => isHeld;
}
