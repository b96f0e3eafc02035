using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>What the keys of formats and of columns have in common that list words for NULL.</summary>
internal static class NullKeys
{
    /// <summary>The words that were written.</summary>
    public static IReadOnlyList<string> Read(YamlNode written) =>
        [.. ((YamlList)written).Items.OfType<YamlScalar>().Select(word => word.Text)];

    /// <summary>How a plan tells them; null = it says nothing of none.</summary>
    public static string? Spell(IReadOnlyList<string> words) => words.Count == 0 ? null : CanonicalJson.List(words);
}
