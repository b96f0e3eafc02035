using Orchestrator.Core;

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

    private static bool AreSideBySide(DraftNode turn) => turn.Container!.Loop!.Turns == ContainerMode.Parallel;
}
