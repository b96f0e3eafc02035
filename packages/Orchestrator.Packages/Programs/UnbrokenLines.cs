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

    private string _seen = "";
    private string _held = "";
    private int _lines;

    /// <summary>Takes a line, and gives those that can be told now.</summary>
    public IReadOnlyList<string> Add(string line)
    {
        _held = _lines++ == 0 ? line : $"{_held}\n{line}";
        var (text, mayGoOn) = redact(_seen + _held);
        return mayGoOn && _lines < LinesMax && _held.Length < CharsMax ? [] : Told(text);
    }

    /// <summary>The lines that are left, as no other follows.</summary>
    public IReadOnlyList<string> End() => _lines == 0 ? [] : Told(redact(_seen + _held).Text);

    private string[] Told(string text)
    {
        var told = text[text.AsSpan().CommonPrefixLength(_seen)..].Split('\n');
        _seen = string.Concat(_held.AsSpan(Math.Max(_held.LastIndexOf('\n') + 1, _held.Length - CharsSeen)), "\n");
        (_held, _lines) = ("", 0);
        return told;
    }
}
