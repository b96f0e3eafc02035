namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Finds where rows of text end, however it comes in pieces. A quote toggles whether line feeds count, which is right
/// for delimited text, since a quote within quotes is written twice. Pure.
/// </summary>
/// <param name="hasQuotes">Whether it is delimited text with quotes and a header; else each line is a row.</param>
internal sealed class InputRows(bool hasQuotes)
{
    private byte[] _waiting = new byte[64 << 10];
    private int _length;
    private byte[]? _header = hasQuotes ? null : [];
    private bool _isQuoted;
    private long _linesOfWhole;
    private long _linesSeen;

    /// <summary>Line with which the rows begin that are taken next.</summary>
    public long Line { get; private set; } = 1;

    /// <summary>Bytes of whole rows that wait; without the header.</summary>
    public int Whole { get; private set; }

    /// <summary>Bytes of the row behind them, which has begun and not ended.</summary>
    public int Begun => _length - Whole;

    /// <summary>Takes more of the text.</summary>
    public void Add(ReadOnlySpan<byte> text)
    {
        var begin = _length;
        if (_length + text.Length > _waiting.Length)
        {
            Array.Resize(ref _waiting, Math.Max(2 * _waiting.Length, _length + text.Length));
        }

        text.CopyTo(_waiting.AsSpan(_length));
        _length += text.Length;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '"' && hasQuotes)
            {
                _isQuoted = !_isQuoted;
            }
            else if (text[i] == '\n')
            {
                _linesSeen++;
                if (!_isQuoted)
                {
                    begin -= EndRow(begin + i + 1);
                }
            }
        }
    }

    /// <summary>The text has ended: what has begun is a row, too.</summary>
    public void End()
    {
        if (Begun > 0)
        {
            _linesSeen++;
            EndRow(_length);
        }
    }

    /// <summary>Writes the header and the whole rows, and forgets these; false = there are none.</summary>
    public bool Take(Stream to)
    {
        if (Whole == 0)
        {
            return false;
        }

        to.Write(_header);
        to.Write(_waiting, 0, Whole);
        Forget(Whole);
        Line += _linesOfWhole;
        (Whole, _linesOfWhole) = (0, 0);
        return true;
    }

    // Gives back how many bytes are no longer there: those of a header.
    private int EndRow(int end)
    {
        if (_header is not null)
        {
            (Whole, _linesOfWhole) = (end, _linesOfWhole + _linesSeen);
            _linesSeen = 0;
            return 0;
        }

        _header = _waiting[..end];
        Forget(end);
        Line += _linesSeen;
        _linesSeen = 0;
        return end;
    }

    private void Forget(int bytes)
    {
        _waiting.AsSpan(bytes, _length - bytes).CopyTo(_waiting);
        _length -= bytes;
    }
}
