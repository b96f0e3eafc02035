namespace Orchestrator.Metadata.Selection;

/// <summary>One condition of an expression: `2+tag:core+`.</summary>
/// <param name="Option">The option that it was given to, for messages.</param>
/// <param name="Expression">The whole text of the option.</param>
/// <param name="Column">Where it begins in that text, from 1.</param>
/// <param name="Method">The word before the colon; "name" where there is none.</param>
/// <param name="Value">What stands behind it.</param>
/// <param name="Upstream">How many data edges back; 0 = none, <see cref="All"/> = all the way.</param>
/// <param name="Downstream">How many data edges forth.</param>
internal sealed record Term(
    string Option, string Expression, int Column, string Method, string Value, int Upstream, int Downstream)
{
    public const int All = int.MaxValue;
}
