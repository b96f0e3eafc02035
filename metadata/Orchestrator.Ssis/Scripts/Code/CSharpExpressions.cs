namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads expressions of a closed part of C#.</summary>
internal sealed class CSharpExpressions(CSharpCursor cursor, int holes = 0)
{
    // Texts with holes within holes.
    private const int HolesMax = 3;

    private static readonly string[][] Levels =
        [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]];

    private static readonly HashSet<string> TypeWords = new(StringComparer.Ordinal)
    {
        "bool", "byte", "char", "decimal", "double", "float", "int", "long", "object", "sbyte", "short", "string",
        "uint", "ulong", "ushort",
    };

    // What begins or is something else than a name.
    private static readonly HashSet<string> Reserved = new(StringComparer.Ordinal)
    {
        "as", "await", "base", "break", "case", "catch", "checked", "class", "const", "continue", "default", "delegate",
        "do", "else", "enum", "event", "finally", "fixed", "for", "foreach", "goto", "if", "in", "is", "lock", "new",
        "out", "params", "ref", "return", "sizeof", "stackalloc", "static", "struct", "switch", "this", "throw", "try",
        "typeof", "unchecked", "unsafe", "using", "volatile", "while", "yield",
    };

    /// <summary>Whether a token is a name or a type.</summary>
    public static bool IsName(CSharpToken token) =>
        token.Kind == CSharpTokenKind.Word && !Reserved.Contains(token.Text);

    /// <summary>The whole of an expression.</summary>
    /// <exception cref="ScriptRefusedException">It is none of the known part.</exception>
    public CSharpNode Read()
    {
        cursor.Enter();
        var first = cursor.Current;
        var read = Binary(0);
        if (cursor.Takes("?"))
        {
            var then = Read();
            cursor.Expect(":");
            read = CSharpCursor.Made(CSharpNodeKind.Choice, first, "", read, then, Read());
        }

        cursor.Leave();
        return read;
    }

    /// <summary>Something with its members, calls and places, which a statement may be or set.</summary>
    public CSharpNode Primary()
    {
        var first = cursor.Current;
        var read = Atom();
        while (cursor.Current.Is(".") || cursor.Current.Is("(") || cursor.Current.Is("["))
        {
            var sign = cursor.Take().Text;
            if (sign == ".")
            {
                var name = cursor.Current;
                read = IsName(name) ? CSharpCursor.Made(CSharpNodeKind.Member, first, name.Text, read)
                    : throw cursor.Unknown();
                cursor.Take();
            }
            else
            {
                read = CSharpCursor.Made(sign == "(" ? CSharpNodeKind.Call : CSharpNodeKind.Index, first, "",
                    [read, .. Arguments(sign == "(" ? ")" : "]")]);
            }
        }

        return read;
    }

    private List<CSharpNode> Arguments(string end)
    {
        List<CSharpNode> arguments = [];
        while (!cursor.Takes(end))
        {
            if (arguments.Count > 0)
            {
                cursor.Expect(",");
            }

            var first = cursor.Current;
            if (first.IsWord("ref") || first.IsWord("out"))
            {
                cursor.Take();
                arguments.Add(CSharpCursor.Made(CSharpNodeKind.Reference, first, first.Text, Read()));
            }
            else
            {
                arguments.Add(Read());
            }
        }

        return arguments;
    }

    // Operators of one level are read in a loop, from left to right; only tighter ones are read within.
    private CSharpNode Binary(int level)
    {
        if (level == Levels.Length)
        {
            return Prefixed();
        }

        var first = cursor.Current;
        var left = Binary(level + 1);
        while (cursor.Current.Kind == CSharpTokenKind.Sign && Levels[level].Contains(cursor.Current.Text))
        {
            var sign = cursor.Take().Text;
            left = CSharpCursor.Made(CSharpNodeKind.Binary, first, sign, left, Binary(level + 1));
        }

        return left;
    }

    private CSharpNode Prefixed()
    {
        var first = cursor.Current;
        if (first.Is("-") || first.Is("!") || first.Is("+"))
        {
            cursor.Enter();
            cursor.Take();
            var operand = Prefixed();
            cursor.Leave();
            return CSharpCursor.Made(CSharpNodeKind.Unary, first, first.Text, operand);
        }

        if (first.Is("(") && CastType() is { } type)
        {
            cursor.Enter();
            var operand = Prefixed();
            cursor.Leave();
            return CSharpCursor.Made(CSharpNodeKind.Cast, first, type, operand);
        }

        var read = Primary();
        if (cursor.Current.IsWord("as"))
        {
            cursor.Take();
            read = IsName(cursor.Current) ? CSharpCursor.Made(CSharpNodeKind.As, first,
                ScriptTypes.Of(cursor.Current.Text, cursor.Take().Line), read) : throw cursor.Unknown();
        }

        return read;
    }

    // `(int) a` is a cast, and so is `(A.B) a`; `(a) + 1` is none.
    private string? CastType()
    {
        var length = 1;
        while (cursor.Ahead(length + 1).Is(".") && IsName(cursor.Ahead(length)))
        {
            length += 2;
        }

        var name = cursor.Ahead(length);
        var behind = cursor.Ahead(length + 2);
        if (!IsName(name) || !cursor.Ahead(length + 1).Is(")")
            || !(TypeWords.Contains(name.Text) || behind.Is("(")
                || behind.Kind is not (CSharpTokenKind.Sign or CSharpTokenKind.End))
            || behind.IsWord("as") || behind.IsWord("is"))
        {
            return null;
        }

        List<string> names = [];
        for (var taken = 0; taken < length + 2; taken++)
        {
            names.Add(cursor.Take().Text);
        }

        return ScriptTypes.Of(string.Concat(names[1..^1]), name.Line);
    }

    private CSharpNode Atom()
    {
        var first = cursor.Current;
        if (cursor.Takes("("))
        {
            var within = Read();
            cursor.Expect(")");
            return within;
        }

        if (IsEmptyList())
        {
            for (var taken = 0; taken < 5; taken++)
            {
                cursor.Take();
            }

            return CSharpCursor.Made(CSharpNodeKind.Empty, first, "");
        }

        if (first.IsWord("this") && cursor.Ahead(1).Is(".") && IsName(cursor.Ahead(2)))
        {
            cursor.Take();
            cursor.Take();
            var name = cursor.Take().Text;
            return CSharpCursor.Made(CSharpNodeKind.Name, first, name == "Dts" ? name : CSharpMembers.Own + name);
        }

        var kind = first.Kind switch
        {
            CSharpTokenKind.Text => CSharpNodeKind.Text,
            CSharpTokenKind.Character => CSharpNodeKind.Character,
            CSharpTokenKind.Number => CSharpNodeKind.Number,
            CSharpTokenKind.Word when first.Text is "true" or "false" => CSharpNodeKind.Flag,
            CSharpTokenKind.Word when first.Text == "null" => CSharpNodeKind.Null,
            CSharpTokenKind.Word when IsName(first) => CSharpNodeKind.Name,
            CSharpTokenKind.Joined or CSharpTokenKind.JoinedVerbatim => CSharpNodeKind.Joined,
            _ => throw cursor.Unknown(),
        };
        cursor.Take();
        return kind == CSharpNodeKind.Joined
            ? CSharpCursor.Made(kind, first, "", [.. CSharpHoles.Of(first).Select(each => Hole(each, first))])
            : CSharpCursor.Made(kind, first, first.Text);
    }

    // `new byte[0]`, as a log takes it.
    private bool IsEmptyList() => cursor.Current.IsWord("new")
        && cursor.Ahead(1) is { Kind: CSharpTokenKind.Word } type && TypeWords.Contains(type.Text)
        && cursor.Ahead(2).Is("[")
        && cursor.Ahead(3) is { Kind: CSharpTokenKind.Number, Text: "0" } && cursor.Ahead(4).Is("]");

    private CSharpNode Hole(CSharpHole hole, CSharpToken at)
    {
        if (hole.Code is not { } code)
        {
            return CSharpCursor.Made(CSharpNodeKind.Text, at, hole.Text);
        }

        if (holes == HolesMax)
        {
            throw new ScriptRefusedException("texts with holes lie within one another", at.Line);
        }

        var inner = new CSharpCursor(new CSharpLexer(code, at.Line).Read());
        var read = new CSharpExpressions(inner, holes + 1).Read();
        return inner.Current.Kind == CSharpTokenKind.End
            ? CSharpCursor.Made(CSharpNodeKind.Hole, at, hole.Text, read) : throw inner.Unknown();
    }
}
