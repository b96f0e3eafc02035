using System.Text.RegularExpressions;

namespace Orchestrator.Core.Expressions;

/// <summary>What a piece of the text is.</summary>
internal enum TokenForm { Sign, Word, Number, Quoted, Reference }

/// <summary>A piece of the text of an expression.</summary>
/// <param name="Form">What it is; what is nothing known is a sign.</param>
/// <param name="Text">As it stands there.</param>
/// <param name="Place">Where, from 0.</param>
internal sealed partial record ExpressionToken(TokenForm Form, string Text, int Place)
{
    /// <summary>Of a reference: what stands before the colon.</summary>
    public string Word { get; private init; } = "";

    /// <summary>Of a reference: what stands behind the colon.</summary>
    public string Name { get; private init; } = "";

    public bool IsComparison => Form == TokenForm.Sign && Text is "=" or "<>" or "<" or "<=" or ">" or ">=";

    public static IReadOnlyList<ExpressionToken> AllOf(string text) => [.. Pattern().Matches(text).Select(Of)];

    private static ExpressionToken Of(Match match) => new(FormOf(match), match.Value, match.Index)
    {
        Word = match.Groups["kind"].Value,
        Name = match.Groups["name"].Value,
    };

    private static TokenForm FormOf(Match match) =>
        match.Groups["kind"].Success ? TokenForm.Reference
        : match.Groups["quoted"].Success ? TokenForm.Quoted
        : match.Groups["number"].Success ? TokenForm.Number
        : match.Groups["word"].Success ? TokenForm.Word
        : TokenForm.Sign;

    // A number ends where neither a letter nor another point follows: 7or is none.
    [GeneratedRegex(@"\$\{(?<kind>[^}:]*):(?<name>[^}]*)\}|(?<quoted>'([^']|'')*')"
        + @"|(?<number>([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)(?![\w.])"
        + @"|<>|<=|>=|\|\||(?<word>[A-Za-z_][A-Za-z0-9_]*)|[^\s]", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
