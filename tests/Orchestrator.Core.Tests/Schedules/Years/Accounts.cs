using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>A firing that was lost, carried out twice, or decided in another way than the rules say.</summary>
internal sealed class WrongFiringException(string message) : Exception(message);

/// <summary>
/// What became of each firing of one trigger, held against the reference: each exactly once, and as the rules say.
/// </summary>
internal sealed class Accounts
{
    private readonly Dictionary<DateTimeOffset, string> _decided = [];
    private DateTimeOffset _upTo = DateTimeOffset.MinValue;

    /// <summary>How many were carried out.</summary>
    public int Fired { get; private set; }

    /// <summary>How many were passed over.</summary>
    public int PassedOver { get; private set; }

    /// <summary>How many stand for a local time that the clocks had left out or showed twice.</summary>
    public int AtChanges { get; private set; }

    /// <summary>Holds one decision against what the rules say of the firings that are due by the reference.</summary>
    public void Take(Decision decision, Expectation expected)
    {
        if (expected.IsPaused)
        {
            Ask(decision.Fire.Count + decision.PassedOver.Count == 0, "decided while paused");
            return;
        }

        var due = expected.Due(_upTo);
        var looked = Math.Min(due.Count, FiringRules.DueMax);
        var older = due.Count - looked;
        Ask((decision.Older?.Count ?? 0) == Math.Min(older, FiringRules.OlderMax)
            && (decision.Older?.IsAtLeast ?? false) == (older > FiringRules.OlderMax)
            && decision.Older?.First.Instant == (older > 0 ? due[0].Instant : null),
            $"{due.Count} are due, told are {decision.Older}");
        foreach (var firing in due[..^looked])
        {
            Once(firing.Instant, "older");
        }

        var told = decision.Fire.Select(firing => (firing.Instant, firing.Local, Verdict: "fire"))
            .Concat(decision.PassedOver.Select(over =>
                (over.Firing.Instant, over.Firing.Local, Verdict: $"{over.Reason}")))
            .OrderBy(one => one.Instant).ToList();
        var wanted = expected.Verdicts([.. due[^looked..]]);
        for (var i = 0; i < Math.Max(told.Count, wanted.Count); i++)
        {
            var (is_, should) = (i < told.Count ? told[i] : default, i < wanted.Count ? wanted[i] : default);
            Ask(is_ == should, $"told is {is_}, wanted {should}");
            Once(is_.Instant, is_.Verdict);
        }

        AtChanges += decision.Fire.Concat(decision.PassedOver.Select(over => over.Firing))
            .Count(firing => firing.Note != ClockNote.None || firing.LeftOut > 0);
        _upTo = due.Count > 0 ? due[^1].Instant : _upTo;
        Ask(decision.Known is null || decision.Known <= _upTo, $"{decision.Known} counts as decided");
    }

    private void Once(DateTimeOffset instant, string verdict)
    {
        Ask(_decided.TryAdd(instant, verdict), $"{instant:u} is decided twice");
        (Fired, PassedOver) = verdict == "fire" ? (Fired + 1, PassedOver) : (Fired, PassedOver + 1);
    }

    private static void Ask(bool holds, string what)
    {
        if (!holds)
        {
            throw new WrongFiringException(what);
        }
    }
}
