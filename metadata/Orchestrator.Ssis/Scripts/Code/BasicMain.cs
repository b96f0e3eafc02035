namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Finds the method that a script in Visual Basic begins with, in a class that does nothing besides when it is
/// made.</summary>
internal static class BasicMain
{
    private const string Method = "Main";

    private static readonly string[] Others =
    [
        "New", "Property", "Declare", "Delegate", "Class", "Structure", "Module", "Interface", "Event", "Operator",
        "Overrides", "WithEvents", "Handles", "Implements", "Namespace",
    ];

    // Functions of the language, and the names that C# knows, too.
    private static readonly string[] Functions =
    [
        "MsgBox", "CStr", "CInt", "CLng", "CBool", "CDate", "UCase", "LCase", "Len", "Trim", "Now", "Today",
        "ControlChars", "vbCrLf", "vbNewLine",
    ];

    /// <summary>The statements of the method.</summary>
    /// <param name="tokens">The text of its file.</param>
    /// <exception cref="ScriptRefusedException">They are not all of the known part.</exception>
    public static CSharpNode Of(List<CSharpToken> tokens)
    {
        var at = RefuseMembers(tokens, new BasicShape(tokens).Begin());
        var cursor = new CSharpCursor(tokens, at + 4);
        var main = new BasicStatements(cursor).Block();
        return cursor.Current.IsWord("End") && cursor.Ahead(1).IsWord("Sub") ? main : throw cursor.Unknown();
    }

    // A class that is made does what its constructor and the values of its fields say. The place of its method.
    private static int RefuseMembers(List<CSharpToken> tokens, int from)
    {
        var (main, results) = (-1, false);
        var at = from;
        for (; at + 1 < tokens.Count && !(tokens[at].IsWord("End") && Begins(tokens, at)); at++)
        {
            var token = tokens[at];
            var name = tokens[at + 1];
            if (IsOther(token) || (IsTaken(token) && !IsType(tokens[at - 1])))
            {
                throw More(token);
            }

            if (!IsOne(token, "Sub") && !IsOne(token, "Function") && !IsOne(token, "Enum"))
            {
                continue;
            }

            var end = End(tokens, at, token.Text);
            var isMain = name.IsWord(Method);
            if (name.IsWord("New") || IsTaken(name) || (isMain && main >= 0))
            {
                throw isMain ? new ScriptRefusedException($"it has several methods {Method}", name.Line) : More(token);
            }

            if (token.IsWord("Enum"))
            {
                results = results || !IsResults(tokens, at, end) ? throw More(token) : true;
            }

            main = isMain ? at : main;
            at = end;
        }

        // Nothing stands behind the class.
        var isOver = tokens[at].IsWord("End") && tokens[at + 1].IsWord("Class") && tokens.FindIndex(at + 2, token =>
            !token.Is(BasicLexer.Line) && token.Kind != CSharpTokenKind.End) < 0;
        return !isOver ? throw new ScriptRefusedException(
                $"its text is more than the one class {ScriptShape.Main} of a script", tokens[at].Line)
            : !results && tokens.Exists(token => token.IsWord(ScriptShape.Results))
                ? throw new ScriptRefusedException($"nothing says what {ScriptShape.Results} are", 0)
            : main >= 0 && tokens[main].IsWord("Sub") && tokens[main + 2].Is("(") && tokens[main + 3].Is(")")
                && tokens[main + 4].Is(BasicLexer.Line) ? main
            : throw new ScriptRefusedException($"it has no method {Method} without arguments", 0);
    }

    private static bool IsOther(CSharpToken token) => token.Is("=") || Array.Exists(Others, each => IsOne(token, each));

    // A name that is known, and where a type stands.
    private static bool IsTaken(CSharpToken token) => token.Kind == CSharpTokenKind.Word
        && (CSharpMain.IsKnown(token.Text) || Array.Exists(Functions, each => IsOne(token, each)))
        && token.Text != ScriptShape.Results && !IsOne(token, "String") && !IsOne(token, "Boolean");

    private static bool IsType(CSharpToken before) => before.IsWord("As") || before.Is(".") || before.IsWord("Of")
        || before.Is("<");

    private static bool IsResults(List<CSharpToken> tokens, int at, int end) =>
        tokens[at + 1].IsWord(ScriptShape.Results) && tokens[at + 2].Is(BasicLexer.Line) && ScriptShape.AreResults(
            string.Concat(tokens[(at + 3)..(end - 1)].Select(each => each.Is(BasicLexer.Line) ? "," : each.Text)));

    private static bool IsOne(CSharpToken token, string word) =>
        token.Kind == CSharpTokenKind.Word && token.Text.Equals(word, StringComparison.OrdinalIgnoreCase);

    private static ScriptRefusedException More(CSharpToken token) =>
        new($"its class does more than its method, as with '{token.Text}'", token.Line);

    // Where the body of a member ends: at its last word.
    private static int End(List<CSharpToken> tokens, int at, string word)
    {
        for (var next = at + 1; next + 1 < tokens.Count; next++)
        {
            if (tokens[next].IsWord("End") && Begins(tokens, next) && tokens[next + 1].IsWord(word))
            {
                return next + 1;
            }
        }

        throw new ScriptRefusedException($"'{word}' has no end", tokens[at].Line);
    }

    private static bool Begins(List<CSharpToken> tokens, int at) => at == 0 || tokens[at - 1].Is(BasicLexer.Line);
}
