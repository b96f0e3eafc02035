using System.Text;

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>
/// Writes drafts as a person would: short things in one line, statements as blocks, the rest below one another. The
/// same draft gives the same text.
/// </summary>
internal static class DraftYaml
{
    private const int WidthMax = 116;
    private const int Step = 2;

    /// <summary>The lines of a map, each entry in its order.</summary>
    public static string Of(DraftMap map)
    {
        var text = new StringBuilder();
        Entries(text, map, 0, isInList: false);
        return text.ToString();
    }

    /// <summary>A text behind a `#`, each of its lines, without what would end a comment or hide something.</summary>
    public static IEnumerable<string> Comment(string text) => text.ReplaceLineEndings("\n").Split('\n')
        .Select(line => "# " + string.Concat(line.Select(c => char.IsControl(c) || char.IsSurrogate(c) ? ' ' : c)))
        .Select(line => line.TrimEnd());

    private static void Entries(StringBuilder text, DraftMap map, int indent, bool isInList)
    {
        var isFirst = isInList;
        foreach (var entry in map.Entries)
        {
            text.Append(' ', isFirst ? 0 : indent);
            isFirst = false;
            var key = YamlText.Of(entry.Key);
            text.Append(key).Append(':');
            Value(text, entry.Value, indent, indent + key.Length + 2);
        }
    }

    private static void Value(StringBuilder text, DraftPart value, int indent, int column)
    {
        if (value is DraftText { Text: var block } && IsBlock(block))
        {
            Block(text, block, indent + Step);
        }
        else if (Flow(value) is { } flow && (column + flow.Length <= WidthMax || value is DraftText or DraftBare))
        {
            text.Append(' ').Append(flow).Append('\n');
        }
        else if (value is DraftMap map)
        {
            text.Append('\n');
            Entries(text, map, indent + Step, isInList: false);
        }
        else if (value is DraftList list)
        {
            text.Append('\n');
            Items(text, list, indent + Step);
        }
    }

    private static void Items(StringBuilder text, DraftList list, int indent)
    {
        foreach (var item in list.Items)
        {
            text.Append(' ', indent).Append("- ");
            if (Flow(item) is { } flow && (indent + Step + flow.Length <= WidthMax || item is DraftText or DraftBare))
            {
                text.Append(flow).Append('\n');
            }
            else if (item is DraftMap map)
            {
                Entries(text, map, indent + Step, isInList: true);
            }
            else
            {
                text.Append(Quoted(item)).Append('\n');
            }
        }
    }

    private static string Quoted(DraftPart item) => item switch
    {
        DraftText one => YamlText.Of(one.Text),
        DraftList list => $"[{string.Join(", ", list.Items.Select(Quoted))}]",
        DraftMap map => $"{{{string.Join(", ", map.Entries.Select(each => $"{each.Key}: {Quoted(each.Value)}"))}}}",
        DraftBare bare => bare.Text,
        _ => "",
    };

    /// <summary>In one line; null where something in it wants a block.</summary>
    private static string? Flow(DraftPart value)
    {
        switch (value)
        {
            case DraftText text:
                return IsBlock(text.Text) ? null : YamlText.Of(text.Text);
            case DraftBare bare:
                return bare.Text;
            case DraftList list:
                string?[] items = [.. list.Items.Select(Flow)];
                return items.Contains(null) ? null : $"[{string.Join(", ", items)}]";
            case DraftMap map:
                string?[] entries =
                [
                    .. map.Entries.Select(each =>
                        Flow(each.Value) is { } flow ? $"{YamlText.Of(each.Key)}: {flow}" : null),
                ];
                return entries.Contains(null) ? null : $"{{{string.Join(", ", entries)}}}";
            default:
                return null;
        }
    }

    // What a block cannot keep as it is stands in quotes.
    private static bool IsBlock(string text) => text.Contains('\n', StringComparison.Ordinal)
        && text.Length > 0 && !char.IsWhiteSpace(text[0]) && !text.EndsWith("\n\n", StringComparison.Ordinal)
        && text.All(c => c == '\n' || c == '\t' || (!char.IsControl(c) && !char.IsSurrogate(c)
            && c is not ('\u2028' or '\u2029' or '\uFEFF')));

    private static void Block(StringBuilder text, string block, int indent)
    {
        text.Append(block.EndsWith('\n') ? " |\n" : " |-\n");
        foreach (var line in block.TrimEnd('\n').Split('\n'))
        {
            if (line.Length > 0)
            {
                text.Append(' ', indent).Append(line);
            }

            text.Append('\n');
        }
    }
}
