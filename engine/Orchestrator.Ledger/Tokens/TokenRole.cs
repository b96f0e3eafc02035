namespace Orchestrator.Ledger.Tokens;

/// <summary>What a token lets its bearer do; each role may do what those before it may.</summary>
public enum TokenRole
{
    /// <summary>Look.</summary>
    Viewer,

    /// <summary>Run, retry, cancel, hold, release and skip; pause and resume schedules.</summary>
    Operator,

    /// <summary>Allow programs and plug-ins.</summary>
    Admin,
}
