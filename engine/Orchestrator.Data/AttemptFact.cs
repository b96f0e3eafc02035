namespace Orchestrator.Data;

/// <summary>A fact of an attempt, for all who keep what it has moved: the ledger, and a target with hooks.</summary>
/// <typeparam name="T">A number or a text.</typeparam>
/// <param name="Column">Its column in the ledger.</param>
/// <param name="Of">What an attempt has to tell of it.</param>
/// <param name="Into">The same with another value of it.</param>
public sealed record AttemptFact<T>(string Column, Func<AttemptWork, T> Of, Func<AttemptWork, T, AttemptWork> Into);
