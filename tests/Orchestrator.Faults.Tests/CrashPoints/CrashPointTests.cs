using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Orchestrator.Cli.Tests;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>
/// A night is killed at a named point, killed again while it goes on, and goes on to its end: then all is as after a
/// night that nobody disturbed. ORCHESTRATOR_TEST_CRASH_CASE takes those cases only whose names hold that text.
/// </summary>
internal sealed partial class CrashPointTests
{
    // Where something was wrong once: each run looks at it on one of the durable stages.
    private const string Found = "artifacts.renamed.before";

    // No night replays rejected rows; RejectsReplayTests kills one that does. And MariaDB is flushed only where others
    // have relaxed its server: KilledMariaDbTests kills a run then. MailTests of the command kills one that sends mail,
    // HttpTests one that sends a request, TransferTests and StoredFolderRunTests one that has a file server,
    // StoreRunTests one that reads a store, ScriptPluginTests one whose class works between loads, LoopCrashTests one
    // that sets values and has loops.
    private static readonly string[] Elsewhere =
    [
        "replay.marked", "mariadb.flush.before", "mariadb.flush.after", "mail.sent.before", "mail.sent.after",
        "http.send.before", "http.send.after", "transfer.noted", "transfer.sent",
        "transfer.deleted.before", "transfer.deleted.after", "transfer.renamed.before", "transfer.renamed.after",
        "stored.moved.before", "stored.moved.after", "stored.copied.before", "stored.copied.after",
        "stored.removed.before", "stored.removed.after",
        "script.run.before", "script.run.after", "script.commit.before", "script.commit.after",
        "value.recorded.before", "value.recorded.after", "turn.recorded.before", "turn.recorded.after",
        "turn.ended.before", "turn.ended.after",
    ];

    private static readonly string Only = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_CRASH_CASE") ?? "";

    private readonly List<BusyTemplate> _templates = [];

    private static int Seed => int.Parse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED") ?? "20161114");

    private IEnumerable<BusyTemplate> Durable => _templates.Where(each => !each.IsRelaxed);

    private IEnumerable<BusyTemplate> Relaxed => _templates.Where(each => each.IsRelaxed);

    [OneTimeSetUp]
    public void Make()
    {
        ConcurrentBag<BusyTemplate> made = [];
        SideBySide.Each(
            TestPlatforms.Everywhere.SelectMany(platform => Modes(platform).Select(isRelaxed => (platform, isRelaxed))),
            place => made.Add(new BusyTemplate(place.platform, place.isRelaxed)), place => $"{place}");
        _templates.AddRange(made.OrderBy(each => each.Name, StringComparer.Ordinal));
    }

    [OneTimeTearDown]
    public void Remove() => _templates.ForEach(each => each.Dispose());

    [Test]
    public void Each_point_that_is_documented_is_passed_by_some_night()
    {
        var documented = Documented().Except(Elsewhere).ToHashSet();
        var passed = _templates.SelectMany(each => each.First.Names.Concat(each.Night.Names)).ToHashSet();

        // What only they pass who come behind a dead run, of whom those of relaxed stages have the most to do.
        foreach (var template in Relaxed.Concat(Durable).TakeWhile(_ => !passed.IsSupersetOf(documented)))
        {
            passed.UnionWith(template.Recovery.Names);
        }

        Assert.That(passed, Is.EquivalentTo(documented));
    }

    [Test]
    public void A_share_of_the_points_is_survived()
    {
        var found = Durable.ElementAt((int)((uint)Seed % (uint)Durable.Count()));
        Survive([.. _templates.Index().Select(each => each.Item == found
            ? found.OfUndisturbed(seed: 1).Single(one => one.Point == Found)
            : InTurn([.. each.Item.OfUndisturbed(seed: each.Item.IsRelaxed ? 2 : 1)], each.Index))]);
    }

    [Test]
    [Category("Full")]
    public void Every_point_is_survived_with_three_seeds_on_a_durable_stage() => Survive(
    [
        .. Durable.SelectMany(each => each.OfNight(seed: 1)),
        .. Durable.SelectMany(each => each.OfFirst(seed: 3).Where((_, i) => i % 2 == 0)),
    ]);

    [Test]
    [Category("Full")]
    public void Every_point_is_survived_with_three_seeds_on_a_relaxed_stage() => Survive(
    [
        .. Relaxed.SelectMany(each => OnlyThere(each, each.OfNight(seed: 1))),
        .. Relaxed.SelectMany(each => each.OfNight(seed: 2)),
        .. Relaxed.SelectMany(each => each.OfFirst(seed: 3).Where(one => Beside(each).OfFirst(seed: 3)
            .Where((_, i) => i % 2 == 0).All(taken => taken.Point != one.Point))),
    ]);

