namespace Orchestrator.Ssis.Scripts;

/// <summary>The types that a script reckons with and that expressions have, too.</summary>
internal enum ScriptType
{
    /// <summary>Any other, or one that nobody knows.</summary>
    Unknown,

    Text,

    Character,

    /// <summary>Of 32 bits.</summary>
    Whole,

    /// <summary>Of 64 bits.</summary>
    Long,

    Flag,

    Moment,
}
