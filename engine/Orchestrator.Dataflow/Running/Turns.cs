namespace Orchestrator.Dataflow.Running;

/// <summary>
/// Whose turn it is, for one worker: at rest until somebody has news for it, then in a queue or told to its own thread.
/// News that come while it works let it work again, so that none is lost.
/// </summary>
/// <param name="wake">Called when it is to have a turn.</param>
/// <param name="isDue">Whether it is to have one at first, without any news.</param>
internal sealed class Turns(Action<Worker> wake, bool isDue)
{
    private const int AtRest = 0;
    private const int Due = 1;
    private const int AtWork = 2;
    private const int AtWorkWithNews = 3;
    private const int Over = 4;
    private int _state = isDue ? Due : AtRest;

    /// <summary>Of a worker that is in no run.</summary>
    public static Turns None { get; } = new(static _ => { }, isDue: false) { _state = Over };

    public bool IsDue => Volatile.Read(ref _state) == Due;

    public bool IsOver => Volatile.Read(ref _state) == Over;

    /// <summary>From any thread.</summary>
    public void Notify(Worker worker)
    {
        // What the caller wrote before must be there for whoever reads it when the state says so.
        Interlocked.MemoryBarrier();
        var state = Volatile.Read(ref _state);
        while (state is AtRest or AtWork)
        {
            var next = state == AtRest ? Due : AtWorkWithNews;
            var found = Interlocked.CompareExchange(ref _state, next, state);
            if (found == state)
            {
                if (next == Due)
                {
                    wake(worker);
                }

                return;
            }

            state = found;
        }
    }

    public void Begin() => Interlocked.Exchange(ref _state, AtWork);

    /// <summary>False = there were news meanwhile: it goes on.</summary>
    public bool TryRest() => Interlocked.CompareExchange(ref _state, AtRest, AtWork) == AtWork;

    /// <summary>It is to go on, but later.</summary>
    public void Defer() => Interlocked.Exchange(ref _state, Due);

    public void End() => Interlocked.Exchange(ref _state, Over);
}
