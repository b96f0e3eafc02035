using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>The turns of loops that are known before the run and stand side by side: none sees what another one sets.
/// </summary>
internal static class OtherTurns
{
    /// <summary>Whether two stand in two such turns of one loop.</summary>
    public static bool Are(DraftNode one, DraftNode other)
    {
        for (var turn = one; turn.Parent is { } loop; turn = loop)
        {
            if (turn.Turn is not null && other.IsWithin(loop))
            {
                return AreSideBySide(turn) && other != turn && !other.IsWithin(turn);
            }
        }

        return false;
    }

    /// <summary>Whether somebody stands in a turn of such a loop that is not around another one.</summary>
    public static bool IsWithinOne(DraftNode node, DraftNode other)
    {
        for (var turn = node; turn.Parent is { } loop; turn = loop)
        {
            if (turn.Turn is not null && AreSideBySide(turn) && !other.IsWithin(loop))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The outermost of such turns around somebody; null = he stands in none.</summary>
    public static DraftNode? OutermostAround(DraftNode node)
    {
        DraftNode? outermost = null;
        for (var turn = node; turn.Parent is { } loop; turn = loop)
        {
            outermost = turn.Turn is not null && AreSideBySide(turn) ? turn : outermost;
        }

        return outermost;
    }

    /// <summary>Whether the `forEach` of a project has made two of them for different values.</summary>
    public static bool AreOfProject(DraftNode one, DraftNode other) =>
        OfProject(one) is { } first && OfProject(other) is { } second && HaveOneVariable(first, second)
        && first.Key != second.Key;

    /// <summary>
    /// Of those that the `forEach` of a project has made for its values, side by side, the ones that a reader of the
    /// same `forEach` has in mind: those for his own value. Where they follow each other the latest counts, as of all
    /// others.
    /// </summary>
    public static DraftNode[] OfOwnValue(DraftNode reader, DraftNode[] setters, EndedBefore before)
    {
        DraftNode[] own = OfProject(reader) is not { } turn ? [] : [.. setters.Where(setter =>
            setter.Definition!.Enabled && OfProject(setter) is { } its && HaveOneVariable(its, turn)
            && its.Key == turn.Key)];
        return own.Length == 0 ? setters : [.. setters.Where(setter => !AreOfProject(setter, reader)
            || Array.TrueForAll(own, one => before.Holds(one, setter) || before.Holds(setter, one)))];
    }

    private static InstanceTurn? OfProject(DraftNode node) =>
        node.Definition?.Instance?.Turns is [{ Container: null } turn, ..] ? turn : null;

    private static bool HaveOneVariable(InstanceTurn one, InstanceTurn other) =>
        one.Values.Select(value => value.Variable).SequenceEqual(other.Values.Select(value => value.Variable));

    private static bool AreSideBySide(DraftNode turn) => turn.Container!.Loop!.Turns == ContainerMode.Parallel;
}
