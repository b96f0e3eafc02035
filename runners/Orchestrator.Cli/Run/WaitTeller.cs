using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Run;

/// <summary>Says what a call waits for once that takes longer than a moment, and again only where it is something else.
/// </summary>
internal sealed class WaitTeller
{
    private static readonly TimeSpan Moment = TimeSpan.FromSeconds(1);

    private readonly Lock _turn = new();
    private readonly Call _call;
    private readonly ITimer _timer;
    private string? _what;

    public WaitTeller(Call call)
    {
        _call = call;
        _timer = call.Host.Time.CreateTimer(_ => Say(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>It waits for that; null = it goes on.</summary>
    public void HeldUp(string? what)
    {
        lock (_turn)
        {
            if (what != _what)
            {
                _what = what;
                _timer.Change(what is null ? Timeout.InfiniteTimeSpan : Moment, Timeout.InfiniteTimeSpan);
            }
        }
    }

    private void Say()
    {
        lock (_turn)
        {
            if (_what is not null)
            {
                _call.Say($"waiting for {_what}");
            }
        }
    }
}
