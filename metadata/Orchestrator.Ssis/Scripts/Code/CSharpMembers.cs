namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>The fields and methods of a class, as far as they are of the known part.</summary>
internal sealed class CSharpMembers
{
    /// <summary>What stands before the name of a field where it can be told from a variable of a method.</summary>
    public const string Own = "this.";

    private static readonly string[] Modifiers =
        ["public", "private", "protected", "internal", "static", "const", "readonly"];

    private readonly List<CSharpToken> _tokens;
    private readonly List<CSharpField> _fields = [];
    private readonly List<CSharpMethod> _methods = [];
    private readonly Dictionary<CSharpMethod, CSharpNode> _bodies = [];

    private CSharpMembers(List<CSharpToken> tokens) => _tokens = tokens;

    /// <summary>Of a class that has none.</summary>
    public static CSharpMembers None => new([]);

    /// <summary>Those fields that each run of the script begins with anew.</summary>
    public IReadOnlyList<CSharpField> Fields => _fields;

    /// <summary>The members of the class whose brace stands at a place.</summary>
    /// <param name="tokens">The text.</param>
    /// <param name="open">The place.</param>
    public static CSharpMembers Of(List<CSharpToken> tokens, int open)
    {
        var members = new CSharpMembers(tokens);
        Dictionary<string, int> named = new(StringComparer.Ordinal);
        for (var at = open + 1; !tokens[at].Is("}") && tokens[at].Kind != CSharpTokenKind.End;)
        {
            var end = Math.Max(at + 1, members.Behind(at));
            foreach (var name in members.Called(at, end))
            {
                named[name] = named.GetValueOrDefault(name) + 1;
            }

            members.Member(at);
            at = end;
        }

        // Which of several is meant the types of what it is given say.
        members._methods.RemoveAll(each => named.GetValueOrDefault(each.Name) != 1);
        return members;
    }

    /// <summary>The method of a name; null = there is none, or none that is known.</summary>
    public CSharpMethod? Find(string name) => _methods.Find(each => each.Name == name);

    /// <summary>The statements of a method.</summary>
    /// <exception cref="ScriptRefusedException">They are not all of the known part.</exception>
    public CSharpNode Body(CSharpMethod method)
    {
        if (!_bodies.TryGetValue(method, out var body))
        {
            _bodies[method] = body =
                new CSharpStatements(new CSharpCursor(_tokens, method.At), Types(method.Parameters)).Block();
        }

        return body;
    }

    /// <summary>The types of what a method finds when it begins, by name.</summary>
    /// <param name="parameters">What it is given.</param>
    public Dictionary<string, string> Types(IReadOnlyList<CSharpField> parameters)
    {
        Dictionary<string, string> types = new(StringComparer.Ordinal);
        foreach (var field in _fields)
        {
            types[field.Name] = types[Own + field.Name] = field.Type;
        }

        foreach (var parameter in parameters)
        {
            types[parameter.Name] = parameter.Type;
        }

        return types;
    }

    // Behind the member that begins at a place.
    private int Behind(int at)
    {
        for (var depth = 0; _tokens[at].Kind != CSharpTokenKind.End; at++)
        {
            var token = _tokens[at];
            if (token.Is("{") || token.Is("(") || token.Is("["))
            {
                depth++;
            }
            else if (token.Is("}") || token.Is(")") || token.Is("]"))
            {
                depth--;
            }

            if (depth < 0)
            {
                return at;
            }

            if (depth == 0 && (token.Is(";") || token.Is("}")))
            {
                return at + 1;
            }
        }

        return at;
    }

    // Names before a parenthesis, outside of all brackets.
    private List<string> Called(int at, int end)
    {
        List<string> names = [];
        for (var depth = 0; at + 1 < end; at++)
        {
            var token = _tokens[at];
            depth += token.Is("{") || token.Is("(") || token.Is("[") ? 1
                : token.Is("}") || token.Is(")") || token.Is("]") ? -1 : 0;
            if (depth == 0 && token.Kind == CSharpTokenKind.Word
                && (_tokens[at + 1].Is("(") || _tokens[at + 1].Is("<")))
            {
                names.Add(token.Text);
            }
        }

        return names;
    }

    private void Member(int at)
    {
        List<string> said = [];
        while (_tokens[at].Kind == CSharpTokenKind.Word && Modifiers.Contains(_tokens[at].Text))
        {
            said.Add(_tokens[at++].Text);
        }

        var (type, behind) = Type(at);
        if (type.Length == 0 || !CSharpExpressions.IsName(_tokens[behind]))
        {
            return;
        }

        var sign = _tokens[behind + 1];
        if (type != CSharpMethod.Nothing && !ScriptTypes.IsKnown(type))
        {
            return;
        }

        if (sign.Is("("))
        {
            Method(type, behind);
        }
        else if ((sign.Is(";") || sign.Is("=") || sign.Is(","))
            && (!said.Contains("static") || said.Contains("readonly")))
        {
            // What is static and changes may have been changed by a run before this one.
            AddFields(type, behind);
        }
    }

    // `string`, `System.DateTime`, and where it ends; empty = it is no such type.
    private (string Name, int Behind) Type(int at)
    {
        var begin = at;
        while (CSharpExpressions.IsName(_tokens[at]) && _tokens[at + 1].Is("."))
        {
            at += 2;
        }

        if (!CSharpExpressions.IsName(_tokens[at]))
        {
            return ("", at);
        }

        var path = string.Concat(_tokens[begin..(at + 1)].Select(each => each.Text));
        return (ScriptTypes.IsKnown(path) ? ScriptTypes.Of(path, _tokens[at].Line) : path, at + 1);
    }

    private void Method(string type, int at)
    {
        List<CSharpField> parameters = [];
        var next = at + 2;
        while (!_tokens[next].Is(")"))
        {
            if (parameters.Count > 0 && !_tokens[next++].Is(","))
            {
                return;
            }

            var (of, behind) = Type(next);
            if (!ScriptTypes.IsKnown(of) || !CSharpExpressions.IsName(_tokens[behind]))
            {
                return;
            }

            parameters.Add(new CSharpField(of, _tokens[behind].Text, null));
            next = behind + 1;
        }

        if (_tokens[next + 1].Is("{"))
        {
            _methods.Add(new CSharpMethod(type, _tokens[at].Text, parameters, next + 1));
        }
    }

    // `a`, `b = 1`: what stands behind a sign of equality is one value that is written there.
    private void AddFields(string type, int at)
    {
        while (CSharpExpressions.IsName(_tokens[at]))
        {
            var isSaid = _tokens[at + 1].Is("=");
            _fields.Add(new CSharpField(type, _tokens[at].Text,
                isSaid ? new CSharpExpressions(new CSharpCursor(_tokens, at + 2)).Read() : null));
            at += isSaid ? 3 : 1;
            if (!_tokens[at].Is(","))
            {
                return;
            }

            at++;
        }
    }
}
