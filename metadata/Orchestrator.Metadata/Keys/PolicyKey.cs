using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>A policy of the guard: the key that writes it, and the property that holds it.</summary>
/// <param name="Key">Its name, what it takes, and its text.</param>
/// <param name="Get">The policy.</param>
/// <param name="Set">The policies with another value of it.</param>
internal sealed record PolicyKey(
    Key Key, Func<Policies, Setting<Policy>> Get, Func<Policies, Setting<Policy>, Policies> Set)
{
    public string Name => Key.Name;
}
