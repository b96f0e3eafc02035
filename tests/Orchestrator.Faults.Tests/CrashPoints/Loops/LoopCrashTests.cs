using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>
/// A night with loops is killed around what loops add, and killed again while it goes on: it comes to the end of a
/// night that nobody disturbed, and a retry does again only what was not done. ORCHESTRATOR_TEST_CRASH_CASE takes those
/// cases only whose names hold that text.
/// </summary>
internal sealed class LoopCrashTests
{
    private const int PassingsMax = 12;

    private static readonly Platform[] Platforms = [Platform.Sqlite, Platform.PostgreSql];

    private static readonly string[] OfLoops = ["turn.recorded.", "turn.ended.", "value.recorded."];

    private static readonly string[] Outside = ["mail.", "file."];

    private static readonly string[] Others = ["package.", "sql.", "ledger.start.", "ledger.result.", "ledger.turn."];

    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") is "1";

    private static readonly string Only = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_CRASH_CASE") ?? "";

    // Who kills on one of them does not wait for the others.
    private readonly Dictionary<(Platform Platform, bool IsRelaxed), Lazy<LoopTemplate>> _templates = Platforms
        .SelectMany(platform => new[] { false, true }.Select(isRelaxed => (Platform: platform, IsRelaxed: isRelaxed)))
        .ToDictionary(place => place, place => new Lazy<LoopTemplate>(
            () => new LoopTemplate(place.Platform, place.IsRelaxed)));

    private static int Seed => int.Parse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED") ?? "20161114");

    // What comes together is one commit.
    [TestCase("turn.recorded", 6)]
    [TestCase("turn.ended", 11)]
    [TestCase("value.recorded", 7)]
    [TestCase("mail.sent", 3)]
    [TestCase("file.taken", 3)]
    public void A_night_passes_each_point_as_often_as_it_does_that(string point, int most)
    {
        foreach (var template in All())
        {
            var (before, after) = (template.Passed.Count($"{point}.before"), template.Passed.Count($"{point}.after"));

            Assert.That((int)before, Is.InRange(1, most), template.Name);
            Assert.That(after, Is.EqualTo(before), template.Name);
        }
    }

    [Test]
    public void A_share_of_the_points_around_loops_is_survived()
    {
        var all = All();
        Survive(
        [
            .. all.Index().Select(each =>
                InTurn(each.Item.Cases(PassingsMax, [.. OfLoops, .. Outside]), each.Index, all.Length)),
        ]);
    }

    [Test]
    [Category("Full")]
    public void Every_point_around_loops_is_survived_on_a_durable_stage_of_SQLite() =>
        SurviveAll(Platform.Sqlite, isRelaxed: false);

    [Test]
    [Category("Full")]
    public void Every_point_around_loops_is_survived_on_a_relaxed_stage_of_SQLite() =>
        SurviveAll(Platform.Sqlite, isRelaxed: true);

    [Test]
    [Category("Full")]
    public void Every_point_around_loops_is_survived_on_a_durable_stage_of_PostgreSQL() =>
        SurviveAll(Platform.PostgreSql, isRelaxed: false);

    [Test]
    [Category("Full")]
    public void Every_point_around_loops_is_survived_on_a_relaxed_stage_of_PostgreSQL() =>
        SurviveAll(Platform.PostgreSql, isRelaxed: true);

    [TestCase("mail.sent.before", 0)]
    [TestCase("mail.sent.after", 1)]
    public void A_message_of_a_turn_is_not_sent_again_where_nobody_knows(string point, int letters)
    {
        using var night = new LoopNight(Platform.Sqlite, maySendTwice: false);
        var killed = night.Run($"{point}@Night/tell[B]");
        Assert.That(killed.IsKilled, Is.True, killed.Said);

        var retry = night.Continue();
        var again = night.Continue();

        Assert.That((retry.ExitCode, again.ExitCode), Is.EqualTo((1, 1)), retry.Said + again.Said);
        Assert.That(retry.Said, Does.Contain("ORC3445").And.Contain("tell[B]"));
        Assert.That(LoopSolution.Parts.Select(night.LettersOf), Is.EqualTo(new[] { 1, letters, 1 }), retry.Said);
    }

    // One of those of a stage, which the seed chooses; of the next stage one that is a part of them further on.
    private static LoopCrash InTurn(IReadOnlyList<LoopCrash> all, int stage, int stages) =>
        all[(int)((uint)(Seed + (stage * all.Count / stages)) % (uint)all.Count)];

    // Each run of the tests has one night of each platform, and of each mode; a long proof has all.
    private LoopTemplate[] All()
    {
        var wanted = _templates
            .Where(each => IsFull || each.Key.IsRelaxed == (each.Key.Platform != Platform.Sqlite)).ToArray();
        SideBySide.Each(wanted, each => _ = each.Value.Value, each => $"{each.Key}");
        return [.. wanted.Select(each => each.Value.Value).OrderBy(each => each.Name, StringComparer.Ordinal)];
    }

    private void SurviveAll(Platform platform, bool isRelaxed) => Survive(
        _templates[(platform, isRelaxed)].Value.Cases(PassingsMax, [.. OfLoops, .. Outside, .. Others]));

    private static void Survive(IEnumerable<LoopCrash> cases)
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
            + $"{wanted.Count + secondKills} kills, {secondKills} of them second ones");
    }
}
