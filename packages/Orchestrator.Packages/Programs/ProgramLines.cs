using System.Text;

namespace Orchestrator.Packages.Programs;

/// <summary>What a program says on one of its ways out: told line by line, so much and no more.</summary>
/// <param name="context">Told each line, and knows what is secret in them.</param>
/// <param name="linesMax">How many lines are told.</param>
internal sealed class ProgramLines(PackageContext context, int linesMax)
{
    private const int CharsMax = 2000;
    private const int LastMax = 5;

    private readonly StringBuilder _line = new();
    private readonly UnbrokenLines _whole = new(context.Redact);
    private readonly Queue<string> _last = [];
    private bool _isCut;
    private int _lines;

    /// <summary>The last lines, as a sentence behind another; empty where there was none.</summary>
    public string Last
    {
        get
        {
            lock (_last)
            {
                return _last.Count == 0 ? "" : $" It said: '{string.Join("' / '", _last)}'.";
            }
        }
    }

    /// <summary>Reads it to its end, so that the program never waits for us.</summary>
    public void Read(StreamReader from)
    {
        try
        {
            var buffer = new char[1024];
            for (var read = from.Read(buffer); read > 0; read = from.Read(buffer))
            {
                foreach (var sign in buffer.AsSpan(0, read))
                {
                    Add(sign);
                }
            }

            Tell();
        }
        catch (Exception gone) when (gone is IOException or ObjectDisposedException)
        {
            // The program was killed, and we with it as far as it goes.
        }

        foreach (var text in _whole.End())
        {
            Tell(text);
        }
    }

    private void Add(char sign)
    {
        if (sign == '\n')
        {
            Tell();
        }
        else if (_line.Length < CharsMax)
        {
            _line.Append(sign);
        }
        else
        {
            _isCut = true;
        }
    }

    private void Tell()
    {
        if (_line.Length == 0)
        {
            return;
        }

        foreach (var text in _whole.Add(Line()))
        {
            Tell(text);
        }
    }

    private void Tell(string text)
    {
        Keep(text);
        if (_lines++ < linesMax)
        {
            context.Message(text);
        }
        else if (_lines == linesMax + 1)
        {
            context.Message("what the program says further is left out");
        }
    }

    // Half a secret would be known to no gate, so that a line is cut between words.
    private string Line()
    {
        var text = _line.ToString().TrimEnd('\r');
        _line.Clear();
        var cut = _isCut;
        _isCut = false;
        return cut ? text[..(text.LastIndexOf(' ') + 1)] + "…" : text;
    }

    private void Keep(string text)
    {
        lock (_last)
        {
            _last.Enqueue(text);
            while (_last.Count > LastMax)
            {
                _last.Dequeue();
            }
        }
    }
}
