namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Finds the method that a script begins with, in a class that does nothing besides when it is made.</summary>
internal static class CSharpMain
{
    private static readonly HashSet<string> Known = new(StringComparer.Ordinal)
    {
        "bool", "Boolean", "Console", "Convert", "CultureInfo", "DateTime", "Debug", "DialogResult", "Dts",
        "Directory", "DTSExecResult", "Environment", "File", "Guid", "int", "Int32", "Int64", "long", "Math",
        "MessageBox", "MessageBoxButtons", "MessageBoxDefaultButton", "MessageBoxIcon", "Microsoft", "MsgBoxStyle",
        "Path", "ScriptResults", "string", "String", "StringComparison", "System", "Trace",
    };

    private static readonly string[] Makers = ["class", "struct", "enum", "interface", "delegate", "record"];

    /// <summary>Whether a name means what it always means.</summary>
    public static bool IsKnown(string name) => Known.Contains(name);

    /// <summary>The statements of the method, and what else its class has.</summary>
    /// <param name="text">The text of its file.</param>
    /// <param name="method">What it is called.</param>
    /// <param name="others">The other files of its project.</param>
    /// <exception cref="ScriptRefusedException">They are not all of the known part.</exception>
    public static CSharpClass Of(string text, string method, IEnumerable<string> others)
    {
        var tokens = new CSharpLexer(text).Read();
        var at = Begin(tokens, method);
        var (open, name) = Around(tokens, at);
        Refuse(tokens);
        RefuseMembers(tokens, open, name);
        if (others.Any(other => other.Contains($"partial class {name}", StringComparison.Ordinal)))
        {
            throw new ScriptRefusedException("its class stands in several files", 0);
        }

        var members = CSharpMembers.Of(tokens, open);
        return new CSharpClass(
            new CSharpStatements(new CSharpCursor(tokens, at + 4), members.Types([])).Block(), members);
    }

    // `void Main()`.
    private static int Begin(List<CSharpToken> tokens, string method)
    {
        var found = Enumerable.Range(0, Math.Max(0, tokens.Count - 4)).Where(at => tokens[at].IsWord("void")
            && tokens[at + 1].IsWord(method) && tokens[at + 2].Is("(") && tokens[at + 3].Is(")")
            && tokens[at + 4].Is("{")).Take(2).ToArray();
        return found is [var only] ? only : throw new ScriptRefusedException(
            found.Length == 0 ? $"it has no method {method} without arguments" : $"it has several methods {method}", 0);
    }

    // The brace and the name of the class that it stands in.
    private static (int Open, string Name) Around(List<CSharpToken> tokens, int at)
    {
        Stack<int> open = new();
        for (var each = 0; each < at; each++)
        {
            if (tokens[each].Is("{"))
            {
                open.Push(each);
            }
            else if (tokens[each].Is("}"))
            {
                _ = open.TryPop(out _);
            }
        }

        // Between the name of a class and its brace stands what it derives from.
        var last = open.TryPeek(out var brace) ? brace - 1 : -1;
        while (last >= 0 && !tokens[last].IsWord("class") && tokens[last].Text is not ("{" or "}" or ";"))
        {
            last--;
        }

        return last >= 0 && tokens[last].IsWord("class") ? (brace, tokens[last + 1].Text)
            : throw new ScriptRefusedException("its method stands in no class", 0);
    }

    // A name that means something else here is not known.
    private static void Refuse(List<CSharpToken> tokens)
    {
        for (var at = 0; at + 2 < tokens.Count; at++)
        {
            var isMade = tokens[at].Kind == CSharpTokenKind.Word && Makers.Contains(tokens[at].Text)
                && Known.Contains(tokens[at + 1].Text) && tokens[at + 1].Text != "ScriptResults";
            if (isMade || (tokens[at].IsWord("using") && tokens[at + 2].Is("=")))
            {
                throw new ScriptRefusedException(
                    $"it gives '{tokens[at + 1].Text}' a meaning of its own", tokens[at + 1].Line);
            }
        }
    }

    // A class that is made does what its constructor and the values of its fields say.
    private static void RefuseMembers(List<CSharpToken> tokens, int open, string name)
    {
        var (braces, brackets) = (0, 0);
        for (var at = open; at + 2 < tokens.Count; at++)
        {
            var token = tokens[at];
            braces += token.Is("{") ? 1 : token.Is("}") ? -1 : 0;
            brackets += token.Is("(") || token.Is("[") ? 1 : token.Is(")") || token.Is("]") ? -1 : 0;
            if (braces == 0)
            {
                return;
            }

            if (braces > 1 || brackets > 0)
            {
                continue;
            }

            if (token.Is("=") && !(IsConstant(tokens[at + 1]) && tokens[at + 2].Text is (";" or ",")))
            {
                throw new ScriptRefusedException("a field of its class begins with something reckoned", token.Line);
            }

            if (token.Kind == CSharpTokenKind.Word && (token.Text == name ? tokens[at + 1].Is("(")
                : IsKnown(token.Text) && token.Text != "ScriptResults" && IsDeclared(tokens[at + 1])))
            {
                throw new ScriptRefusedException(
                    $"its class has a '{token.Text}' of its own, which may do anything", token.Line);
            }
        }
    }

    private static bool IsConstant(CSharpToken token) => token.Kind is CSharpTokenKind.Text or CSharpTokenKind.Number
        or CSharpTokenKind.Character || token.Text is "true" or "false" or "null";

    // What stands behind the name of a member.
    private static bool IsDeclared(CSharpToken behind) =>
        behind.Kind == CSharpTokenKind.Sign && behind.Text is (";" or "=" or "{" or "(" or "=>");
}
