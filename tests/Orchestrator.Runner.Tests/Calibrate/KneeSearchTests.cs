using Orchestrator.Lab.Calibrate;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class KneeSearchTests
{
    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    [TestCase(5)]
    [TestCase(6)]
    [TestCase(8)]
    [TestCase(11)]
    [TestCase(16)]
    [TestCase(20)]
    public void A_knee_is_found_within_a_step_whether_it_gets_worse_behind_it_or_only_no_better(int knee)
    {
        foreach (var loss in (double[])[0, 0.02, 0.1, 0.5])
        {
            var (found, _) = Search(64, size => Model(size, knee, loss));

            Assert.That(found, Is.InRange(knee - 1, knee + 1), $"{loss:0 %} lost for each above it");
        }
    }

    [TestCase(3)]
    [TestCase(6)]
    [TestCase(11)]
    public void Noise_does_not_move_a_knee_by_more_than_a_step(int knee)
    {
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new Random(seed);
            double Noise() => random.Next(10) == 0 ? 0.5 : 1 + (random.NextDouble() * 0.02) - 0.01;

            var (found, _) = Search(64, size => Model(size, knee, 0.1) * Noise(), rounds: 5);

            Assert.That(found, Is.InRange(knee - 1, knee + 1), $"seed {seed}");
        }
    }

    [Test]
    public void It_ends_soon_behind_the_knee_and_measures_no_size_twice_that_is_done()
    {
        var (_, measured) = Search(1_024, size => Model(size, 6, 0.1));

        Assert.That(measured, Is.Unique);
        Assert.That(measured, Has.Count.LessThanOrEqualTo(10));
        Assert.That(measured.Max(), Is.LessThanOrEqualTo(32));
    }

    [Test]
    public void Sizes_that_somebody_wants_to_know_are_measured_on_the_way()
    {
        var search = new KneeSearch(new KneeTerms { Most = 16, Also = [6], Refines = false });

        var measured = All(search, size => size);

        Assert.That(measured, Is.EqualTo((int[])[1, 2, 4, 6, 8, 16]));
        Assert.That(search.Found!.At.Size, Is.EqualTo(16));
    }

    [Test]
    public void Who_ends_it_early_has_the_best_so_far()
    {
        var search = new KneeSearch(new KneeTerms { Most = 64 });

        Assert.That(search.Found, Is.Null);
        search.Add(1, 10);
        search.Add(2, 19);

        Assert.That(search.Found!.At.Size, Is.EqualTo(2));
        Assert.That(search.Next(), Is.EqualTo(4));
    }

    [Test]
    public void The_median_counts_and_not_the_mean() =>
        Assert.That(new MeasuredSize(1, [10, 1_000, 11]).Speed, Is.EqualTo(11));

    private static double Model(int size, int knee, double loss) =>
        Math.Min(size, knee) / (1 + (loss * Math.Max(0, size - knee)));

    private static (int Knee, List<int> Measured) Search(int most, Func<int, double> speed, int rounds = 1)
    {
        var search = new KneeSearch(new KneeTerms { Most = most, Rounds = rounds });
        var measured = All(search, speed);
        return (search.Found!.At.Size, measured);
    }

    private static List<int> All(KneeSearch search, Func<int, double> speed)
    {
        List<int> measured = [];
        while (search.Next() is { } size)
        {
            measured.Add(size);
            search.Add(size, speed(size));
        }

        return measured;
    }
}
