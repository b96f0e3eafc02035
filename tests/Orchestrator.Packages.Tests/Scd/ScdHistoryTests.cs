using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>Random histories of versions on each platform; see <see cref="ScdHistory"/>.</summary>
internal sealed class ScdHistoryTests
{
    private const int DeliveriesEach = 25;

    [TestCase(Platform.Sqlite, 24)]
    [TestCase(Platform.PostgreSql, 6)]
    public void Versions_and_counts_are_those_of_the_model(Platform platform, int histories) =>
        Play(platform, histories);

    [Test]
    [Explicit("minutes long; entry scd-deliveries of tests/suites-full")]
    [Category("Full")]
    public void A_hundred_thousand_deliveries_are_those_of_the_model()
    {
        Play(Platform.Sqlite, 3_200);
        Play(Platform.PostgreSql, 800);
    }

    private static void Play(Platform platform, int histories)
    {
        for (var i = 0; i < histories; i++)
        {
            var seed = 1000 * (int)platform + i;
            using var history = new ScdHistory(platform, seed);
            for (var delivery = 0; delivery < DeliveriesEach; delivery++)
            {
                try
                {
                    history.Deliver();
                }
                catch (Exception)
                {
                    TestContext.Out.WriteLine($"{platform}, seed {seed}, delivery {delivery}");
                    throw;
                }
            }
        }
    }
}
