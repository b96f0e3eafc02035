namespace Orchestrator.Core.RunValues;

/// <summary>A turn that a loop had in an earlier run.</summary>
/// <param name="Key">What told it from the other turns of its loop.</param>
/// <param name="Row">What it was given, as <see cref="GivenTurn.Row"/> says it.</param>
public sealed record TurnThen(string Key, string Row);
