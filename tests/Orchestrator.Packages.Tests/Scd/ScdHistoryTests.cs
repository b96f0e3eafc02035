using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Random histories of versions on each platform and with each engine; see <see cref="ScdHistory"/>.</summary>
internal sealed class ScdHistoryTests
{
    private const int DeliveriesEach = 25;

    [TestCase(Platform.Sqlite, ScdEngine.Set, 6)]
    [TestCase(Platform.Sqlite, ScdEngine.Dataflow, 6)]
    [TestCase(Platform.PostgreSql, ScdEngine.Set, 2)]
    [TestCase(Platform.PostgreSql, ScdEngine.Dataflow, 2)]
    [TestCase(Platform.SqlServer, ScdEngine.Set, 4)]
    [TestCase(Platform.SqlServer, ScdEngine.Dataflow, 4)]
    public void Versions_and_counts_are_those_of_the_model(Platform platform, ScdEngine engine, int histories)
    {
        for (var i = 0; i < histories; i++)
        {
            Play(platform, engine, 1000 * (int)platform + i);
        }
    }

    // Also what the model does not know: hashes, numbers, and which attempt wrote a version last.
    [TestCase(Platform.Sqlite, 2)]
    [TestCase(Platform.PostgreSql, 1)]
    [TestCase(Platform.SqlServer, 2)]
    public void Both_engines_leave_the_same_table_to_the_last_column(Platform platform, int histories)
    {
        for (var i = 0; i < histories; i++)
        {
            var seed = 5000 + 1000 * (int)platform + i;
            using var sets = new ScdHistory(platform, ScdEngine.Set, seed);
            using var flows = new ScdHistory(platform, ScdEngine.Dataflow, seed);
            for (var delivery = 0; delivery < DeliveriesEach; delivery++)
            {
                sets.Deliver();
                flows.Deliver();

                Assert.That(flows.All(), Is.EqualTo(sets.All()), $"{platform}, seed {seed}, delivery {delivery}");
            }
        }
    }

    // Four in five on SQLite; several at once, as each mostly waits for its file or its server. A quarter of a hundred
    // thousand: --seed 1, 2 and 3 are the others.
    [Test]
    [Explicit("twenty minutes; entry scd-deliveries of tests/suites-full")]
    [Category("Full")]
    public void Twenty_five_thousand_deliveries_are_those_of_the_model()
    {
        const int Histories = 1_000;
        var seed = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED");
        var first = Histories * (int.TryParse(seed, out var quarter) ? quarter : 0);
        Parallel.For(
            first, first + Histories, new ParallelOptions { MaxDegreeOfParallelism = 2 * Environment.ProcessorCount },
            i => Play(
                i % 10 < 8 ? Platform.Sqlite : Platform.PostgreSql,
                i % 2 == 0 ? ScdEngine.Set : ScdEngine.Dataflow,
                10_000 + i / 2));
    }

    private static void Play(Platform platform, ScdEngine engine, int seed)
    {
        using var history = new ScdHistory(platform, engine, seed);
        for (var delivery = 0; delivery < DeliveriesEach; delivery++)
        {
            try
            {
                history.Deliver();
            }
            catch (Exception)
            {
                TestContext.Out.WriteLine($"{platform}, {engine}, seed {seed}, delivery {delivery}");
                throw;
            }
        }
    }
}
