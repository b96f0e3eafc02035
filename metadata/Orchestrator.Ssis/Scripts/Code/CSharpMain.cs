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

    /// <summary>Whether a name means what it always means.</summary>
    public static bool IsKnown(string name) => Known.Contains(name);

    /// <summary>The statements of the method, and what else its class has.</summary>
    /// <param name="tokens">The text of its file.</param>
    /// <exception cref="ScriptRefusedException">They are not all of the known part.</exception>
    public static CSharpClass Of(List<CSharpToken> tokens)
    {
        var shape = new CSharpShape(tokens);
        var open = shape.Open();
        RefuseMembers(tokens, open, ScriptShape.Main);
        var at = shape.Entry(open);
        var members = CSharpMembers.Of(tokens, open);
        return new CSharpClass(
            new CSharpStatements(new CSharpCursor(tokens, at + 4), members.Types([])).Block(), members);
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
                : IsKnown(token.Text) && token.Text != ScriptShape.Results && IsDeclared(token, tokens[at + 1])))
            {
                throw new ScriptRefusedException(
                    $"its class has a '{token.Text}' of its own, which may do anything", token.Line);
            }
        }
    }

    private static bool IsConstant(CSharpToken token) => token.Kind is CSharpTokenKind.Text or CSharpTokenKind.Number
        or CSharpTokenKind.Character || token.Text is "true" or "false" or "null";

    // What stands behind the name of a member; a keyword is no name.
    private static bool IsDeclared(CSharpToken token, CSharpToken behind) =>
        token.Text is not ("string" or "int" or "long" or "bool")
        && behind.Kind == CSharpTokenKind.Sign && behind.Text is (";" or "=" or "{" or "(" or "=>" or ",");
}
