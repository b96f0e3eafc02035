namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads statements of a closed part of Visual Basic, as what they are in C#.</summary>
internal sealed class BasicStatements
{
    private const string Any = "object";

    private readonly CSharpCursor _cursor;
    private readonly BasicExpressions _expressions;
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);

    public BasicStatements(CSharpCursor cursor)
    {
        _cursor = cursor;
        _expressions = new BasicExpressions(cursor, _types.ContainsKey);
    }

    /// <summary>The statements up to the words that end them, which are not taken.</summary>
    /// <exception cref="ScriptRefusedException">Something of it is not of the known part.</exception>
    public CSharpNode Block()
    {
        _cursor.Enter();
        var first = _cursor.Current;
        List<CSharpNode> statements = [];
        while (!IsEnd())
        {
            if (!_cursor.Takes(BasicLexer.Line))
            {
                statements.AddRange(Statement());
            }
        }

        _cursor.Leave();
        return CSharpCursor.Made(CSharpNodeKind.Block, first, "", [.. statements]);
    }

    private bool IsEnd() => _cursor.Current.Kind == CSharpTokenKind.End
        || (_cursor.Current.Kind == CSharpTokenKind.Word
            && _cursor.Current.Text is "End" or "Else" or "ElseIf" or "Catch" or "Finally");

    private List<CSharpNode> Statement()
    {
        var first = _cursor.Current;
        if (first.IsWord("Dim") || first.IsWord("Const"))
        {
            return Locals();
        }

        List<CSharpNode> read = first.Kind != CSharpTokenKind.Word ? [Simple()] : first.Text switch
        {
            "If" => [If()],
            "Try" => [Try()],
            "Return" => [Ending(CSharpNodeKind.Return, 1)],
            "Exit" when _cursor.Ahead(1).IsWord("Sub") => [Ending(CSharpNodeKind.Return, 2)],
            "Throw" => [Thrown()],
            _ => [Simple()],
        };
        _cursor.Expect(BasicLexer.Line);
        return read;
    }

    private void Words(params string[] words)
    {
        foreach (var word in words)
        {
            if (!_cursor.Current.IsWord(word))
            {
                throw _cursor.Unknown();
            }

            _cursor.Take();
        }
    }

    private CSharpNode If()
    {
        var first = _cursor.Take();
        var condition = _expressions.Read();
        if (_cursor.Current.IsWord("Then"))
        {
            _cursor.Take();
        }

        if (!_cursor.Current.Is(BasicLexer.Line))
        {
            return CSharpCursor.Made(CSharpNodeKind.If, first, "", condition, Alone());
        }

        List<CSharpNode> parts = [condition, Block()];
        if (_cursor.Current.IsWord("ElseIf"))
        {
            _cursor.Enter();
            parts.Add(If());
            _cursor.Leave();
            return CSharpCursor.Made(CSharpNodeKind.If, first, "", [.. parts]);
        }

        if (_cursor.Current.IsWord("Else"))
        {
            _cursor.Take();
            parts.Add(Block());
        }

        Words("End", "If");
        return CSharpCursor.Made(CSharpNodeKind.If, first, "", [.. parts]);
    }

    // `If … Then …` on one line, without an Else.
    private CSharpNode Alone()
    {
        var first = _cursor.Current;
        return first.IsWord("Return") || first.IsWord("Exit") || first.IsWord("If") || first.IsWord("Throw")
            ? throw _cursor.Unknown() : Simple();
    }

    private CSharpNode Try()
    {
        var first = _cursor.Take();
        List<CSharpNode> parts = [Block()];
        while (_cursor.Current.IsWord("Catch"))
        {
            var at = _cursor.Take();
            var name = BasicExpressions.IsName(_cursor.Current) ? _cursor.Take().Text : "";
            if (name.Length > 0)
            {
                Words("As");
                ScriptTypes.RefuseCaught(Path(), at.Line);
                _types[name] = Any;
            }

            parts.Add(CSharpCursor.Made(CSharpNodeKind.Catch, at, name, Block()));
        }

        if (_cursor.Current.IsWord("Finally"))
        {
            var at = _cursor.Take();
            parts.Add(CSharpCursor.Made(CSharpNodeKind.Finally, at, "", Block()));
        }

        Words("End", "Try");
        return CSharpCursor.Made(CSharpNodeKind.Try, first, "", [.. parts]);
    }

    private CSharpNode Ending(CSharpNodeKind kind, int words)
    {
        var first = _cursor.Current;
        for (var taken = 0; taken < words; taken++)
        {
            _cursor.Take();
        }

        return CSharpCursor.Made(kind, first, "");
    }

    // Whatever is thrown is not looked at.
    private CSharpNode Thrown()
    {
        var first = _cursor.Current;
        while (!_cursor.Current.Is(BasicLexer.Line) && _cursor.Current.Kind != CSharpTokenKind.End)
        {
            _cursor.Take();
        }

        return CSharpCursor.Made(CSharpNodeKind.Throw, first, "");
    }

    private string Path()
    {
        List<string> names = [];
        do
        {
            names.Add(BasicExpressions.IsName(_cursor.Current) ? _cursor.Take().Text : throw _cursor.Unknown());
        }
        while (_cursor.Takes("."));

        return string.Join('.', names);
    }

    // `Dim a, b As String, c As Integer = 1`.
    private List<CSharpNode> Locals()
    {
        _cursor.Take();
        List<CSharpNode> locals = [];
        List<CSharpToken> open = [];
        do
        {
            var name = _cursor.Current;
            open.Add(BasicExpressions.IsName(name) ? _cursor.Take() : throw _cursor.Unknown());
            var type = Any;
            if (_cursor.Current.IsWord("As"))
            {
                _cursor.Take();
                type = BasicWords.TypeOf(ScriptTypes.Of(Path(), name.Line));
            }
            else if (_cursor.Current.Is(","))
            {
                continue;
            }

            foreach (var each in open)
            {
                _types[each.Text] = type;
            }

            var value = _cursor.Takes("=") ? As(name, type, _expressions.Read()) : null;
            locals.AddRange(open.Select(each => value is null
                ? CSharpCursor.Made(CSharpNodeKind.Local, each, each.Text)
                : CSharpCursor.Made(CSharpNodeKind.Local, each, each.Text, value)));
            open.Clear();
        }
        while (_cursor.Takes(","));

        _cursor.Expect(BasicLexer.Line);
        return locals;
    }

    // What is given to a variable becomes of its type, or has no equal.
    private static CSharpNode As(CSharpToken at, string type, CSharpNode value) => type == Any ? value
        : CSharpCursor.Made(CSharpNodeKind.Cast, at, type, value);

    private CSharpNode Simple()
    {
        var first = _cursor.Current;
        var target = _expressions.Primary();
        var sign = _cursor.Current.Kind == CSharpTokenKind.Sign ? _cursor.Current.Text : "";
        if (sign is not ("=" or "&=" or "+=" or "-=" or "*="))
        {
            return target.Kind == CSharpNodeKind.Call
                ? CSharpCursor.Made(CSharpNodeKind.Evaluate, first, "", Told(first, target)) : throw _cursor.Unknown();
        }

        _cursor.Take();
        var value = _expressions.Read();
        if (sign != "=")
        {
            var joined = sign == "+=" ? "&+" : sign[..^1];
            value = CSharpCursor.Made(CSharpNodeKind.Binary, first, joined, target, value);
        }

        return CSharpCursor.Made(CSharpNodeKind.Assign, first, "", target, target.Kind == CSharpNodeKind.Name
            ? As(first, _types.GetValueOrDefault(target.Text, Any), value) : value);
    }

    // The task may set what it is given, and nothing says so.
    private static CSharpNode Told(CSharpToken at, CSharpNode call) =>
        call.Parts[0].Path?.StartsWith("Dts.", StringComparison.Ordinal) != true ? call
            : CSharpCursor.Made(CSharpNodeKind.Call, at, "", [call.Parts[0], .. call.Parts.Skip(1).Select(each =>
                each.Kind == CSharpNodeKind.Name ? CSharpCursor.Made(CSharpNodeKind.Reference, at, "", each) : each)]);
}
