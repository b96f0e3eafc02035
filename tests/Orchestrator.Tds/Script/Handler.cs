namespace Orchestrator.Tds;

/// <summary>An answer of the script to the requests that match, run on the thread of the asking session.</summary>
public sealed class Handler
{
    private readonly Func<Request, bool> _matches;
    private readonly Action<Request, Reply> _answer;
    private int _left = int.MaxValue;
    private int _calls;

    internal Handler(Func<Request, bool> matches, Action<Request, Reply> answer)
    {
        (_matches, _answer) = (matches, answer);
    }

    /// <summary>How often it answered.</summary>
    public int Calls => Volatile.Read(ref _calls);

    /// <summary>Answers once; afterwards the handlers declared earlier do.</summary>
    public Handler Once() => Times(1);

    /// <summary>Answers so many times; afterwards the handlers declared earlier do.</summary>
    public Handler Times(int count)
    {
        _left = count;
        return this;
    }

    /// <summary>Whether this handler takes the request; if so, one of its times is used up.</summary>
    internal bool Takes(Request request) => _matches(request) && _left > 0 && _left-- > 0;

    internal void Answer(Request request, Reply reply)
    {
        Interlocked.Increment(ref _calls);
        _answer(request, reply);
    }
}
