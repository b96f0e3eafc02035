namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>`-`, `!` and `~`.</summary>
public enum SsisUnaryOperator
{
    Negate,
    Not,
    BitNot,
}
