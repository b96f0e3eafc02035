namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>Carries a fault up to where it becomes an outcome; it never leaves the expressions.</summary>
internal sealed class SsisFaultException(SsisFault fault) : Exception(fault.Reason)
{
    public SsisFault Fault { get; } = fault;
}
