namespace Orchestrator.Runner;

/// <summary>A part of an attempt: what was under way, and from when to when since the run began.</summary>
/// <param name="Name">open, move (rows on their way from source to target), publish, or as the kind says.</param>
/// <param name="Begin">When it began.</param>
/// <param name="End">When the next one began, or the attempt was done.</param>
public sealed record LoadPhase(string Name, TimeSpan Begin, TimeSpan End)
{
    /// <summary>Of a move: the time in which rows were waited for, from the source and the guard.</summary>
    public TimeSpan Reading { get; init; }

    /// <summary>Of a move: the time in which rows were written.</summary>
    public TimeSpan Writing { get; init; }
}

/// <summary>
/// The phases of one attempt, one behind the other without a gap. Reading and writing take turns thousands of times, so
/// they are one phase that knows the time of each. Used on the attempt's thread alone.
/// </summary>
internal sealed class LoadPhases(Func<TimeSpan> now)
{
    /// <summary>A load that begins again has them twice; a kind that says more is heard no further.</summary>
    private const int Most = 12;

    private const string Move = "move";
    private const string Read = "read";
    private const string Write = "write";

    private readonly List<LoadPhase> _ended = [];
    private LoadPhase? _current;
    private string _part = "";
    private TimeSpan _partBegan;

    /// <summary>Something else is under way from now on.</summary>
    public void Enter(string part)
    {
        var at = now();
        var name = part is Read or Write ? Move : part;
        EndPart(at);
        (_part, _partBegan) = (part, at);
        if (_current?.Name == name || (_current is not null && _ended.Count == Most - 1))
        {
            return;
        }

        EndPhase(at);
        _current = new LoadPhase(name, at, at);
    }

    /// <summary>The attempt is done; what there was.</summary>
    public IReadOnlyList<LoadPhase> End()
    {
        var at = now();
        EndPart(at);
        EndPhase(at);
        _current = null;
        return _ended;
    }

    private void EndPart(TimeSpan at)
    {
        if (_current is { Name: Move } move)
        {
            _current = move with
            {
                Reading = move.Reading + (_part == Read ? at - _partBegan : TimeSpan.Zero),
                Writing = move.Writing + (_part == Write ? at - _partBegan : TimeSpan.Zero),
            };
        }
    }

    private void EndPhase(TimeSpan at)
    {
        if (_current is { } phase)
        {
            _ended.Add(phase with { End = at });
        }
    }
}
