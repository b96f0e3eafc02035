using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Yaml;

/// <summary>A piece of YAML with its place; aliases are resolved, so that a node may stand in several places.</summary>
/// <param name="At">Where it begins.</param>
/// <param name="Length">Characters of its first line that belong to it.</param>
internal abstract record YamlNode(Origin At, int Length);

/// <summary>Text, a number, a word: what it means is for the reader to say.</summary>
internal sealed record YamlScalar(Origin At, int Length, string Text, bool IsPlain) : YamlNode(At, Length)
{
    /// <summary>The text as it stands in the file where variables were put in; null where it is Text.</summary>
    public string? Written { get; init; }

    /// <summary>Whether it is the core schema's null: nothing at all, `~` or `null`.</summary>
    public bool IsNull => IsPlain && Text is "" or "~" or "null" or "Null" or "NULL";
}

/// <summary>A sequence.</summary>
internal sealed record YamlList(Origin At, int Length, IReadOnlyList<YamlNode> Items) : YamlNode(At, Length)
{
    /// <summary>Whether items were written and refused: a list that has lost all of them is not to be called empty.
    /// </summary>
    public bool HasRefused { get; init; }
}

/// <summary>A map; its keys are text and stand once each.</summary>
internal sealed record YamlMap(Origin At, int Length, IReadOnlyList<YamlEntry> Entries) : YamlNode(At, Length)
{
    /// <summary>Keys that were written and refused: what they would have said is not to be called missing.</summary>
    public IReadOnlyList<string> Refused { get; init; } = [];

    public YamlEntry? Entry(string key)
    {
        foreach (var entry in Entries)
        {
            if (entry.Key.Text == key)
            {
                return entry;
            }
        }

        return null;
    }

    public YamlNode? this[string key] => Entry(key)?.Value;
}

/// <summary>A key with its value.</summary>
internal sealed record YamlEntry(YamlScalar Key, YamlNode Value);
