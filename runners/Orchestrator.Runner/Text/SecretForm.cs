namespace Orchestrator.Runner.Text;

/// <summary>
/// One form of a secret: at each step, what may stand there. Quoting and encoding choose character by character, so
/// that a form is not one text but all that can be made of it.
/// </summary>
/// <param name="Steps">At each step the texts that may stand there, none of them empty.</param>
internal sealed record SecretForm(string[][] Steps)
{
    /// <summary>It does not stand there.</summary>
    public const int Nowhere = -1;

    /// <summary>The text ends before it does: it may go on in what comes next.</summary>
    public const int Unfinished = -2;

    // More ways through one text at a time than any secret has that is not made for it.
    private const int WaysMax = 64;

    /// <summary>Whether it is the middle of a text in base64, whose neighbours hold bits of it, too.</summary>
    public bool IsBase64 { get; init; }

    /// <summary>Whether a new line may begin between two of its steps, as in mails and headers.</summary>
    public bool MayBreak { get; init; }

    /// <summary>
    /// Where it ends at most in a text that has the first of its steps behind it, or <see cref="Nowhere"/> or
    /// <see cref="Unfinished"/>.
    /// </summary>
    public int EndIn(ReadOnlySpan<char> text, int behindFirst)
    {
        Span<int> at = stackalloc int[WaysMax];
        Span<int> next = stackalloc int[WaysMax];
        at[0] = behindFirst;
        var (ways, isCut) = (1, false);
        for (var step = 1; step < Steps.Length; step++)
        {
            var found = 0;
            foreach (var from in at[..ways])
            {
                found = Through(Steps[step], text, from, next, found, ref isCut);
                if (MayBreak && Break(text[from..]) is > 0 and var width)
                {
                    found = Through(Steps[step], text, from + width, next, found, ref isCut);
                }
            }

            if (found == 0)
            {
                return isCut ? Unfinished : Nowhere;
            }

            ways = found;
            next[..found].CopyTo(at);
        }

        var end = at[0];
        foreach (var each in at[..ways])
        {
            end = Math.Max(end, each);
        }

        return end;
    }

    private static int Through(
        string[] ways, ReadOnlySpan<char> text, int from, Span<int> next, int found, ref bool isCut)
    {
        var rest = text[from..];
        foreach (var way in ways)
        {
            if (!rest.StartsWith(way))
            {
                isCut |= rest.Length < way.Length && way.AsSpan().StartsWith(rest);
            }
            else if (found < WaysMax && !next[..found].Contains(from + way.Length))
            {
                next[found++] = from + way.Length;
            }
        }

        return found;
    }

    /// <summary>How long the line break is that a text begins with, with what the next line is set in by; 0 = it does
    /// not begin with one.</summary>
    private static int Break(ReadOnlySpan<char> text)
    {
        var width = text switch
        {
            ['\n', ..] => 1,
            ['\r', '\n', ..] => 2,
            ['\\', 'n', ..] => 2,
            ['\\', 'r', '\\', 'n', ..] => 4,
            _ => 0,
        };
        return width == 0 ? 0 : width + text[width..].Length - text[width..].TrimStart(" \t").Length;
    }
}
