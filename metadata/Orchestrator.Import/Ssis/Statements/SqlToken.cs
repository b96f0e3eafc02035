namespace Orchestrator.Import.Ssis.Statements;

/// <summary>What a piece of a statement is.</summary>
internal enum SqlTokenKind { Word, Quoted, Text, Number, Sign, Mark, Parameter, Comment }

/// <summary>A piece of a statement with its place.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">As it is written.</param>
/// <param name="Start">Where it begins.</param>
/// <param name="Depth">How many parentheses are open around it; a parenthesis itself has that of its outside.</param>
internal readonly record struct SqlToken(SqlTokenKind Kind, string Text, int Start, int Depth)
{
    public int End => Start + Text.Length;

    /// <summary>Whether it is that word, however it is written.</summary>
    public bool Is(string word) =>
        Kind == SqlTokenKind.Word && string.Equals(Text, word, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether it is that sign.</summary>
    public bool IsSign(char sign) => Kind == SqlTokenKind.Sign && Text[0] == sign;

    /// <summary>Whether it is a name, quoted or not.</summary>
    public bool IsName => Kind is SqlTokenKind.Word or SqlTokenKind.Quoted;

    /// <summary>The name without its quotes.</summary>
    public string Name => Kind != SqlTokenKind.Quoted || Text.Length < 2 ? Text
        : Text[0] == '[' ? Text[1..^1].Replace("]]", "]", StringComparison.Ordinal)
        : Text[1..^1].Replace("\"\"", "\"", StringComparison.Ordinal);
}
