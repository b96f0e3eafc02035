namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Reads statements of a closed part of C#: no loops, no types of their own, no functions.</summary>
internal sealed class CSharpStatements(CSharpCursor cursor)
{
    private static readonly string[] Assigning = ["=", "+=", "-=", "*="];

    private readonly CSharpExpressions _expressions = new(cursor);

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
        Type();
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

    private void Type()
    {
        do
        {
            if (!CSharpExpressions.IsName(cursor.Current))
            {
                throw cursor.Unknown();
            }

            cursor.Take();
        }
        while (cursor.Takes("."));
    }

    private List<CSharpNode> Locals()
    {
        if (cursor.Current.IsWord("const"))
        {
            cursor.Take();
        }

        Type();
        List<CSharpNode> locals = [];
        do
        {
            var name = cursor.Current;
            if (!CSharpExpressions.IsName(name))
            {
                throw cursor.Unknown();
            }

            cursor.Take();
            locals.Add(cursor.Takes("=")
                ? CSharpCursor.Made(CSharpNodeKind.Local, name, name.Text, _expressions.Read())
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
            ? CSharpCursor.Made(CSharpNodeKind.Assign, first, sign[..^1], target, _expressions.Read())
            : target.Kind == CSharpNodeKind.Call ? CSharpCursor.Made(CSharpNodeKind.Evaluate, first, "", target)
            : throw cursor.Unknown();
        cursor.Expect(";");
        return made;
    }
}
