namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Finds where rows of text end, however it comes in pieces. A quote toggles whether line feeds count, which is right
/// for delimited text, since a quote within quotes is written twice. Pure.
/// </summary>
/// <param name="hasQuotes">Whether it is delimited text with quotes and a header; else each line is a row.</param>
internal sealed class InputRows(bool hasQuotes)
{
    private byte[] waiting = new byte[64 << 10];
    private int length;
    private byte[]? header = hasQuotes ? null : [];
    private bool isQuoted;
    private long linesOfWhole;
    private long linesSeen;

    /// <summary>Line with which the rows begin that are taken next.</summary>
    public long Line { get; private set; } = 1;

    /// <summary>Bytes of whole rows that wait; without the header.</summary>
    public int Whole { get; private set; }

    /// <summary>Bytes of the row behind them, which has begun and not ended.</summary>
    public int Begun => length - Whole;

    /// <summary>Takes more of the text.</summary>
    public void Add(ReadOnlySpan<byte> text)
    {
        var begin = length;
        if (length + text.Length > waiting.Length)
        {
            Array.Resize(ref waiting, Math.Max(2 * waiting.Length, length + text.Length));
        }

        text.CopyTo(waiting.AsSpan(length));
        length += text.Length;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '"' && hasQuotes)
            {
                isQuoted = !isQuoted;
            }
            else if (text[i] == '\n')
            {
                linesSeen++;
                if (!isQuoted)
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
            linesSeen++;
            EndRow(length);
        }
    }

    /// <summary>Writes the header and the whole rows, and forgets these; false = there are none.</summary>
    public bool Take(Stream to)
    {
        if (Whole == 0)
        {
            return false;
        }

        to.Write(header);
        to.Write(waiting, 0, Whole);
        Forget(Whole);
        Line += linesOfWhole;
        (Whole, linesOfWhole) = (0, 0);
        return true;
    }

    // Gives back how many bytes are no longer there: those of a header.
    private int EndRow(int end)
    {
        if (header is not null)
        {
            (Whole, linesOfWhole) = (end, linesOfWhole + linesSeen);
            linesSeen = 0;
            return 0;
        }

        header = waiting[..end];
        Forget(end);
        Line += linesSeen;
        linesSeen = 0;
        return end;
    }

    private void Forget(int bytes)
    {
        waiting.AsSpan(bytes, length - bytes).CopyTo(waiting);
        length -= bytes;
    }
}
