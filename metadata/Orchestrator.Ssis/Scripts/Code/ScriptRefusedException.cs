namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Stops the reading of a script at what is not known of it; it never leaves what reads scripts.</summary>
internal sealed class ScriptRefusedException(string reason, int line) : Exception(reason)
{
    /// <summary>The line of the code; 0 = none is meant.</summary>
    public int Line { get; } = line;
}
