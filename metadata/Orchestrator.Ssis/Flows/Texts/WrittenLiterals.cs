namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>Where the literals of a statement begin and end, of which only the begin is known.</summary>
internal static class WrittenLiterals
{
    /// <summary>Where the literal begins that the text does not close; -1 = there is none.</summary>
    public static int Open(string text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '\'')
            {
                var end = End(text, at + 1);
                if (end < 0)
                {
                    return at;
                }

                at = end;
            }
            else if (at + 1 < text.Length && (text[at], text[at + 1]) is ('-', '-') or ('/', '*'))
            {
                at = Behind(text, text[at] == '-' ? "\n" : "*/", at + 2);
            }
        }

        return -1;
    }

    /// <summary>Where the quote stands that ends a literal; -1 = none does. A quote twice is one of the text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="from">Where in the literal it is looked for.</param>
    public static int End(string text, int from)
    {
        for (var at = from; at < text.Length; at++)
        {
            if (text[at] != '\'')
            {
                continue;
            }

            if (at + 1 == text.Length || text[at + 1] != '\'')
            {
                return at;
            }

            at++;
        }

        return -1;
    }

    private static int Behind(string text, string sign, int from)
    {
        var found = text.IndexOf(sign, from, StringComparison.Ordinal);
        return found < 0 ? text.Length : found + sign.Length - 1;
    }
}
