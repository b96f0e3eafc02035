using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes of each object one for each turn: of the project's `forEach`, and of those of containers.</summary>
internal static class LoopTurns
{
    /// <summary>The objects for each turn, those of one object beside each other.</summary>
    public static IReadOnlyList<EffectiveObject> Of(
        IReadOnlyList<EffectiveObject> objects, IReadOnlyList<InstanceTurn> turns) =>
        [.. objects.SelectMany(one => turns.Select(turn => In(one, [turn])))];

    /// <summary>An object in a turn of each of some loops, the outermost first.</summary>
    public static EffectiveObject In(EffectiveObject one, IReadOnlyList<InstanceTurn> turns)
    {
        IReadOnlyList<InstanceTurn> around = one.Instance?.Turns ?? [];
        var instance = new Instance(one.WrittenName, [.. around, .. turns]);
        return one with { Name = instance.Name, Instance = instance };
    }
}