    [Test]
    [Category("Full")]
    public void Every_point_at_which_something_is_recovered_is_survived_there() =>
        Survive([.. _templates.SelectMany(each => each.OfRecovery(seed: 1))]);

    [Test]
    [Category("Full")]
    public void Every_point_within_each_pattern_is_survived_on_a_durable_stage() => SurviveWithin(Durable);

    [Test]
    [Category("Full")]
    public void Every_point_within_each_pattern_is_survived_on_a_relaxed_stage() => SurviveWithin(Relaxed);

    [Test]
    public void A_signal_at_a_random_moment_is_survived() =>
        SurviveSignals([Relaxed.Last()], 1);

    [Test]
    [Category("Full")]
    public void Two_hundred_signals_at_random_moments_are_survived() => SurviveSignals(_templates, 40);

    // Where a run can relax nothing there are durable stages only.
    private static bool[] Modes(Platform platform) =>
        PlatformTable.Of(platform).Scopes.Count > 0 ? [false, true] : [false];

    // One of those of a stage, which the seed chooses; of the next stage one that is a part of them further on.
    private CrashCase InTurn(CrashCase[] all, int stage) =>
        all[(int)((uint)(Seed + (stage * all.Length / _templates.Count)) % (uint)all.Length)];

    private static void SurviveSignals(IEnumerable<BusyTemplate> stages, int each)
    {
        RunningCommand.OnLinuxOnly();
        var (seed, atWork) = (Seed, 0);
        SignalCase[] cases = [.. stages.Index().SelectMany(one => Enumerable.Range(0, each)
            .Select(i => new SignalCase(one.Item, seed + (1000 * one.Index) + i)))];
        SideBySide.Each(cases, one =>
        {
            if (one.Run())
            {
                Interlocked.Increment(ref atWork);
            }
        }, one => $"{one}");
        TestContext.Out.WriteLine($"{cases.Length} signals, {atWork} of them at a run at work; seeds from {seed} on");
    }

    private static void SurviveWithin(IEnumerable<BusyTemplate> stages)
    {
        foreach (var stage in stages)
        {
            foreach (var (pattern, package) in stage.Patterns)
            {
                var count = stage.Night.In(package).Count();
                TestContext.Out.WriteLine($"{pattern}, {stage.Name}: {count} points");
                Assert.That(count, Is.GreaterThanOrEqualTo(10), $"{pattern}, {stage.Name}");
            }
        }

        Survive([.. stages.SelectMany(each =>
            each.Patterns.Values.SelectMany(package => each.Within(package, seed: 1)))]);
    }

    private BusyTemplate Beside(BusyTemplate template) => _templates.Single(other => other.IsBeside(template));

    // What durable commits do not pass.
    private IEnumerable<CrashCase> OnlyThere(BusyTemplate template, IEnumerable<CrashCase> cases) =>
        cases.Where(one => !Beside(template).Names.Contains(one.Point));

    private static void Survive(IReadOnlyList<CrashCase> cases)
    {
        var wanted = cases.Where(each => each.ToString().Contains(Only, StringComparison.Ordinal)).ToList();
        var secondKills = 0;
        SideBySide.Each(wanted, one =>
        {
            if (one.Run())
            {
                Interlocked.Increment(ref secondKills);
            }
        }, one => $"{one}");
        TestContext.Out.WriteLine($"{wanted.Select(one => one.Point).Distinct().Count()} points, {wanted.Count} cases, "
            + $"seeds {string.Join(' ', wanted.Select(one => one.Seed).Distinct().Order())}, "
            + $"{wanted.Count + secondKills} kills, {secondKills} of them second ones");
    }

    private static IEnumerable<string> Documented()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Orchestrator.sln")))
        {
            folder = Path.GetDirectoryName(folder)!;
        }

        var text = File.ReadAllText(Path.Combine(folder, "tests", "README.md"));
        var section = text[text.IndexOf("## Crash points", StringComparison.Ordinal)..];
        section = section[..section.IndexOf("\n## ", 4, StringComparison.Ordinal)];
        return Name().Matches(section).SelectMany(match => match.Groups[2].Success
            ? [$"{match.Groups[1].Value}.before", $"{match.Groups[1].Value}.after"]
            : new[] { match.Groups[1].Value });
    }

    [GeneratedRegex(@"`([a-z]+(?:\.[a-zA-Z]+)*)(±)?`")]
    private static partial Regex Name();
}
