namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>What is wrong: with the text, with its names and types, or with the values of one row.</summary>
public enum SsisFaultKind
{
    /// <summary>The text is no expression.</summary>
    Syntax,

    /// <summary>It is too long or nested too deep to be read.</summary>
    TooLarge,

    /// <summary>No column, variable or parameter has the name.</summary>
    UnknownName,

    /// <summary>There is no such function, or it takes other arguments.</summary>
    Function,

    /// <summary>Types that do not go together, or a cast that is not legal.</summary>
    Types,

    /// <summary>A result does not fit into its type.</summary>
    Overflow,

    /// <summary>A division or a remainder by zero.</summary>
    DivideByZero,

    /// <summary>A cast would lose characters, bytes or digits in front of the point.</summary>
    Truncation,

    /// <summary>A text is no value of the type that it is cast to.</summary>
    Conversion,

    /// <summary>An argument that a function has no result for, as a logarithm of zero.</summary>
    Argument,

    /// <summary>A name has no value, or one of another type than it was declared with.</summary>
    Value,
}
