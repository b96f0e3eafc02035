namespace Orchestrator.Cli.Grammar;

/// <summary>The value of an option and where it comes from: "--grace", "ORCHESTRATOR_GRACE" or "default".</summary>
internal readonly record struct Resolved<T>(T Value, string From);
