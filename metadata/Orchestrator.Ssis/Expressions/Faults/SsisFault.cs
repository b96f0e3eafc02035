namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>Why there is no tree, no type or no value, and the part of the text that it is about.</summary>
public sealed record SsisFault(SsisFaultKind Kind, string Reason, SsisPlace Place)
{
    /// <summary>Its code, which the guide explains.</summary>
    public string Code => SsisCodes.Of(Kind);

    public override string ToString() => $"{Code} at {Place.Offset + 1}: {Reason}";
}
