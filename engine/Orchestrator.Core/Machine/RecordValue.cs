using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>
/// Record what an attempt has set, in the commit that says that it succeeded. The value belongs to that success: where
/// it is lost, so is the value.
/// </summary>
/// <param name="At">Time since the run began.</param>
/// <param name="Node">Index of the package that set it.</param>
/// <param name="Attempt">Number of its attempt.</param>
/// <param name="Variable">Index into <see cref="Plan.Variables"/>.</param>
/// <param name="Value">What it is from now on to whoever reads it of this package.</param>
public sealed record RecordValue(TimeSpan At, int Node, int Attempt, int Variable, RunValue Value) : RunCommand;
