using Orchestrator.Lab.Calibrate.Concurrency;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class GateSearchTests
{
    private static readonly GateTerms Terms = new() { Most = 32, Automatic = 4 };

    private readonly FakeTime _time = new();

    /// <summary>A server that answers K requests side by side, and each more makes all of them slower.</summary>
    [TestCase(2)]
    [TestCase(5)]
    [TestCase(12)]
    public void The_best_degree_of_a_server_is_found_within_a_step_over_noise(int best)
    {
        for (var seed = 1; seed <= 50; seed++)
        {
            var random = new Random(seed);

            var result = GateSearch.Find(Terms, _time, gate =>
                Trial(gate, Makespan(gate, best) * (1 + (random.NextDouble() * 0.02))));

            Assert.That(result.Knee!.Gate, Is.InRange(best - 1, best + 1), $"seed {seed}");
            Assert.That(result.IsWhole, Is.True);
            Assert.That(result.IsAutomaticRight, Is.False, $"-1 is 4, and {best} is best");
        }
    }

    [Test]
    public void The_first_run_only_warms_up()
    {
        var runs = 0;

        var result = GateSearch.Find(Terms, _time, gate => Trial(gate, runs++ == 0 ? 1 : 60));

        Assert.That(result.Trials.Select(trial => trial.Makespan.TotalSeconds), Has.All.EqualTo(60));
        Assert.That(result.Gates.Select(gate => gate.Makespans.Count), Has.All.EqualTo(3));
    }

    [Test]
    public void Where_one_is_as_good_as_any_other_minus_one_is_right_and_few_are_tried()
    {
        var result = GateSearch.Find(Terms, _time, gate => Trial(gate, 60));

        Assert.That(result.IsAutomaticRight, Is.True);
        Assert.That(result.Gates.Select(gate => gate.Gate), Is.EqualTo((int[])[1, 2, 4]));
        Assert.That(GateRecommendation.Of("Nightly", result).Yaml, Is.EqualTo(
            (string[])["batches:", "  - batch: Nightly", "    maxConcurrency: -1"]));
    }

    [Test]
    public void No_run_begins_that_would_end_too_late()
    {
        var result = GateSearch.Find(Terms with { TimeMax = TimeSpan.FromSeconds(250) }, _time, gate =>
        {
            _time.Advance(TimeSpan.FromSeconds(60));
            return Trial(gate, 60);
        });

        Assert.That(result.IsWhole, Is.False);
        Assert.That(result.Trials, Has.Count.EqualTo(3), "the one that warms up took a minute as well");
    }

    [Test]
    public void A_run_that_fails_ends_the_search_and_what_was_measured_counts()
    {
        var left = 7;

        var result = GateSearch.Find(Terms, _time, gate => left-- > 0 ? Trial(gate, 60.0 / gate) : null);

        Assert.That(result.IsWhole, Is.False);
        Assert.That(result.Knee!.Gate, Is.EqualTo(2));
        Assert.That(result.IsAutomaticRight, Is.Null, "it was not come to");
    }

    [Test]
    public void The_knee_is_recommended_where_minus_one_is_slower()
    {
        var result = new GateResult(Terms,
            [.. new[] { (1, 40), (2, 20), (4, 30) }
                .SelectMany(one => Enumerable.Repeat(Trial(one.Item1, one.Item2), 3))],
            IsWhole: true);

        var recommended = GateRecommendation.Of("Nightly", result);

        Assert.That(recommended.Yaml[^1], Is.EqualTo("    maxConcurrency: 2"));
        Assert.That(recommended.Why, Is.EqualTo((string[])
            ["-1 is not right here: it is 4 and takes 30 s; 2 at once take 20 s"]));
    }

    [Test]
    public void A_gate_that_is_faster_by_less_than_its_own_runs_differ_is_no_difference()
    {
        double[] four = [26, 30, 34];
        double[] eight = [23, 27, 33];
        var result = new GateResult(Terms,
            [.. four.Select(seconds => Trial(4, seconds)), .. eight.Select(seconds => Trial(8, seconds))],
            IsWhole: true);

        var recommended = GateRecommendation.Of("Nightly", result);

        Assert.That((result.IsAutomaticRight, result.Knee!.Gate), Is.EqualTo(((bool?)true, 4)));
        Assert.That(recommended.Yaml, Is.Empty);
        Assert.That(recommended.Why, Is.EqualTo((string[])["no difference was found: 4 at once take 30 s and 8 27 s, "
            + "and runs of one gate differ by 10 s"]));
    }

    [Test]
    public void What_is_recommended_is_faster_than_minus_one_by_more_than_chance()
    {
        double[] two = [20, 24, 28];
        var result = new GateResult(Terms,
            [
                .. two.Select(seconds => Trial(2, seconds)), Trial(4, 26), Trial(4, 26), Trial(4, 26),
                Trial(8, 20), Trial(8, 20), Trial(8, 20),
            ], IsWhole: true);

        Assert.That(result.Knee!.Gate, Is.EqualTo(2));
        Assert.That(GateRecommendation.Of("Nightly", result).Yaml[^1], Is.EqualTo("    maxConcurrency: 8"));
    }

    [Test]
    public void Too_few_runs_are_said_and_one_gate_recommends_nothing()
    {
        var two = new GateResult(Terms, [Trial(4, 30), Trial(8, 20)], IsWhole: true);

        Assert.That(GateRecommendation.Of("Nightly", two).Why,
            Has.Some.EqualTo("gate 8 had 1 run only, which may be chance"));
        Assert.That(GateRecommendation.Of("Nightly", two with { Trials = [Trial(4, 30)] }).Yaml, Is.Empty);
    }

    // 240 requests of a second each: beside one another up to the best degree, then each one more costs a tenth.
    private static double Makespan(int gate, int best) =>
        240.0 / Math.Min(gate, best) * (1 + (0.1 * Math.Max(0, gate - best)));

    private static GateTrial Trial(int gate, double seconds) => new(gate, TimeSpan.FromSeconds(seconds), 1);
}
