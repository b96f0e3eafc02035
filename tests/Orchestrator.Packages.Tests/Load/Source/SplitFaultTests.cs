using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>What becomes of a load in several streams when one of them fails.</summary>
internal sealed class SplitFaultTests
{
    private TwoDatabases _two = null!;

    [SetUp]
    public void Make()
    {
        _two = new TwoDatabases();
        _two.Tell("CREATE TABLE s (a int NOT NULL, x text)");
        _two.TellFar("CREATE TABLE t (a int, x varchar(200)); INSERT INTO t VALUES (7, 'old')");
    }

    [TearDown]
    public void Remove()
    {
        Assert.That(_two.Sessions, Is.Empty.After(300).Seconds.PollEvery(20).MilliSeconds);
        Assert.That(_two.LoadTables(), Is.Empty);
        Assert.That(_two.Rig.Resources.Memory.InUse, Is.Zero);
        _two.Dispose();
    }

    [Test]
    public void A_row_that_the_guard_refuses_in_one_part_stops_all_and_is_kept()
    {
        Fill(40000);
        _two.Tell("UPDATE s SET x = repeat('y', 201) WHERE a = 25000");

        var result = _two.Rig.Run(Load());

        Assert.That((result.Error?.Code, result.Error?.Phase), Is.EqualTo(("ORC3001", "guard")), result.Error?.Message);
        Assert.That(result.Error!.Message, Does.StartWith("part 3, row "));
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
        Assert.That(
            _two.FarLines("SELECT \"SourceFile\", \"ColumnName\" FROM err.t"), Is.EqualTo((string[])["part 3|x"]));
    }

    [Test]
    public void Rows_that_are_redirected_are_those_of_all_parts()
    {
        Fill(40000);
        _two.Tell("UPDATE s SET x = repeat('y', 201) WHERE a % 100 = 0");

        var result = _two.Rig.Run(Load(onError: Policy.Redirect));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(
            (result.Counts.Read, result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((40000, 39600, 400)));
        Assert.That(
            _two.FarLines("SELECT \"SourceFile\", count(*) FROM err.t GROUP BY 1 ORDER BY 1"),
            Is.EqualTo((string[])["part 1|99", "part 2|100", "part 3|100", "part 4|101"]));
        Assert.That(_two.FarLines("SELECT count(*) FROM t"), Is.EqualTo((string[])["39600"]));
    }

    [Test]
    public void More_rejected_rows_in_all_parts_together_than_are_allowed_stop_the_load()
    {
        Fill(40000);
        _two.Tell("UPDATE s SET x = repeat('y', 201) WHERE a % 10000 = 5");

        var result = _two.Rig.Run(Load(onError: Policy.Redirect, maxErrors: 3));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3408"), result.Error?.Message);
        Assert.That(_two.FarLines("SELECT count(*) FROM err.t"), Is.EqualTo((string[])["4"]));
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
    }

    [Test]
    public void Rows_that_the_target_refuses_are_found_whichever_part_brought_them()
    {
        Fill(400);
        _two.TellFar("ALTER TABLE t ADD CHECK (a % 100 <> 1)");

        var result = _two.Rig.Run(Load(onError: Policy.Redirect));

        Assert.That((result.Error?.Message, result.Counts.Rejected), Is.EqualTo(((string?)null, 4)));
        Assert.That(
            _two.FarLines("SELECT count(*), min(\"SourceFile\"), max(\"RowNumber\") FROM err.t"),
            Is.EqualTo((string[])["4||0"]));
    }

    [TestCase("Near", "read", "state = 'active' AND query LIKE 'COPY (%'")]
    [TestCase("Far", "write", "state = 'active' AND query LIKE 'COPY %'")]
    public void A_session_that_is_ended_in_the_middle_ends_all_and_the_next_run_is_clean(
        string where, string phase, string which)
    {
        Fill(200000);
        var database = where == "Near" ? _two.Near : _two.Far;
        var cut = 0;
        _two.Rig.Progress = (_, _) =>
        {
            if (Interlocked.Increment(ref cut) == 3)
            {
                _two.End(database,
                    $"pid = (SELECT max(pid) FROM pg_stat_activity WHERE datname = '{database}' AND {which})");
            }
        };

        var result = _two.Rig.Run(Load());

        Assert.That(
            (result.Error?.Class, result.Error?.Phase, result.Error?.Connection, result.Counts.Inserted),
            Is.EqualTo((ErrorClass.Transient, phase, where == "Near" ? "Pg" : "Far", 0)), result.Error?.Message);
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
        _two.Rig.Progress = (_, _) => { };
        Assert.That(_two.Rig.Run(Load()).Counts.Inserted, Is.EqualTo(200000));
    }

    [Test]
    public void The_session_that_holds_the_claim_is_ended_and_nothing_is_published()
    {
        Fill(200000);
        var cut = 0;
        _two.Rig.Progress = (_, _) =>
        {
            if (Interlocked.Increment(ref cut) == 3)
            {
                _two.End(_two.Far, "state = 'idle in transaction'");
            }
        };

        var result = _two.Rig.Run(Load());

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Transient), result.Error?.Message);
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
    }

    [Test]
    public void Who_cancels_waits_for_nothing_and_nothing_is_left()
    {
        Fill(200000);
        using var stop = new CancellationTokenSource();
        _two.Rig.Cancellation = stop.Token;
        _two.Rig.Progress = (_, _) => stop.Cancel();

        var result = _two.Rig.Run(Load());

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
    }

    [Test]
    public void A_stream_whose_server_is_silent_ends_with_the_others([Values] bool isCancelled)
    {
        Fill(40000);
        _two.Tell("""
            CREATE FUNCTION slow(t text) RETURNS text LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_sleep(600); RETURN t; END $$
            """);
        var bad = isCancelled ? "x" : "CASE a WHEN 5000 THEN repeat('y', 201) ELSE x END";
        var load = Load() with
        {
            Columns =
            [
                Rig.Column("a", "int"),
                Rig.Column("x", "varchar(200)") with
                {
                    SourceExpression = $"CASE a WHEN 25000 THEN slow(x) ELSE {bad} END",
                },
            ],
        };
        using var stop = new CancellationTokenSource();
        _two.Rig.Cancellation = stop.Token;
        var begun = 0L;
        _two.Rig.Progress = (read, _) =>
        {
            if (isCancelled && read >= 30000)
            {
                begun = TimeProvider.System.GetTimestamp();
                stop.Cancel();
            }
        };

        var all = TimeProvider.System.GetTimestamp();
        var result = _two.Rig.Run(load);

        var took = TimeProvider.System.GetElapsedTime(isCancelled ? begun : all);
        TestContext.Out.WriteLine($"ended {took.TotalMilliseconds:0} ms after");
        Assert.That((result.Outcome, result.Error?.Code),
            Is.EqualTo(isCancelled ? (NodeState.Cancelled, null) : (NodeState.Failed, "ORC3001")));
        Assert.That(took, Is.LessThan(TimeSpan.FromMinutes(5)));
        Assert.That(_two.FarLines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
    }

    private static ObjectDefinition Load(Policy onError = Policy.Fail, long maxErrors = -1) =>
        SplitLoadTests.Load(4, Rig.Column("a", "int"), Rig.Column("x", "varchar(200)")) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(onError), MaxErrors = Rig.Written(maxErrors) },
            Policies = new Policies { OnTruncation = Rig.Written(onError) },
        };

    private void Fill(int rows) =>
        _two.Tell($"INSERT INTO s SELECT i, repeat('x', 100) FROM generate_series(1, {rows}) AS i");
}
