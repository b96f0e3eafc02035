namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads expressions of a closed part of Visual Basic, as what they are in C#.</summary>
/// <param name="cursor">Where the reading stands.</param>
/// <param name="isLocal">Whether the method declares a name.</param>
internal sealed class BasicExpressions(CSharpCursor cursor, Func<string, bool> isLocal)
{
    private static readonly (string Said, string Is)[][] Levels =
    [
        [("Or", "||"), ("OrElse", "||")], [("And", "&&"), ("AndAlso", "&&")], [],
        [("=", "=="), ("<>", "!="), ("<", "<"), (">", ">"), ("<=", "<="), (">=", ">=")],
        [("&", "&")], [("+", "&+"), ("-", "-")], [("Mod", "%")], [("\\", "/")], [("*", "*"), ("/", "//")],
    ];

    // Not stands between those that join conditions and those that compare.
    private const int Negation = 2;

    public static bool IsName(CSharpToken token) =>
        token.Kind == CSharpTokenKind.Word && !BasicWords.IsReserved(token.Text);

    /// <summary>The whole of an expression.</summary>
    /// <exception cref="ScriptRefusedException">It is none of the known part.</exception>
    public CSharpNode Read()
    {
        cursor.Enter();
        var read = Level(0);
        cursor.Leave();
        return read;
    }

    /// <summary>Something with its members, calls and places, which a statement may be or set.</summary>
    public CSharpNode Primary()
    {
        var first = cursor.Current;
        var read = Atom();
        while (cursor.Current.Is(".") || cursor.Current.Is("("))
        {
            if (cursor.Takes("("))
            {
                read = Given(first, read, Arguments());
                continue;
            }

            cursor.Take();
            var name = cursor.Current;
            if (name.Kind != CSharpTokenKind.Word)
            {
                throw cursor.Unknown();
            }

            cursor.Take();
            read = CSharpCursor.Made(CSharpNodeKind.Member, first, name.Text, read);
            if (BasicWords.IsMethod(name.Text) && !cursor.Current.Is("("))
            {
                read = CSharpCursor.Made(CSharpNodeKind.Call, first, "", read);
            }
        }

        return read.Path is "ControlChars.CrLf" or "ControlChars.NewLine"
            ? CSharpCursor.Made(CSharpNodeKind.Text, first, "\r\n") : read;
    }

    private CSharpNode Level(int level)
    {
        if (level == Levels.Length)
        {
            return Prefixed();
        }

        var first = cursor.Current;
        if (level == Negation && first.IsWord("Not"))
        {
            cursor.Enter();
            cursor.Take();
            var negated = Level(level);
            cursor.Leave();
            return CSharpCursor.Made(CSharpNodeKind.Unary, first, "!", negated);
        }

        var left = Level(level + 1);
        while (Operator(level) is { } sign)
        {
            cursor.Take();
            left = CSharpCursor.Made(CSharpNodeKind.Binary, first, sign, left, Level(level + 1));
        }

        return left;
    }

    private string? Operator(int level) => cursor.Current.Kind is CSharpTokenKind.Sign or CSharpTokenKind.Word
        ? Levels[level].FirstOrDefault(each => each.Said == cursor.Current.Text).Is : null;

    private CSharpNode Prefixed()
    {
        var first = cursor.Current;
        if (!first.Is("-") && !first.Is("+"))
        {
            return Primary();
        }

        cursor.Enter();
        cursor.Take();
        var operand = Prefixed();
        cursor.Leave();
        return CSharpCursor.Made(CSharpNodeKind.Unary, first, first.Text, operand);
    }

    private List<CSharpNode> Arguments()
    {
        List<CSharpNode> arguments = [];
        while (!cursor.Takes(")"))
        {
            if (arguments.Count > 0)
            {
                cursor.Expect(",");
            }

            arguments.Add(Read());
        }

        return arguments;
    }

