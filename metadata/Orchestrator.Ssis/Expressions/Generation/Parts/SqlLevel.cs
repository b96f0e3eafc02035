namespace Orchestrator.Ssis.Expressions.Generation.Parts;

/// <summary>How tightly what a piece of SQL ends in binds; one that binds less needs parentheses.</summary>
internal enum SqlLevel
{
    /// <summary>Operators that dialects rank differently.</summary>
    Other,
    Or,
    And,
    Not,
    Comparison,
    Join,
    Sum,
    Product,
    Sign,
    Atom,
}
