namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Holds the text of a script to the shape that a designer gives it: one class, of the known base, in one
/// namespace, with nothing beside it.</summary>
/// <param name="tokens">The text.</param>
internal sealed class CSharpShape(List<CSharpToken> tokens)
{
    private const string Method = "Main";

    private static readonly string[] Makers =
        ["class", "struct", "interface", "delegate", "record", "event", "operator", "override", "namespace"];

    private readonly CSharpCursor _cursor = new(tokens);
    private int _at;

    /// <summary>The place of the brace that the class begins with.</summary>
    /// <exception cref="ScriptRefusedException">Its text has another shape.</exception>
    public int Open()
    {
        Usings();
        var isWithin = _cursor.Current.IsWord("namespace");
        if (isWithin)
        {
            Take();
            if (Array.Exists(Path().Split('.'), CSharpMain.IsKnown))
            {
                throw Other();
            }

            Expect("{");
            Usings();
        }

        while (_cursor.Current.Kind == CSharpTokenKind.Word && _cursor.Current.Text is "public" or "partial"
            or "internal" or "sealed")
        {
            Take();
        }

        Word("class");
        Word(ScriptShape.Main);
        Expect(":");
        if (!ScriptShape.IsBase(Path()))
        {
            throw Other();
        }

        var open = _at;
        Body();
        while (_cursor.Current.Is(";"))
        {
            Take();
        }

        if (isWithin)
        {
            Expect("}");
        }

        return _cursor.Current.Kind == CSharpTokenKind.End ? open : throw Other();
    }

    /// <summary>The place of the one method that a class begins with.</summary>
    /// <param name="open">The brace of the class.</param>
    public int Entry(int open)
    {
        int[] found = [.. Named(open, Method)];
        if (found is not [var only])
        {
            throw new ScriptRefusedException(found.Length == 0 ? $"it has no method {Method} without arguments"
                : $"it has several methods {Method}", 0);
        }

        var before = tokens[only - 2].Is("{") || tokens[only - 2].Is("}") || tokens[only - 2].Is(";")
            || tokens[only - 2].Is("]") || tokens[only - 2].IsWord("public") || tokens[only - 2].IsWord("private");
        return before && tokens[only - 1].IsWord("void") && tokens[only + 1].Is("(") && tokens[only + 2].Is(")")
            && tokens[only + 3].Is("{") ? only - 1
            : throw new ScriptRefusedException($"it has no method {Method} without arguments", tokens[only].Line);
    }

    // Attributes of an assembly or a class are asked by nobody here.
    private void Usings()
    {
        while (_cursor.Current.IsWord("using") || _cursor.Current.Is("["))
        {
            if (_cursor.Current.Is("["))
            {
                Brackets("[", "]");
                continue;
            }

            Take();
            var (line, name) = (_cursor.Current.Line, Path());
            if (_cursor.Current.Is("="))
            {
                throw new ScriptRefusedException($"it gives '{name}' a meaning of its own", line);
            }

            if (!ScriptShape.IsSpace(name))
            {
                throw new ScriptRefusedException($"its names may be those of '{name}', which are not known", line);
            }

            Expect(";");
        }
    }

    private void Body()
    {
        var (open, results) = (_at, false);
        if (!_cursor.Current.Is("{"))
        {
            throw Other();
        }

        Brackets("{", "}");
        foreach (var at in Named(open, null))
        {
            if (Makers.Contains(tokens[at].Text) && tokens[at + 1].Kind == CSharpTokenKind.Word)
            {
                throw Own(tokens[at + 1]);
            }

            if (tokens[at].IsWord("enum"))
            {
                if (results || !tokens[at + 1].IsWord(ScriptShape.Results) || !AreResults(at + 2))
                {
                    throw Own(tokens[at + 1]);
                }

                results = true;
            }
        }

        if (!results && tokens.Exists(token => token.IsWord(ScriptShape.Results)))
        {
            throw new ScriptRefusedException($"nothing says what {ScriptShape.Results} are", 0);
        }
    }

    private bool AreResults(int at)
    {
        var end = tokens.FindIndex(at, token => token.Is("}"));
        return tokens[at].Is("{") && end > at
            && ScriptShape.AreResults(string.Concat(tokens[(at + 1)..end].Select(each => each.Text)));
    }

    // The words of a class outside of its methods, or those of one name.
    private IEnumerable<int> Named(int open, string? name)
    {
        var depth = 0;
        for (var at = open; at < tokens.Count; at++)
        {
            var token = tokens[at];
            depth += token.Is("{") || token.Is("(") || token.Is("[") ? 1
                : token.Is("}") || token.Is(")") || token.Is("]") ? -1 : 0;
            if (depth == 0)
            {
                yield break;
            }

            if (depth == 1 && token.Kind == CSharpTokenKind.Word && (name is null || token.Text == name))
            {
                yield return at;
            }
        }
    }

    private void Brackets(string open, string close)
    {
        var depth = 0;
        do
        {
            depth += _cursor.Current.Is(open) ? 1 : _cursor.Current.Is(close) ? -1 : 0;
            if (_cursor.Current.Kind == CSharpTokenKind.End)
            {
                throw _cursor.Unknown();
            }

            Take();
        }
        while (depth > 0);
    }

    private string Path()
    {
        List<string> names = [Name()];
        while (_cursor.Current.Is("."))
        {
            Take();
            names.Add(Name());
        }

        return string.Join('.', names);
    }

    private string Name() => _cursor.Current.Kind == CSharpTokenKind.Word ? Take().Text : throw Other();

    private CSharpToken Take()
    {
        _at++;
        return _cursor.Take();
    }

    private void Word(string word) => _ = _cursor.Current.IsWord(word) ? Take() : throw Other();

    private void Expect(string sign) => _ = _cursor.Current.Is(sign) ? Take() : throw Other();

    private static ScriptRefusedException Own(CSharpToken token) =>
        new($"its class has '{token.Text}' of its own, which may do anything", token.Line);

    private ScriptRefusedException Other() => _cursor.Current.Kind == CSharpTokenKind.End ? _cursor.Unknown()
        : new($"its text is more than the one class {ScriptShape.Main} of a script", _cursor.Current.Line);
}
