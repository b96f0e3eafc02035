namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Holds what stands before the members of a script in Visual Basic to the shape that a designer gives it.
/// </summary>
/// <param name="tokens">The text.</param>
internal sealed class BasicShape(List<CSharpToken> tokens)
{
    private int _at;

    private CSharpToken Current => tokens[_at];

    /// <summary>The place behind what the class derives from.</summary>
    /// <exception cref="ScriptRefusedException">Its text has another shape.</exception>
    public int Begin()
    {
        while (Is("Imports") || Is("Option") || Current.Is(BasicLexer.Line) || Current.Is("<"))
        {
            if (Current.Is("<"))
            {
                Attributes();
            }
            else if (Is("Imports"))
            {
                Imports();
            }
            else if (!Current.Is(BasicLexer.Line) && tokens[_at + 1].Kind == CSharpTokenKind.Word
                && tokens[_at + 2].IsWord("Text"))
            {
                throw new ScriptRefusedException("it gives its words a meaning of its own", Current.Line);
            }
            else
            {
                ToEndOfLine();
            }
        }

        while (Is("Public") || Is("Partial") || Is("Friend") || Is("NotInheritable"))
        {
            _at++;
        }

        Word("Class");
        Word(ScriptShape.Main);
        Lines();
        Word("Inherits");
        return ScriptShape.IsBase(Path()) && Current.Is(BasicLexer.Line) ? _at : throw Other();
    }

    private void Imports()
    {
        _at++;
        var (line, name) = (Current.Line, Path());
        if (Current.Is("="))
        {
            throw new ScriptRefusedException("it gives its words a meaning of its own", line);
        }

        if (!ScriptShape.IsSpace(name))
        {
            throw new ScriptRefusedException($"its names may be those of '{name}', which are not known", line);
        }

        Lines();
    }

    // To the sign that ends them, outside of parentheses.
    private void Attributes()
    {
        for (var depth = 0; depth > 0 || !Current.Is(">"); _at++)
        {
            depth += Current.Is("(") ? 1 : Current.Is(")") ? -1 : 0;
            if (Current.Kind == CSharpTokenKind.End)
            {
                throw Other();
            }
        }

        _at++;
    }

    private void ToEndOfLine()
    {
        while (!Current.Is(BasicLexer.Line) && Current.Kind != CSharpTokenKind.End)
        {
            _at++;
        }

        Lines();
    }

    private void Lines()
    {
        if (!Current.Is(BasicLexer.Line))
        {
            throw Other();
        }

        while (Current.Is(BasicLexer.Line))
        {
            _at++;
        }
    }

    private string Path()
    {
        List<string> names = [Name()];
        while (Current.Is("."))
        {
            _at++;
            names.Add(Name());
        }

        return string.Join('.', names);
    }

    private string Name() => Current.Kind == CSharpTokenKind.Word ? tokens[_at++].Text : throw Other();

    private void Word(string word) => _at += Is(word) ? 1 : throw Other();

    private bool Is(string word) =>
        Current.Kind == CSharpTokenKind.Word && Current.Text.Equals(word, StringComparison.OrdinalIgnoreCase);

    private ScriptRefusedException Other() => Current.Kind == CSharpTokenKind.End
        ? new ScriptRefusedException("its text ends too early", Current.Line)
        : new($"its text is more than the one class {ScriptShape.Main} of a script", Current.Line);
}
