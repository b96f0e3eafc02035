namespace Orchestrator.Runner.Text;

/// <summary>
/// One form of a secret: at each step, what may stand there. Quoting and encoding choose character by character, so
/// that a form is not one text but all that can be made of it.
/// </summary>
/// <param name="Steps">At each step the texts that may stand there, none of them empty.</param>
/// <param name="IsBase64">Whether it is the middle of a text in base64, whose neighbours hold bits of it, too.</param>
internal sealed record SecretForm(string[][] Steps, bool IsBase64 = false)
{
    // More ways through one text at a time than any secret has that is not made for it.
    private const int WaysMax = 64;

    /// <summary>
    /// Where it ends at most in a text that has the first of its steps behind it; −1 = it does not stand there.
    /// </summary>
    public int EndIn(ReadOnlySpan<char> text, int behindFirst)
    {
        Span<int> at = stackalloc int[WaysMax];
        Span<int> next = stackalloc int[WaysMax];
        at[0] = behindFirst;
        var ways = 1;
        for (var step = 1; step < Steps.Length; step++)
        {
            var found = 0;
            foreach (var from in at[..ways])
            {
                foreach (var way in Steps[step])
                {
                    if (text[from..].StartsWith(way) && found < WaysMax
                        && !next[..found].Contains(from + way.Length))
                    {
                        next[found++] = from + way.Length;
                    }
                }
            }

            if (found == 0)
            {
                return -1;
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
}
