using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class LadderRecommendationTests
{
    [Test]
    public void The_knee_of_loads_is_the_cap_and_a_single_commit_the_default()
    {
        var recommended = LadderRecommendation.Of("Staging", Result(4, 1_000, 100_000, 101_000));

        Assert.That(recommended.Yaml, Is.EqualTo((string[])
        [
            "connections:", "  - connection: Staging", "    maxConcurrency: 4", "settings:", "  load:",
            "    fastLoad: true", "    commitRows: all",
        ]));
        Assert.That(recommended.Why, Has.Count.EqualTo(3));
    }

    [Test]
    public void Commits_in_between_are_recommended_only_where_they_bring_something() =>
        Assert.That(LadderRecommendation.Of("Staging", Result(1, 1_000, 100_000, 130_000)).Yaml,
            Has.Member("    commitRows: 10000"));

    [Test]
    public void Row_by_row_is_recommended_where_nothing_else_is_faster() =>
        Assert.That(LadderRecommendation.Of("Staging", Result(1, 200_000, 100_000, 100_000)).Yaml,
            Has.Member("    fastLoad: false").And.None.Contain("commitRows"));

    [Test]
    public void What_lies_within_the_spread_of_one_step_is_no_difference()
    {
        var result = Result(4, 1_000, 100_000, 130_000) with
        {
            Again = [Again(null, 70_000), Again(InsertLadder.CommitRows, 90_000), Again(null, 110_000)],
        };

        var recommended = LadderRecommendation.Of("Staging", result);

        Assert.That(recommended.Yaml, Has.Member("    commitRows: all"));
        Assert.That(recommended.Yaml, Has.None.Contain("maxConcurrency"));
        Assert.That(recommended.Why, Has.Exactly(2).Contain("no difference was found"));
    }

    [Test]
    public void What_is_beyond_the_spread_of_one_step_is_recommended() =>
        Assert.That(LadderRecommendation.Of("Staging", Result(1, 1_000, 100_000, 130_000) with
        {
            Again = [Again(null, 98_000), Again(InsertLadder.CommitRows, 128_000)],
        }).Yaml, Has.Member("    commitRows: 10000"));

    [Test]
    public void Neither_row_by_row_nor_bulk_is_recommended_where_they_cannot_be_told_apart()
    {
        var recommended = LadderRecommendation.Of("Staging", Result(1, 105_000, 100_000, 100_000) with
        {
            Again = [Again(null, 80_000), Again(null, 120_000)],
        });

        Assert.That(recommended.Yaml, Has.None.Contain("fastLoad"));
        Assert.That(recommended.Why, Has.Some.Contain("no difference was found"));
    }

    [Test]
    public void A_file_has_one_writer_so_that_no_cap_follows()
    {
        var result = Result(4, 1_000, 100_000, 100_000);
        var file = result with { Rungs = [.. result.Rungs.Select(rung => rung with { HasOneWriter = true })] };

        Assert.That(LadderRecommendation.Of("Staging", file).Yaml, Has.None.Contain("maxConcurrency"));
    }

    [Test]
    public void Nothing_is_recommended_of_what_was_not_measured() => Assert.That(
        LadderRecommendation.Of("Staging", new LadderResult([], null, null, IsWhole: false)).Yaml, Is.Empty);

    [TestCase("Staging", "Staging")]
    [TestCase("my stage", "'my stage'")]
    [TestCase("it's", "'it''s'")]
    [TestCase("12", "'12'")]
    public void Names_are_written_as_YAML_takes_them(string name, string written) =>
        Assert.That(LadderRecommendation.Of(name, Result(1, 1, 2, 2)).Yaml,
            Has.Member($"  - connection: {written}"));

    private static RungMeasure Again(long? commitRows, double speed) =>
        RungMeasures.Of(new Rung(RungKind.Bulk, 1, 0, commitRows), speed);

    private static LadderResult Result(int bulkWriters, double rows, double whole, double parted) => new(
        [
            RungMeasures.Of(new Rung(RungKind.Rows, 1, 1), rows),
            RungMeasures.Of(new Rung(RungKind.Bulk, 1, 0), whole),
            RungMeasures.Of(new Rung(RungKind.Bulk, 4, 0), whole),
            RungMeasures.Of(new Rung(RungKind.Bulk, 1, 0, InsertLadder.CommitRows), parted),
        ],
        1, bulkWriters, IsWhole: true);
}
