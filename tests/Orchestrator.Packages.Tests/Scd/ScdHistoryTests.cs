using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Random histories of versions on each platform and with each engine; see <see cref="ScdHistory"/>.</summary>
internal sealed class ScdHistoryTests
{
    private const int DeliveriesEach = 25;

    [TestCase(Platform.Sqlite, ScdEngine.Set, 10)]
    [TestCase(Platform.Sqlite, ScdEngine.Dataflow, 10)]
    [TestCase(Platform.PostgreSql, ScdEngine.Set, 2)]
    [TestCase(Platform.PostgreSql, ScdEngine.Dataflow, 2)]
    public void Versions_and_counts_are_those_of_the_model(Platform platform, ScdEngine engine, int histories) =>
        Play(platform, engine, histories);

    // Also what the model does not know: hashes, numbers, and which attempt wrote a version last.
    [TestCase(Platform.Sqlite, 4)]
    [TestCase(Platform.PostgreSql, 1)]
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

    [Test]
    [Explicit("minutes long; entry scd-deliveries of tests/suites-full")]
    [Category("Full")]
    public void A_hundred_thousand_deliveries_are_those_of_the_model()
    {
        foreach (var engine in Enum.GetValues<ScdEngine>())
        {
            Play(Platform.Sqlite, engine, 1_600);
            Play(Platform.PostgreSql, engine, 400);
        }
    }

    private static void Play(Platform platform, ScdEngine engine, int histories)
    {
        for (var i = 0; i < histories; i++)
        {
            var seed = 1000 * (int)platform + i;
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
}
