using Orchestrator.Ledger;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Tests.Reading;

/// <summary>Which run the first page shows of a batch.</summary>
internal sealed class LastNightTests
{
    [TestCase("select")]
    [TestCase("exclude")]
    public void A_part_that_went_well_hides_no_night_that_failed(string option)
    {
        using var nights = Nights.Several(isAtWork: false);
        nights.Add(FailedNight.Plan, Nights.Well, -1);
        OfAPart(nights, option);

        Assert.That(ShownOf(nights), Is.EqualTo(4));
    }

    [Test]
    public void A_whole_night_that_went_well_since_is_shown()
    {
        using var nights = Nights.Several(isAtWork: false);
        nights.Add(FailedNight.Plan, Nights.Well, -1);

        Assert.That(ShownOf(nights), Is.EqualTo(6));
    }

    [Test]
    public void A_part_that_failed_is_shown()
    {
        using var nights = Nights.Several(isAtWork: false);
        nights.Add(FailedNight.Plan, FailedNight.Of, -1);
        OfAPart(nights, "select");

        Assert.That(ShownOf(nights), Is.EqualTo(6));
    }

    private static void OfAPart(Nights nights, string option) => LedgerChange.Run(
        nights.Location,
        "insert into run_options (run, name, value, came_from) select max(run), $text, 'P/one', 'flag' from runs",
        option);

    private static long ShownOf(Nights nights)
    {
        using var reader = LedgerReader.Open(nights.Location, TimeProvider.System)!;
        var digests = new Digests(OutsideText.WithoutSecrets, verb => verb, TimeProvider.System);
        return new LastNight(digests, "prod").Of(reader)
            .Single(night => night.Digest.Run.Batch == FailedNight.Plan.Batch).Digest.Run.Number;
    }
}
