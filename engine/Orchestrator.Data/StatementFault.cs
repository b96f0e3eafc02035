namespace Orchestrator.Data;

/// <summary>What a failure says of a statement that was only looked at, whatever the tables hold.</summary>
public enum StatementFault
{
    /// <summary>Nothing: it may run well by then.</summary>
    None,

    /// <summary>It is no statement of that platform.</summary>
    Misread,

    /// <summary>It names a column, a function or an operator that is not there, unless something makes it first.
    /// </summary>
    Unknown,

    /// <summary>The user may not run it.</summary>
    Forbidden,
}
