namespace Orchestrator.Data;

/// <summary>How a database is asked for what the engine made in it. All columns are text.</summary>
/// <param name="Objects">The tables and views of the engine's own, a ledger's among them: name and kind.</param>
/// <param name="Loads">
/// The register of load tables, which is there: name, schema and name of the target, attempt.
/// </param>
/// <param name="Clock">The server's time in microseconds since 1970; empty where it is this machine's.</param>
public sealed record OwnQuestions(string Objects, string Loads, string Clock = "");