    // Places and calls look alike; what the task itself gives, and what the method declares, are places.
    private CSharpNode Given(CSharpToken at, CSharpNode of, List<CSharpNode> arguments)
    {
        var isPlace = of.Path is "Dts.Variables" or "Dts.Variables.Item" or "Dts.Connections"
            || (of.Kind == CSharpNodeKind.Name && isLocal(of.Text));
        var place = of.Path == "Dts.Variables.Item" ? of.Parts[0] : of;
        return isPlace ? CSharpCursor.Made(CSharpNodeKind.Index, at, "", [place, .. arguments])
            : (of.Kind == CSharpNodeKind.Name ? of.Text : "", arguments) switch
            {
                ("MsgBox", _) => Call(at, Member(at, Named(at, "MessageBox"), "Show"), arguments),
                ("CStr", [_]) => Call(at, Member(at, Named(at, "Convert"), "ToString"), arguments),
                ("UCase", [var text]) => Call(at, Member(at, text, "ToUpper"), []),
                ("LCase", [var text]) => Call(at, Member(at, text, "ToLower"), []),
                ("Trim", [var text]) => Call(at, Member(at, text, "Trim"), []),
                ("Len", [var text]) => Member(at, text, "Length"),
                (var name, [var value]) when BasicWords.ConvertedTo(name) is { } type =>
                    CSharpCursor.Made(CSharpNodeKind.Cast, at, type, value),
                _ => Call(at, of, arguments),
            };
    }

    private static CSharpNode Named(CSharpToken at, string name) => CSharpCursor.Made(CSharpNodeKind.Name, at, name);

    private static CSharpNode Member(CSharpToken at, CSharpNode of, string name) =>
        CSharpCursor.Made(CSharpNodeKind.Member, at, name, of);

    private static CSharpNode Call(CSharpToken at, CSharpNode of, List<CSharpNode> arguments) =>
        CSharpCursor.Made(CSharpNodeKind.Call, at, "", [of, .. arguments]);

    private CSharpNode Atom()
    {
        var first = cursor.Current;
        if (cursor.Takes("("))
        {
            var within = Read();
            cursor.Expect(")");
            return within;
        }

        cursor.Take();
        return first.Kind switch
        {
            CSharpTokenKind.Text => CSharpCursor.Made(CSharpNodeKind.Text, first, first.Text),
            CSharpTokenKind.Character when first.Text.Length == 1 =>
                CSharpCursor.Made(CSharpNodeKind.Character, first, first.Text),
            CSharpTokenKind.Number => CSharpCursor.Made(CSharpNodeKind.Number, first, first.Text),
            CSharpTokenKind.Word => OfWord(first),
            _ => throw new ScriptRefusedException($"'{first.Text.Trim()}' is not read there", first.Line),
        };
    }

    private CSharpNode OfWord(CSharpToken word) => word.Text switch
    {
        "True" or "False" => CSharpCursor.Made(CSharpNodeKind.Flag, word, word.Text),
        "Nothing" => CSharpCursor.Made(CSharpNodeKind.Null, word, ""),
        "vbCrLf" or "vbNewLine" => CSharpCursor.Made(CSharpNodeKind.Text, word, "\r\n"),
        "Now" or "Today" when !isLocal(word.Text) => Member(word, Named(word, "DateTime"), word.Text),
        "CType" or "DirectCast" => Cast(word),
        _ when IsName(word) => Named(word, word.Text),
        _ => throw new ScriptRefusedException($"'{word.Text}' is not read there", word.Line),
    };

    private CSharpNode Cast(CSharpToken at)
    {
        cursor.Expect("(");
        var value = Read();
        cursor.Expect(",");
        List<string> names = [];
        do
        {
            names.Add(IsName(cursor.Current) ? cursor.Take().Text : throw cursor.Unknown());
        }
        while (cursor.Takes("."));

        cursor.Expect(")");
        return CSharpCursor.Made(CSharpNodeKind.Cast, at,
            BasicWords.TypeOf(ScriptTypes.Of(string.Join('.', names), at.Line)), value);
    }
}
