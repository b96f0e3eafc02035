namespace Orchestrator.Compare;

/// <summary>A side could not be read; what happened is the cause.</summary>
/// <param name="side">The side.</param>
/// <param name="cause">What its source threw.</param>
public sealed class SideFailedException(ComparedSide side, Exception cause) : Exception(cause.Message, cause)
{
    /// <summary>The side.</summary>
    public ComparedSide Side { get; } = side;
}
