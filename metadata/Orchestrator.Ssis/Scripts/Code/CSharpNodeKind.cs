namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>What a part of a method is. What is not listed is not read.</summary>
internal enum CSharpNodeKind
{
    /// <summary>A text; <see cref="CSharpNode.Text"/> has it.</summary>
    Text,

    /// <summary>One character.</summary>
    Character,

    /// <summary>A number as it is written.</summary>
    Number,

    /// <summary>`true` or `false`.</summary>
    Flag,

    Null,

    /// <summary>`new byte[0]`: a list with nothing in it.</summary>
    Empty,

    /// <summary>A name that nothing stands before.</summary>
    Name,

    /// <summary>A member, by its name, of its one part.</summary>
    Member,

    /// <summary>A call of its first part with the others.</summary>
    Call,

    /// <summary>The first part, at the place that the others say.</summary>
    Index,

    /// <summary>An operator between two parts.</summary>
    Binary,

    /// <summary>An operator before a part.</summary>
    Unary,

    /// <summary>`condition ? then : else`.</summary>
    Choice,

    /// <summary>`(type) part`.</summary>
    Cast,

    /// <summary>What a variable of a type is given, which always fits there.</summary>
    Become,

    /// <summary>`part as type`.</summary>
    As,

    /// <summary>A text with holes: texts and holes, one behind the other.</summary>
    Joined,

    /// <summary>A hole: its one part, in the format that its text is; empty = none is said.</summary>
    Hole,

    /// <summary>`ref` or `out`, and a part.</summary>
    Reference,

    /// <summary>Statements, one behind the other.</summary>
    Block,

    /// <summary>The variable of a name, with the value that it begins with, where it has one.</summary>
    Local,

    /// <summary>A target and a value, with the operator that they are joined by; empty = none.</summary>
    Assign,

    /// <summary>An expression that is a statement.</summary>
    Evaluate,

    /// <summary>A condition, a statement, and one for otherwise, where there is one.</summary>
    If,

    /// <summary>A block, and what catches and ends it.</summary>
    Try,

    /// <summary>A block that catches, with the name of what it catches.</summary>
    Catch,

    /// <summary>A block that is always done.</summary>
    Finally,

    Return,

    /// <summary>What is thrown, where it is said.</summary>
    Throw,
}
