namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>What the parser of C# tells apart.</summary>
internal enum CSharpTokenKind
{
    End,

    /// <summary>A name or a keyword.</summary>
    Word,

    /// <summary>A text in quotation marks; the token has what it means.</summary>
    Text,

    /// <summary>A text with holes, `$"…{…}…"`; the token has what stands between its quotation marks.</summary>
    Joined,

    /// <summary>The same with `@`, in which no sign is an escape.</summary>
    JoinedVerbatim,

    /// <summary>One character in apostrophes; the token has it.</summary>
    Character,

    /// <summary>A number as it is written.</summary>
    Number,

    /// <summary>An operator, a bracket or what separates.</summary>
    Sign,
}
