namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Finds the method that a script in Visual Basic begins with, in a class that does nothing besides when it is
/// made.</summary>
internal static class BasicMain
{
    private static readonly string[] Bodies = ["Sub", "Function", "Enum", "Class", "Structure", "Module"];

    // Functions of the language, and the names that C# knows, too.
    private static readonly string[] Functions =
    [
        "MsgBox", "CStr", "CInt", "CLng", "CBool", "CDate", "UCase", "LCase", "Len", "Trim", "Now", "Today",
        "ControlChars", "vbCrLf", "vbNewLine",
    ];

    /// <summary>The statements of the method.</summary>
    /// <param name="text">The text of its file.</param>
    /// <param name="method">What it is called.</param>
    /// <exception cref="ScriptRefusedException">They are not all of the known part.</exception>
    public static CSharpNode Of(string text, string method)
    {
        var tokens = new BasicLexer(text).Read();
        var at = Begin(tokens, method);
        var around = tokens.FindLastIndex(at, token => token.IsWord("Class") || token.IsWord("Module"));
        if (around < 0 || (around > 0 && tokens[around - 1].IsWord("End")))
        {
            throw new ScriptRefusedException("its method stands in no class, or behind one", 0);
        }

        Refuse(tokens);
        RefuseMembers(tokens, around + 1);
        var cursor = new CSharpCursor(tokens, at + 4);
        var main = new BasicStatements(cursor).Block();
        return cursor.Current.IsWord("End") && cursor.Ahead(1).IsWord("Sub") ? main : throw cursor.Unknown();
    }

    // `Sub Main()`.
    private static int Begin(List<CSharpToken> tokens, string method)
    {
        var found = Enumerable.Range(0, Math.Max(0, tokens.Count - 4)).Where(at => tokens[at].IsWord("Sub")
            && tokens[at + 1].IsWord(method) && tokens[at + 2].Is("(") && tokens[at + 3].Is(")")).Take(2).ToArray();
        return found is [var only] ? only : throw new ScriptRefusedException(
            found.Length == 0 ? $"it has no method {method} without arguments" : $"it has several methods {method}", 0);
    }

    // Texts that compare without case, and names with another meaning.
    private static void Refuse(List<CSharpToken> tokens)
    {
        for (var at = 0; at + 2 < tokens.Count; at++)
        {
            if ((tokens[at].IsWord("Option") && tokens[at + 2].IsWord("Text"))
                || (tokens[at].IsWord("Imports") && tokens[at + 2].Is("="))
                || ((tokens[at].IsWord("Sub") || tokens[at].IsWord("Function"))
                    && Functions.Contains(tokens[at + 1].Text)))
            {
                throw new ScriptRefusedException("it gives its words a meaning of its own", tokens[at].Line);
            }
        }
    }

    // A class that is made does what its constructor and the values of its fields say.
    private static void RefuseMembers(List<CSharpToken> tokens, int from)
    {
        for (var at = from; at + 1 < tokens.Count && !(tokens[at].IsWord("End") && Begins(tokens, at)); at++)
        {
            var token = tokens[at];
            var isBody = token.Kind == CSharpTokenKind.Word && Bodies.Contains(token.Text);
            var name = tokens[at + 1].Text;
            var isTaken = name == "New" || (CSharpMain.IsKnown(name) && name != "ScriptResults");
            if (token.Is("=") || token.IsWord("New") || token.IsWord("Property") || token.IsWord("Declare")
                || token.IsWord("Delegate") || (isBody && isTaken))
            {
                throw new ScriptRefusedException(
                    $"its class does more than its method, as with '{token.Text}'", token.Line);
            }

            if (isBody)
            {
                at = End(tokens, at, token.Text);
            }
        }
    }

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
