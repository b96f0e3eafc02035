using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>
/// A year of one trigger under a clock that only the test moves: the service wakes up for each firing, a little late or
/// a lot, is down, has its clock set back, is told to pause and to go on, and is given other texts.
/// </summary>
internal sealed class World(Random random, Machine machine, int year)
{
    private readonly List<Pause> _pauses = [];
    private DateTimeOffset? _known;
    private DateTimeOffset _now;
    private DateTimeOffset _since;
    private Spec _spec = Spec.Random(random);
    private Schedule? _schedule;
    private List<(DateTimeOffset Instant, DateTime Local)> _firings = [];

    /// <summary>A day on which generated calendars begin.</summary>
    public static DateOnly FirstDay { get; } = new(2026, 1, 1);

    /// <summary>What became of its firings.</summary>
    public Accounts Accounts { get; } = new();

    private DateTime From => new(year, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private DateTime To => From.AddDays(400);

    /// <summary>Lives the year.</summary>
    /// <exception cref="WrongFiringException">A firing was lost, carried out twice or decided wrongly.</exception>
    public void Live()
    {
        _now = new DateTimeOffset(From.AddDays(1 + random.NextDouble()), TimeSpan.Zero);
        Deploy(_spec);
        while (_now < From.AddDays(368))
        {
            try
            {
                Act();
            }
            catch (WrongFiringException wrong)
            {
                throw new WrongFiringException($"{_now:u} {_spec}: {wrong.Message}");
            }
        }
    }

    private void Act()
    {
        switch (random.Next(40))
        {
            case 0:
                Sleep(TimeSpan.FromHours(random.Next(1, 240)));
                break;
            case 1:
                _now -= TimeSpan.FromMinutes(random.Next(1, 1600));
                break;
            case 2 when !_pauses.Exists(pause => pause.Until is null):
                _pauses.Add(new Pause(_now, null));
                Sleep(TimeSpan.FromHours(random.Next(1, 60)));
                break;
            case 3:
                Deploy(random.Next(2) == 0 ? _spec : Spec.Random(random));
                break;
            case 4:
                SleepUntilClocksChange();
                break;
            default:
                WakeUp();
                break;
        }

        Look();
    }

    // As a service would: for the next firing, but not for one that is weeks away.
    private void WakeUp()
    {
        Resume();
        var next = _schedule!.Next(_known is { } known && known > _now ? known : _now)?.Instant;
        var latest = _now.AddDays(random.Next(1, 20));
        _now = next is { } due && due < latest ? due : latest;
        var late = random.Next(10) == 0 ? random.Next(7200) : random.Next(3) == 0 ? random.Next(60) : 0;
        _now += TimeSpan.FromSeconds(late);
    }

    private void Resume()
    {
        var open = _pauses.FindIndex(pause => pause.Until is null);
        if (open >= 0)
        {
            // The clock may have been set back meanwhile, behind where the pause began.
            var from = _pauses[open].From;
            _pauses[open] = new Pause(from, _now > from ? _now : from);
        }
    }

    private void Sleep(TimeSpan span) => _now += span + TimeSpan.FromSeconds(random.Next(60));

    private void SleepUntilClocksChange()
    {
        for (var at = _now.UtcDateTime; at < To.AddDays(-32); at = at.AddHours(1))
        {
            if (_spec.Zone.GetUtcOffset(at) != _spec.Zone.GetUtcOffset(at.AddHours(4)))
            {
                _now = new DateTimeOffset(at, TimeSpan.Zero);
                return;
            }
        }
    }

    private void Deploy(Spec spec)
    {
        if (spec != _spec || _schedule is null)
        {
            _spec = spec;
            _since = _now;
            _schedule = machine.Schedule(spec);
            _firings = Reference.Firings(spec, From, To);
        }
    }

    private void Look()
    {
        var history = new TriggerHistory { Since = _since, Known = _known, Pauses = [.. _pauses] };
        var decision = machine.Decide(_schedule!, _spec.Rule, history, _now);
        Accounts.Take(decision, new Expectation(_spec, _firings, _since, [.. _pauses], _now));
        _known = decision.Known;
    }
}
