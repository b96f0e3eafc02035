namespace Orchestrator.Packages.Shape;

/// <summary>The target as a load has found it, fit to be written.</summary>
/// <param name="Exists">Whether it is there.</param>
/// <param name="LeftAlone">Names of its columns that the load neither writes nor changes.</param>
internal sealed record CheckedShape(bool Exists, IReadOnlyList<string> LeftAlone);
