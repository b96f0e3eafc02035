using Orchestrator.Ssis.Flows.Texts;

namespace Orchestrator.Import.Ssis.Statements;

/// <summary>The call of a procedure without its EXEC, which the first statement of a batch may leave out.</summary>
internal static class BareCall
{
    /// <summary>The statement with its EXEC; as it is where it begins with something else.</summary>
    public static string WithWord(string text)
    {
        var tokens = StatementTokens.Of(text);
        return tokens.Count > 0 && tokens[0].IsName && !WrittenBareCall.Words.Any(tokens[0].Is)
            && NamedTable.Read(tokens, 0) is { } read && IsBehindName(tokens, read.Next)
            ? $"{text[..tokens[0].Start]}EXEC {text[tokens[0].Start..]}" : text;
    }

    private static bool IsBehindName(IReadOnlyList<SqlToken> tokens, int at) => at == tokens.Count
        || tokens[at].IsSign(';')
        || tokens[at].Kind is SqlTokenKind.Parameter or SqlTokenKind.Mark or SqlTokenKind.Text or SqlTokenKind.Number;
}
