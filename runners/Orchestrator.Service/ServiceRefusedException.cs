namespace Orchestrator.Service;

/// <summary>The service does not start; the message says what was refused, why, and what to do.</summary>
public sealed class ServiceRefusedException(string code, string message, Exception? inner = null)
    : Exception(message, inner)
{
    /// <summary>ORC51xx; each has a paragraph in the guide.</summary>
    public string Code { get; } = code;
}
