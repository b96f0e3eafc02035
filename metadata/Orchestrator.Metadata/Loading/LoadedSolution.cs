using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Loading;

/// <summary>What came of reading a solution.</summary>
/// <param name="Solution">The solution; null where an error stands among the diagnostics.</param>
/// <param name="Diagnostics">Every mistake and warning, ordered by file, line, column and code.</param>
public sealed record LoadedSolution(Solution? Solution, IReadOnlyList<Diagnostic> Diagnostics);
