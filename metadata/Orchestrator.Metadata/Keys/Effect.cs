using Orchestrator.Metadata.Diff;

namespace Orchestrator.Metadata.Keys;

/// <summary>What a change of a key does, whatever it is changed to.</summary>
internal static class Effect
{
    public static Func<string?, ChangeEffects> None { get; } = static _ => ChangeEffects.None;

    public static Func<string?, ChangeEffects> Reloads { get; } = static _ => ChangeEffects.Reloads;

    public static Func<string?, ChangeEffects> Reshapes { get; } =
        static _ => ChangeEffects.Recreates | ChangeEffects.Reloads;
}
