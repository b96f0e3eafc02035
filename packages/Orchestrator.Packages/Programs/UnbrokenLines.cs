namespace Orchestrator.Packages.Programs;

/// <summary>
/// Lines that are told one by one, and still lose a secret that goes over several of them, such as a long one in
/// base64: what may be the beginning of one waits for the next line, and what is too little for that is remembered.
/// </summary>
/// <param name="redact">Takes the known secrets out of lines, and says whether one may go on behind them.</param>
internal sealed class UnbrokenLines(Func<string, (string Text, bool MayGoOn)> redact)
{
    private const int LinesMax = 100;
    private const int CharsMax = 16_000;

    // So few characters of a secret wait for nothing.
    private const int CharsSeen = 3;

    private string seen = "";
    private string held = "";
    private int lines;

    /// <summary>Takes a line, and gives those that can be told now.</summary>
    public IReadOnlyList<string> Add(string line)
    {
        held = lines++ == 0 ? line : $"{held}\n{line}";
        var (text, mayGoOn) = redact(seen + held);
        return mayGoOn && lines < LinesMax && held.Length < CharsMax ? [] : Told(text);
    }

    /// <summary>The lines that are left, as no other follows.</summary>
    public IReadOnlyList<string> End() => lines == 0 ? [] : Told(redact(seen + held).Text);

    private string[] Told(string text)
    {
        var told = text[text.AsSpan().CommonPrefixLength(seen)..].Split('\n');
        seen = string.Concat(held.AsSpan(Math.Max(held.LastIndexOf('\n') + 1, held.Length - CharsSeen)), "\n");
        (held, lines) = ("", 0);
        return told;
    }
}
