using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>A pattern of LIKE over a sheet, whatever the case: texts and digits (`[0-9]`) at the begin, or a text at
/// the end or anywhere.</summary>
internal static class WrittenPattern
{
    private const string Digit = "[0-9]";
    private const string Special = "%_[]*?#";

    /// <summary>The condition, as an expression, that holds where a column is like it; null of any other pattern.
    /// </summary>
    /// <param name="column">The column, as expressions name it.</param>
    /// <param name="pattern">Without its quotes.</param>
    public static string? Condition(string column, string pattern)
    {
        var upper = $"UPPER({column})";
        var (isOpen, isOpenBefore) = (pattern.EndsWith('%'), pattern.StartsWith('%') && pattern.Length > 1);
        var text = pattern[(isOpenBefore ? 1 : 0)..(isOpen ? ^1 : ^0)];
        return !isOpenBefore ? isOpen ? FromBegin(column, upper, text) : null
            : text.Length == 0 || !IsPlain(text) ? null
            : isOpen ? $"FINDSTRING({upper},{Upper(text)},1) > 0"
            : $"RIGHT({upper},{text.Length}) == {Upper(text)}";
    }

    private static string? FromBegin(string column, string upper, string text)
    {
        List<string> conditions = [];
        var place = 1;
        for (var at = 0; at < text.Length;)
        {
            if (text[at..].StartsWith(Digit, StringComparison.Ordinal))
            {
                var sign = $"SUBSTRING({column},{place},1)";
                conditions.Add($"{sign} >= \"0\" && {sign} <= \"9\"");
                (at, place) = (at + Digit.Length, place + 1);
                continue;
            }

            var end = text.IndexOf('[', at) is var found && found >= 0 ? found : text.Length;
            if (end == at || !IsPlain(text[at..end]))
            {
                return null;
            }

            conditions.Add($"SUBSTRING({upper},{place},{end - at}) == {Upper(text[at..end])}");
            (at, place) = (end, place + end - at);
        }

        return conditions.Count == 0 ? null : string.Join(" && ", conditions);
    }

    private static bool IsPlain(string text) => !text.Any(each => Special.Contains(each, StringComparison.Ordinal));

    private static string Upper(string text) => $"UPPER({SsisStringLiteral.Write(text)})";
}
