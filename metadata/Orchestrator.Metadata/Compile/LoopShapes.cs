using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What the machine is told of a loop whose turns the run finds out.</summary>
internal static class LoopShapes
{
    /// <summary>The loop of a node; null where it is none.</summary>
    public static LoopShape? Of(PlanDraft draft, DraftNode node) => node.Loop is not { } loop ? null : new LoopShape
    {
        Rows = node.RowsName is { } rows ? draft.IndexOf(rows) : -1,
        Known = loop.IsKnown ? node.Container!.KnownRows : null,
        While = node.While,
        WhileReads = node.WhileReads,
        AtMost = loop.AtMost ?? 0,
        Gives = loop.Columns,
        Key = Places(loop),
        Turns = loop.Turns,
        WrittenAt = $"{loop.At}",
        FailsOnNone = loop.OnNone == NoTurns.Fail,
    };

    private static int[] Places(LoopDefinition loop) => loop.Key.Count == 0 ? [0] : [.. loop.Key.Select(key =>
        loop.Columns.Index().First(column => column.Item.Name == key).Index)];
}
