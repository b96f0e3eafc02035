namespace Orchestrator.Data.Files;

/// <summary>
/// How many lines of a file are not in its text, and where: so that a message names the line of the file. Asked for
/// places that do not go back by more than a row.
/// </summary>
internal sealed class DroppedLines
{
    private readonly Queue<(long Place, long Lines)> _ahead = new();
    private long _passed;
    private (long Place, long Lines) _last;

    /// <summary>So many lines stood at a place of the text, behind all that were noted before.</summary>
    public void Add(long place, long lines)
    {
        if (_last.Lines > 0 && _last.Place != place)
        {
            _ahead.Enqueue(_last);
            _last = default;
        }

        _last = (place, _last.Lines + lines);
    }

    /// <summary>Lines that stood before a place of the text.</summary>
    public long Before(long place)
    {
        while (_ahead.TryPeek(out var next) && next.Place <= place)
        {
            _passed += _ahead.Dequeue().Lines;
        }

        return _passed + (_last.Lines > 0 && _last.Place <= place ? _last.Lines : 0);
    }
}
