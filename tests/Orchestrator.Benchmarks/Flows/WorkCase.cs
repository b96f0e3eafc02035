namespace Orchestrator.Benchmarks.Flows;

/// <summary>A flow that does some work, and a plain loop that does the same over the same data.</summary>
/// <param name="Name">What it does.</param>
/// <param name="Rows">Rows that it takes in.</param>
/// <param name="Flow">Does it for so many rows; returns the sum of what came out.</param>
/// <param name="Loop">Does the same on one thread, without a link: what no flow on one thread can be faster than.
/// </param>
internal sealed record WorkCase(string Name, long Rows, Func<long, ulong> Flow, Func<long, ulong> Loop);
