namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads statements of a closed part of C#: no loops, no types of their own, no functions.</summary>
internal sealed class CSharpStatements(CSharpCursor cursor)
{
    private static readonly string[] Assigning = ["=", "+=", "-=", "*="];

    // What is declared so is of the type of its value, or of any.
    private static readonly string[] Untyped = ["var", "object", "Object", "dynamic"];

    private readonly CSharpExpressions _expressions = new(cursor);
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);

    /// <summary>The block that begins where the reading stands.</summary>
    /// <exception cref="ScriptRefusedException">Something of it is not of the known part.</exception>
    public CSharpNode Block()
    {
        cursor.Enter();
        var first = cursor.Current;
        cursor.Expect("{");
        List<CSharpNode> statements = [];
        while (!cursor.Takes("}"))
        {
            statements.AddRange(Statement());
        }

        cursor.Leave();
        return CSharpCursor.Made(CSharpNodeKind.Block, first, "", [.. statements]);
    }

    private List<CSharpNode> Statement()
    {
        var first = cursor.Current;
        if (cursor.Takes(";"))
        {
            return [];
        }

        if (first.Is("{"))
        {
            return [Block()];
        }

        return first.Kind != CSharpTokenKind.Word ? [Simple()] : first.Text switch
        {
            "if" => [If()],
            "try" => [Try()],
            "return" => [Ending(CSharpNodeKind.Return)],
            "throw" => [Ending(CSharpNodeKind.Throw)],
            _ when IsLocal() => Locals(),
            _ => [Simple()],
        };
    }

    // One statement or a block, as `if` and `else` take it.
    private CSharpNode Inner()
    {
        cursor.Enter();
        var first = cursor.Current;
        var read = CSharpCursor.Made(CSharpNodeKind.Block, first, "", [.. Statement()]);
        cursor.Leave();
        return read;
    }

    private CSharpNode If()
    {
        var first = cursor.Take();
        cursor.Expect("(");
        var condition = _expressions.Read();
        cursor.Expect(")");
        List<CSharpNode> parts = [condition, Inner()];
        if (cursor.Current.IsWord("else"))
        {
            cursor.Take();
            parts.Add(Inner());
        }

        return CSharpCursor.Made(CSharpNodeKind.If, first, "", [.. parts]);
    }

    private CSharpNode Try()
    {
        var first = cursor.Take();
        List<CSharpNode> parts = [Block()];
        while (cursor.Current.IsWord("catch"))
        {
            var at = cursor.Take();
            var name = cursor.Takes("(") ? Caught() : "";
            parts.Add(CSharpCursor.Made(CSharpNodeKind.Catch, at, name, Block()));
        }

        if (cursor.Current.IsWord("finally"))
        {
            var at = cursor.Take();
            parts.Add(CSharpCursor.Made(CSharpNodeKind.Finally, at, "", Block()));
        }

        return CSharpCursor.Made(CSharpNodeKind.Try, first, "", [.. parts]);
    }

    private string Caught()
    {
        _ = Type();
        var name = CSharpExpressions.IsName(cursor.Current) ? cursor.Take().Text : "";
        cursor.Expect(")");
        return name;
    }

    private CSharpNode Ending(CSharpNodeKind kind)
    {
        var first = cursor.Take();
        if (kind == CSharpNodeKind.Throw)
        {
            // Whatever is thrown is not looked at.
            while (!cursor.Current.Is(";") && cursor.Current.Kind != CSharpTokenKind.End)
            {
                cursor.Take();
            }
        }

        cursor.Expect(";");
        return CSharpCursor.Made(kind, first, "");
    }

    // `string a`, `System.DateTime b`, `const int c`.
    private bool IsLocal()
    {
        var at = cursor.Current.IsWord("const") ? 1 : 0;
        while (CSharpExpressions.IsName(cursor.Ahead(at)) && cursor.Ahead(at + 1).Is("."))
        {
            at += 2;
        }

        return CSharpExpressions.IsName(cursor.Ahead(at)) && CSharpExpressions.IsName(cursor.Ahead(at + 1));
    }

    private string Type()
    {
        string type;
        do
        {
            type = CSharpExpressions.IsName(cursor.Current) ? cursor.Take().Text : throw cursor.Unknown();
        }
        while (cursor.Takes("."));

        return type;
    }

    private List<CSharpNode> Locals()
    {
        if (cursor.Current.IsWord("const"))
        {
            cursor.Take();
        }

        var type = Type();
        List<CSharpNode> locals = [];
        do
        {
            var name = cursor.Current;
            if (!CSharpExpressions.IsName(name))
            {
                throw cursor.Unknown();
            }

            cursor.Take();
            _types[name.Text] = type;
            locals.Add(cursor.Takes("=")
                ? CSharpCursor.Made(CSharpNodeKind.Local, name, name.Text, As(name, name.Text, _expressions.Read()))
                : CSharpCursor.Made(CSharpNodeKind.Local, name, name.Text));
        }
        while (cursor.Takes(","));

        cursor.Expect(";");
        return locals;
    }

    // A number that a variable takes becomes one of its type: half of 5 is 2.5 where that is a double.
    private CSharpNode As(CSharpToken at, string name, CSharpNode value) =>
        _types.TryGetValue(name, out var type) && !Untyped.Contains(type)
            ? CSharpCursor.Made(CSharpNodeKind.Cast, at, type, value) : value;

    private CSharpNode Simple()
    {
        var first = cursor.Current;
        var target = _expressions.Primary();
        var sign = cursor.Current.Text;
        var isAssigned = cursor.Current.Kind == CSharpTokenKind.Sign && Assigning.Contains(sign);
        if (isAssigned)
        {
            cursor.Take();
        }

        var made = isAssigned
            ? CSharpCursor.Made(CSharpNodeKind.Assign, first, sign[..^1], target, target.Kind == CSharpNodeKind.Name
                && sign == "=" ? As(first, target.Text, _expressions.Read()) : _expressions.Read())
            : target.Kind == CSharpNodeKind.Call ? CSharpCursor.Made(CSharpNodeKind.Evaluate, first, "", target)
            : throw cursor.Unknown();
        cursor.Expect(";");
        return made;
    }
}
