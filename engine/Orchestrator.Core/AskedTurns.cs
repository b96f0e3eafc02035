namespace Orchestrator.Core;

/// <summary>The turns of a loop for which runs were asked that another one continues.</summary>
/// <param name="Keys">Those that are meant, as <see cref="TurnSelection"/> reads them.</param>
/// <param name="Why">What is recorded of a package in another turn, which is Done from the start.</param>
public sealed record AskedTurns(IReadOnlyList<string> Keys, string Why);
