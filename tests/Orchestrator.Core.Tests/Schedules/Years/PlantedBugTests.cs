using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>What must not be done, done on purpose: a year has to find it.</summary>
internal sealed class PlantedBugTests
{
    private const int YearsMax = 60;

    private static readonly Dictionary<string, Machine> Bugs = new()
    {
        ["A local time in a gap is left out"] = Firings(firings => firings.Where(firing => firing.LeftOut == 0)),
        ["The second time in a fold fires as well"] = Firings(firings => firings.SelectMany(Twice)),
        ["A firing in a gap stands for the time that its clock shows"] = Changed(
            (firing, zone) => firing with { Local = TimeZoneInfo.ConvertTime(firing.Instant, zone).DateTime }),
        ["Clocks are never changed"] = new Machine { Schedule = spec => (spec with { Zone = Fixed(spec) }).Schedule() },
        ["The calendar is not asked"] = new Machine { Schedule = spec => (spec with { Calendar = null }).Schedule() },
        ["What is due now waits"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule, history, now.AddTicks(-1))),
        ["What was decided is forgotten when the clock is set back"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule,
                history.Known > now ? history with { Known = null } : history, now)),
        ["A new text owes the past"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule, history with { Since = history.Since.AddDays(-2) }, now)),
        ["A pause is not looked at"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule, history with { Pauses = [] }, now)),
        ["A pause that has ended is forgotten"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule,
                history with { Pauses = [.. history.Pauses.Where(pause => pause.Until is null)] }, now)),
        ["However late it fires"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule with { MaxLate = null }, history, now)),
        ["The oldest missed one stands for all"] = Decided((schedule, rule, history, now) =>
            Reversed(FiringRules.Decide(schedule, rule, history, now))),
        ["Where it looks is what counts as decided"] = Decided((schedule, rule, history, now) =>
            FiringRules.Decide(schedule, rule, history, now) with { Known = now }),
    };

    private static IEnumerable<string> Names => Bugs.Keys;

    [TestCaseSource(nameof(Names))]
    public void A_year_finds_it(string bug)
    {
        var found = Enumerable.Range(0, YearsMax).Any(seed => IsFound(Bugs[bug], seed));

        Assert.That(found, Is.True);
    }

    private static bool IsFound(Machine machine, int seed)
    {
        try
        {
            new World(new Random(seed), machine, seed % 3 == 0 ? 2011 : 2026).Live();
            return false;
        }
        catch (WrongFiringException)
        {
            return true;
        }
    }

    private static Machine Decided(Func<Schedule, MisfireRule, TriggerHistory, DateTimeOffset, Decision> decide) =>
        new() { Decide = decide };

    private static Machine Firings(Func<IEnumerable<Firing>, IEnumerable<Firing>> change) =>
        new() { Schedule = spec => new ChangedSchedule(spec.Schedule(), (firings, _) => change(firings)) };

    private static Machine Changed(Func<Firing, TimeZoneInfo, Firing> change) => new()
    {
        Schedule = spec => new ChangedSchedule(
            spec.Schedule(), (firings, zone) => firings.Select(firing => change(firing, zone))),
    };

    private static IEnumerable<Firing> Twice(Firing firing) => firing.Note == ClockNote.FirstOfTwo
        ? [firing, firing with { Instant = firing.Instant.AddHours(1) }] : [firing];

    private static TimeZoneInfo Fixed(Spec spec) => TimeZoneInfo.CreateCustomTimeZone(
        spec.Zone.Id, spec.Zone.GetUtcOffset(new DateTime(2026, 7, 1, 0, 0, 0, DateTimeKind.Utc)), "fixed", "fixed");

    private static Decision Reversed(Decision decision) =>
        decision.Fire.Count == 1 && decision.PassedOver is [{ Reason: PassedOverReason.NewerFires } first, ..]
            ? decision with
            {
                Fire = [first.Firing],
                PassedOver = [.. decision.PassedOver.Skip(1),
                    new PassedOver(decision.Fire[0], PassedOverReason.NewerFires)],
            }
            : decision;

    /// <summary>A schedule whose firings are not what they should be.</summary>
    private sealed class ChangedSchedule(
        Schedule right, Func<IEnumerable<Firing>, TimeZoneInfo, IEnumerable<Firing>> change) : Schedule
    {
        public override TimeZoneInfo Zone => right.Zone;

        protected override IEnumerable<Firing> Find(DateTime after, DateTime until) => change(
            right.Between(new DateTimeOffset(after, TimeSpan.Zero), new DateTimeOffset(until, TimeSpan.Zero)), Zone);
    }
}
