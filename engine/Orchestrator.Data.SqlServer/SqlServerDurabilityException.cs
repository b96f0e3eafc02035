namespace Orchestrator.Data.SqlServer;

/// <summary>A setting that cannot be seen or is not what it was set to, or a flush that failed without an
/// error.</summary>
internal sealed class SqlServerDurabilityException(
    string message, string advice, DatabaseFaultClass type = DatabaseFaultClass.Transient) : Exception(message)
{
    /// <summary>What somebody can do about it, as a sentence.</summary>
    public string Advice { get; } = advice;

    /// <summary>Who can.</summary>
    public DatabaseFaultClass Type { get; } = type;
}
