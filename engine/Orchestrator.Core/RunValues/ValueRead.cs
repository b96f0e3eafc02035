namespace Orchestrator.Core.RunValues;

/// <summary>
/// Whose value of a variable a node reads. Which package set it last is a fact of the plan, not of who was faster: the
/// value is that of the first of these setters that ended well, also in a retry.
/// </summary>
/// <param name="Variable">Index into <see cref="Plan.Variables"/>.</param>
/// <param name="Setters">Indices of the packages that may set it before the reader starts, the latest first.</param>
public sealed record ValueRead(int Variable, IReadOnlyList<int> Setters);
