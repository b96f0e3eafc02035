namespace Orchestrator.Ledger;

/// <summary>The ledger cannot be used, or refuses; the message says what was refused, why, and what to do.</summary>
public sealed class LedgerException(string code, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>ORC41xx; each has a paragraph in the guide.</summary>
    public string Code { get; } = code;
}
