using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Foreign;

/// <summary>What was made of another tool's files.</summary>
/// <param name="Files">The files of the solution.</param>
/// <param name="Read">How many files were read.</param>
/// <param name="Problems">What is not in the output as it was meant.</param>
internal sealed record ForeignContent(
    IReadOnlyList<ForeignFile> Files, int Read, IReadOnlyList<Diagnostic> Problems)
{
    /// <summary>Lines that stand in solution.yaml, where there is one already; each is compared without the blanks
    /// around it.</summary>
    public IReadOnlyList<string> SolutionLines { get; init; } = [];

    /// <summary>Whether something of what was read is missing from it.</summary>
    public bool IsPartial => Problems.Any(each => each.Severity == Severity.Error);
}
