using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Data.Sqlite;
using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Runner.Tests.Calibrate;

internal sealed class InsertLadderTests
{
    [Test]
    public void Writers_are_doubled_until_it_gets_worse_and_what_follows_takes_their_knee()
    {
        var ladder = Climb(new PostgreSqlDialect(), rung => rung.Kind switch
        {
            RungKind.Rows => rung.Writers <= 8 ? 100 * rung.Writers : 500,
            RungKind.Bulk => rung.Writers == 1 ? 100_000 : 90_000,
            _ => 1_000 * rung.RowsPerStatement,
        });

        Assert.That(ladder.Rungs.Select(one => $"{one.Rung.Name} x {one.Rung.Writers}"), Is.EqualTo((string[])
        [
            "row by row x 1", "row by row x 2", "row by row x 4", "row by row x 8", "row by row x 16",
            "VALUES, 10 rows x 8", "VALUES, 100 rows x 8", "VALUES, 1,000 rows x 8", "arrays, 10,000 rows x 8",
            "bulk, one commit x 1", "bulk, one commit x 2", "bulk, commit each 10,000 x 1",
        ]));
        Assert.That((ladder.Writers, ladder.BulkWriters, ladder.IsWhole), Is.EqualTo((8, 1, true)));
        Assert.That(ladder.Again.Select(one => $"{one.Rung.Name} x {one.Rung.Writers}"), Is.EqualTo((string[])
        [
            "bulk, one commit x 1", "bulk, commit each 10,000 x 1", "bulk, one commit x 1",
            "bulk, commit each 10,000 x 1",
        ]), "in turns, to know by how much measures of one step differ");
        Assert.That(ladder.Rungs.Where(one => ladder.IsKnee(one.Rung)).Select(one => one.Rung.Writers),
            Is.EqualTo((int[])[8, 1]));
    }

    [Test]
    public void A_platform_without_arrays_has_no_such_step()
    {
        var ladder = Climb(SqlitePlatform.Instance.Dialect, _ => 1);

        Assert.That(ladder.Rungs.Select(one => one.Rung.Kind), Has.None.EqualTo(RungKind.Arrays));
    }

    [Test]
    public void Who_stops_it_keeps_what_was_measured()
    {
        var left = 3;
        var ladder = new InsertLadder(new PostgreSqlDialect(), new LadderTerms(),
            rung => left-- > 0 ? RungMeasures.Of(rung, 100 * rung.Writers) : null).Climb();

        Assert.That(ladder.Rungs, Has.Count.EqualTo(3));
        Assert.That((ladder.Writers, ladder.BulkWriters, ladder.IsWhole), Is.EqualTo((4, (int?)null, false)));
    }

    [Test]
    public void What_a_server_refuses_ends_its_series_and_nothing_else()
    {
        var ladder = new InsertLadder(new PostgreSqlDialect(), new LadderTerms(),
            rung => rung.Writers > 4 ? RungMeasure.Refused(rung, "too many clients")
                : RungMeasures.Of(rung, 100 * rung.Writers)).Climb();

        Assert.That((ladder.Writers, ladder.BulkWriters, ladder.IsWhole), Is.EqualTo((4, 4, true)));
    }

    [Test]
    public void The_steps_that_are_announced_hold_all_that_it_may_come_to()
    {
        var terms = new LadderTerms { WritersMax = 6 };
        var announced = InsertLadder.Steps(new PostgreSqlDialect(), terms);

        var ladder = Climb(new PostgreSqlDialect(), rung => 100 * rung.Writers, terms);

        Assert.That(ladder.Rungs.Select(one => one.Rung), Is.EquivalentTo(announced));
    }

    private static LadderResult Climb(Dialect dialect, Func<Rung, double> speed, LadderTerms? terms = null) =>
        new InsertLadder(dialect, terms ?? new LadderTerms(), rung => RungMeasures.Of(rung, speed(rung))).Climb();
}
