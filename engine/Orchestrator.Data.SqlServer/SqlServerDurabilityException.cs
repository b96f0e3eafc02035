namespace Orchestrator.Data.SqlServer;

/// <summary>A setting that is not what it was set to, or a flush that failed without an error.</summary>
internal sealed class SqlServerDurabilityException(string message, string advice) : Exception(message)
{
    /// <summary>What somebody can do about it, as a sentence.</summary>
    public string Advice { get; } = advice;
}
