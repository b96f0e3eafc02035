namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>What the parser tells apart.</summary>
internal enum SsisTokenKind
{
    End,

    /// <summary>A constant; the token has its value.</summary>
    Literal,

    /// <summary>A name without brackets.</summary>
    Name,

    /// <summary>A name in brackets.</summary>
    Bracketed,

    /// <summary>`@` and a name, with or without brackets.</summary>
    Variable,

    /// <summary>`#147` or `#{path}`; the text is what follows the sign.</summary>
    Lineage,

    /// <summary>An operator, a parenthesis, a comma, a point, a question mark or a colon.</summary>
    Sign,
}
