namespace Orchestrator.Core.Tests.Simulation;

/// <summary>A run broke a rule, which the message names.</summary>
internal sealed class BrokenRuleException(string rule) : Exception(rule);
