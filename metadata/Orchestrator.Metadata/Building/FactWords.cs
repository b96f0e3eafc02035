using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Refuses what compares a fact with a word that it never is: it would be decided before anything ran.
/// </summary>
internal static class FactWords
{
    public static void Check(LoadContext context, YamlScalar written, Expression read)
    {
        foreach (var compared in read.Compared)
        {
            var (word, name) = (compared.Reference.Word, compared.Reference.Name);
            if (FactName.TryParse(word, name, out var fact) && fact.Words is { } words
                && !words.Contains(compared.Text))
            {
                Report(context, written, compared, words);
            }
        }
    }

    private static void Report(
        LoadContext context, YamlScalar written, ComparedText compared, IReadOnlyList<string> words)
    {
        var quotes = written.IsPlain ? 0 : 1;
        var isInPlace = written.Written is null && !written.Text.Contains('\n', StringComparison.Ordinal);
        var at = isInPlace
            ? written.At with { Column = written.At.Column + compared.Place + quotes } : written.At;
        var nearest = Nearest.Find(compared.Text, words);
        // Where something is written otherwise than it reads, a place in the text is none in the file.
        var isAsWritten = isInPlace && written.Length == written.Text.Length + (2 * quotes)
            && !compared.Text.Contains('\'', StringComparison.Ordinal);
        var fix = nearest is not null && isAsWritten
            ? new Fix(at with { Column = at.Column + 1 }, compared.Text.Length, nearest) : null;
        context.Bag.Error("ORC3661", at, $"{compared.Reference} is never '{compared.Text}'"
            + (nearest is not null && fix is null ? $": did you mean '{nearest}'?" : ""),
            $"it is one of {string.Join(", ", words)}", fix);
    }
}
