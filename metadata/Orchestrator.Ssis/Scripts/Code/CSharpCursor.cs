namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Where the reading of tokens stands; bounded in depth and height, so that no text exhausts the stack.
/// </summary>
internal sealed class CSharpCursor(List<CSharpToken> tokens, int next = 0)
{
    /// <summary>The most parentheses, blocks and calls within one another.</summary>
    public const int DepthMax = 60;

    /// <summary>The most operators and members over one another.</summary>
    public const int HeightMax = 300;

    private int _next = next;
    private int _depth;

    public CSharpToken Current => tokens[_next];

    /// <summary>A token further on; the end behind all.</summary>
    public CSharpToken Ahead(int by) => tokens[Math.Min(_next + by, tokens.Count - 1)];

    public CSharpToken Take() => Current.Kind == CSharpTokenKind.End ? Current : tokens[_next++];

    public bool Takes(string sign)
    {
        if (!Current.Is(sign))
        {
            return false;
        }

        _next++;
        return true;
    }

    public void Expect(string sign)
    {
        if (!Takes(sign))
        {
            throw Unknown();
        }
    }

    public void Enter()
    {
        if (++_depth > DepthMax)
        {
            throw new ScriptRefusedException($"more than {DepthMax} levels lie within one another", Current.Line);
        }
    }

    public void Leave() => _depth--;

    /// <summary>A part that begins at a token.</summary>
    public static CSharpNode Made(CSharpNodeKind kind, CSharpToken at, string text, params CSharpNode[] parts)
    {
        var made = new CSharpNode(kind, text, parts) { Line = at.Line };
        return made.Height <= HeightMax ? made : throw new ScriptRefusedException(
            $"more than {HeightMax} operations lie over one another", at.Line);
    }

    /// <summary>Why the reading stops where it stands.</summary>
    public ScriptRefusedException Unknown() => new(
        Current.Kind == CSharpTokenKind.End ? "its text ends too early"
            : $"'{Shown(Current.Text)}' is not read there", Current.Line);

    // Half of a sign cannot be written.
    private static string Shown(string text) => text.Length <= 40 ? text
        : text[..(char.IsHighSurrogate(text[39]) ? 39 : 40)] + " …";
}
