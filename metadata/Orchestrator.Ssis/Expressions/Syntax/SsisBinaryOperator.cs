namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>The operators of two operands. `+` of texts is <see cref="Add"/> too, told apart by its types.</summary>
public enum SsisBinaryOperator
{
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    Unequal,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}
