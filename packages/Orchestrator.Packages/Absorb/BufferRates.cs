namespace Orchestrator.Packages.Absorb;

/// <summary>How fast rows come into a buffer and leave it, from one look to the next. Pure.</summary>
internal sealed class BufferRates
{
    private (long Backlog, long Drained, TimeSpan At)? _before;

    /// <summary>Rows that were added in a second.</summary>
    public long Arriving { get; private set; }

    /// <summary>Rows that were drained in a second.</summary>
    public long Draining { get; private set; }

    /// <summary>Learns from a look.</summary>
    /// <param name="backlog">Rows in the buffer.</param>
    /// <param name="drained">Rows drained so far.</param>
    /// <param name="at">When that was, by a clock that only goes on.</param>
    public void Learn(long backlog, long drained, TimeSpan at)
    {
        if (_before is { } last && at > last.At)
        {
            var seconds = (at - last.At).TotalSeconds;
            Draining = (long)Math.Round((drained - last.Drained) / seconds);
            Arriving = Math.Max(0, (long)Math.Round((drained - last.Drained + backlog - last.Backlog) / seconds));
        }

        _before = (backlog, drained, at);
    }
}
