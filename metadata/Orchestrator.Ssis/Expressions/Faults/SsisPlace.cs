namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>Where in the text of an expression something stands: from 0, in UTF-16 characters.</summary>
public readonly record struct SsisPlace(int Offset, int Length)
{
    /// <summary>From the first to the end of the last.</summary>
    public static SsisPlace Over(SsisPlace first, SsisPlace last) =>
        new(first.Offset, Math.Max(first.Offset + first.Length, last.Offset + last.Length) - first.Offset);
}
