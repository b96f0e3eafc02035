namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads statements of a closed part of C#: no loops, no types of their own.</summary>
/// <param name="cursor">Where they begin.</param>
/// <param name="types">The types of names that are known before them.</param>
internal sealed class CSharpStatements(CSharpCursor cursor, Dictionary<string, string> types)
{
    /// <summary>The type of whatever a variable begins with.</summary>
    public const string Inferred = "var";

    private static readonly string[] Assigning = ["=", "+=", "-=", "*="];

    private readonly CSharpExpressions _expressions = new(cursor);
    private int _blocks;

    /// <summary>The block that begins where the reading stands.</summary>
    /// <exception cref="ScriptRefusedException">Something of it is not of the known part.</exception>
    public CSharpNode Block()
    {
        cursor.Enter();
        _blocks++;
        var first = cursor.Current;
        cursor.Expect("{");
        List<CSharpNode> statements = [];
        while (!cursor.Takes("}"))
        {
            statements.AddRange(Statement());
        }

        _blocks--;
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
        var read = first.Is("{") ? Block() : CSharpCursor.Made(CSharpNodeKind.Block, first, "", [.. Statement()]);
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
        ScriptTypes.RefuseCaught(Path(), cursor.Current.Line);
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

        var value = kind == CSharpNodeKind.Return && !cursor.Current.Is(";") ? _expressions.Read() : null;
        cursor.Expect(";");
        return value is null ? CSharpCursor.Made(kind, first, "") : CSharpCursor.Made(kind, first, "", value);
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

    private string Path()
    {
        List<string> names = [];
        do
        {
            names.Add(CSharpExpressions.IsName(cursor.Current) ? cursor.Take().Text : throw cursor.Unknown());
        }
        while (cursor.Takes("."));

        return string.Join('.', names);
    }

    private List<CSharpNode> Locals()
    {
        if (cursor.Current.IsWord("const"))
        {
            cursor.Take();
        }

        var type = ScriptTypes.Of(Path(), cursor.Current.Line);
        List<CSharpNode> locals = [];
        do
        {
            var name = cursor.Current;
            if (!CSharpExpressions.IsName(name))
            {
                throw cursor.Unknown();
            }

            // Behind a block within another one the name is that of the field again.
            if (_blocks > 1 && types.ContainsKey(CSharpMembers.Own + name.Text))
            {
                throw new ScriptRefusedException($"'{name.Text}' is a field and a variable as well", name.Line);
            }

            cursor.Take();
            types[name.Text] = type;
            locals.Add(cursor.Takes("=")
                ? CSharpCursor.Made(CSharpNodeKind.Local, name, name.Text,
                    type == Inferred ? _expressions.Read() : As(name, type, _expressions.Read()))
                : CSharpCursor.Made(CSharpNodeKind.Local, name, name.Text));
        }
        while (cursor.Takes(","));

        cursor.Expect(";");
        return locals;
    }

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
            ? CSharpCursor.Made(CSharpNodeKind.Assign, first, sign[..^1], target,
                Given(sign, target, _expressions.Read()))
            : target.Kind == CSharpNodeKind.Call ? CSharpCursor.Made(CSharpNodeKind.Evaluate, first, "", target)
            : throw cursor.Unknown();
        cursor.Expect(";");
        return made;
    }

    // What is given to a variable becomes of its type, or has no equal.
    private CSharpNode Given(string sign, CSharpNode target, CSharpNode value) =>
        sign == "=" && target.Kind == CSharpNodeKind.Name && types.TryGetValue(target.Text, out var type)
            ? As(cursor.Current, type, value) : value;

    private static CSharpNode As(CSharpToken at, string type, CSharpNode value) =>
        CSharpCursor.Made(CSharpNodeKind.Become, at, type, value);
}
