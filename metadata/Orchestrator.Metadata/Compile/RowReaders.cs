using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Who reads the rows of a table that a package writes, behind that package.</summary>
internal sealed class RowReaders(PlanDraft draft)
{
    private readonly ILookup<int, DraftNode> _behind = draft.Nodes
        .Where(node => node.Definition is { Enabled: true })
        .SelectMany(node => node.Reads.Select(read => (Read: read, Node: node)))
        .ToLookup(each => each.Read, each => each.Node);

    /// <summary>Whether that happens in the same turn, so that the next one has no use for the rows.</summary>
    public bool IsReadInTurn(DraftNode writer) => _behind[writer.Index].Any(reader =>
        writer.Parent is { } turn && (reader.Parent == turn || reader.IsWithin(turn))
        && Names(reader.Definition!, writer.Definition!.Target.Name));

    // Whoever waits for a package is held to read it: here its table has to be named.
    private static bool Names(ObjectDefinition reader, string table)
    {
        string?[] texts = [reader.Source?.Query?.Text, reader.Sql?.Text];
        return string.Equals(reader.Source?.Name, table, StringComparison.OrdinalIgnoreCase)
            || (table.Length > 0 && Array.Exists(texts, text =>
                text?.Contains(table, StringComparison.OrdinalIgnoreCase) == true));
    }
}
