using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>A key within the map that is the value of another key.</summary>
/// <param name="Key">Its name, what it takes, and its text.</param>
/// <param name="Spell">How a plan tells it; null is left out.</param>
internal sealed record KeyPart<TValue>(Key Key, Func<TValue, string?> Spell);
