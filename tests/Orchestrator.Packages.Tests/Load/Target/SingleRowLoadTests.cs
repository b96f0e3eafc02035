using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Loads row by row that commit each row: one question per row, and the claim in each.</summary>
internal sealed class SingleRowLoadTests
{
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Rig.Write("t.csv", "Id,Name\n1,Ann\n2,\n3,Cy\n");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(Swap.InPlace, "4")]
    [TestCase(Swap.Transaction, "1")]
    public void Each_row_is_a_transaction_that_claims_the_table(Swap swap, string transactions)
    {
        Run(1, swap: swap);
        _rig.Rig.Write("t.csv", "Id,Name\n4,Di\n5,Ed\n6,Flo\n7,Gus\n");

        var result = Run(2, swap: swap);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 4, 0, 0, 0, 0, 0, 0)));
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["4|Di", "5|Ed", "6|Flo", "7|Gus"]));
        Assert.That(_rig.Query("SELECT count(DISTINCT xmin::text) FROM t"), Is.EqualTo((string[])[transactions]));
        Assert.That(_rig.Query("SELECT run, step > 4 FROM orchestrator.markers"), Is.EqualTo((string[])["2|true"]));
    }

    [Test]
    public void The_claim_is_in_the_statement_that_writes_the_row()
    {
        Run(1, Swap.InPlace);
        _rig.Rig.Write("t.csv", "Id,Name\n4,Di\n5,Ed\n");

        Run(2, Swap.InPlace);

        // Behind another statement of its transaction that wrote, a row would have a higher number.
        Assert.That(_rig.Query("SELECT DISTINCT cmin::text FROM t"), Is.EqualTo((string[])["0"]));
    }

    [Test]
    public void A_load_that_a_newer_run_has_overtaken_writes_no_further_row()
    {
        Run(1);
        _rig.Rig.Write("t.csv", "Id,Name\n4,Di\n5,Ed\n");

        var result = Run(2, progress: () => _rig.Execute("UPDATE orchestrator.markers SET token = 9, run = 9"));

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3440")));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["3"]));
    }

    [Test]
    public async Task A_row_waits_for_a_claim_that_somebody_else_holds_and_says_so()
    {
        Run(1);
        using var other = _rig.Open();
        other.Begin(CancellationToken.None);
        other.Execute("UPDATE orchestrator.markers SET step = step");
        using var told = new ManualResetEventSlim();
        var said = new List<string?>();

        var load = Task.Run(() => Run(2, heldUp: (reason, over) =>
        {
            said.Add($"{reason} {over}");
            told.Set();
        }));
        told.Wait();
        other.Rollback();

        Assert.That((await load).Error, Is.Null);
        Assert.That(said[0], Does.StartWith("Claim public.t, held by "));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["6"]));
    }

    [Test]
    public void Rows_that_the_table_refuses_are_redirected_and_the_others_stay()
    {
        _rig.Execute("""CREATE TABLE t ("Id" int CHECK ("Id" <> 2), "Name" varchar(20))""");

        var result = Run(1, onError: Policy.Redirect);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 0, 1, 0)));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "3"]));
        Assert.That(_rig.Query("SELECT \"RowNumber\" FROM err.t"), Is.EqualTo((string[])["2"]));
    }

    [TestCase(Swap.InPlace)]
    [TestCase(Swap.Transaction)]
    public void Rows_that_are_refused_take_none_of_those_along_that_went_with_them(Swap swap)
    {
        _rig.Rig.Write("t.csv", "Id,Name\n" + string.Concat(Enumerable.Range(1, 100).Select(i => $"{i},n\n")));
        _rig.Execute("""CREATE TABLE t ("Id" int CHECK ("Id" NOT IN (1, 32, 33, 50, 51, 100)), "Name" varchar(20))""");

        var result = Run(1, swap, onError: Policy.Redirect);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(100, 94, 0, 0, 0, 0, 6, 0)));
        Assert.That(_rig.Query("SELECT count(*), count(DISTINCT \"Id\") FROM t"), Is.EqualTo((string[])["94|94"]));
        Assert.That(_rig.Query("SELECT \"RowNumber\" FROM err.t ORDER BY 1"),
            Is.EqualTo((string[])["1", "32", "33", "50", "51", "100"]));
    }

    [Test]
    public void A_row_that_is_refused_by_its_commit_takes_none_of_the_others_along()
    {
        _rig.Execute("""
            CREATE TABLE names ("Name" varchar(20) PRIMARY KEY);
            INSERT INTO names VALUES ('Ann'), ('Cy');
            CREATE TABLE t ("Id" int, "Name" varchar(20) REFERENCES names DEFERRABLE INITIALLY DEFERRED);
            """);
        _rig.Rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bob\n3,Cy\n4,Ann\n");

        var result = Run(1, Swap.InPlace);

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3409")));
        Assert.That(result.Error!.Message, Does.Contain("t_Name_fkey"));
        Assert.That(_rig.Query("SELECT \"Id\" FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void A_row_that_the_table_refuses_fails_the_load_where_that_is_the_policy()
    {
        _rig.Execute("""CREATE TABLE t ("Id" int CHECK ("Id" <> 2), "Name" varchar(20))""");

        var result = Run(1, Swap.InPlace);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(result.Error!.Message, Does.Contain("Row 2 "));
    }

    [Test]
    public void What_fails_in_the_middle_of_an_exchange_tells_the_rows_that_stand()
    {
        _rig.Rig.Write("t.csv", "Id,Name\n" + string.Concat(Enumerable.Range(1, 100).Select(i => $"{i},n\n")));
        _rig.Execute("""
            CREATE FUNCTION busy(n int) RETURNS bool LANGUAGE plpgsql AS
              $$BEGIN IF n = 50 THEN RAISE 'busy' USING ERRCODE = '40001'; END IF; RETURN true; END$$;
            CREATE TABLE t ("Id" int CHECK (busy("Id")), "Name" varchar(20));
            """);

        var result = Run(1, Swap.InPlace);

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Transient));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["49"]));
        Assert.That(result.Counts.Inserted, Is.EqualTo(49));
    }

    [Test]
    public void Rows_that_were_refused_before_it_failed_are_not_told_among_those_that_stand()
    {
        _rig.Rig.Write("t.csv", "Id,Name\n" + string.Concat(Enumerable.Range(1, 100).Select(i => $"{i},n\n")));
        _rig.Execute("""
            CREATE FUNCTION busy(n int) RETURNS bool LANGUAGE plpgsql AS
              $$BEGIN IF n = 50 THEN RAISE 'busy' USING ERRCODE = '40001'; END IF; RETURN n NOT IN (3, 20); END$$;
            CREATE TABLE t ("Id" int CHECK (busy("Id")), "Name" varchar(20));
            """);

        var result = Run(1, Swap.InPlace, onError: Policy.Redirect);

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Transient));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["47"]));
        Assert.That(result.Counts.Inserted, Is.EqualTo(47));
    }

    [Test]
    public void A_table_with_triggers_is_written_in_transactions_of_several_statements()
    {
        _rig.Execute("""
            CREATE TABLE t ("Id" int, "Name" varchar(20));
            CREATE TABLE seen (n int);
            CREATE FUNCTION aside() RETURNS trigger LANGUAGE plpgsql AS
              $$BEGIN INSERT INTO seen VALUES (NEW."Id"); RETURN NULL; END$$;
            CREATE TRIGGER aside BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION aside();
            """);

        var result = Run(1);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed), "a row that is left out is a loss");
        Assert.That(_rig.Query("SELECT n FROM seen"), Is.Unique);
    }

    [Test]
    public void A_connection_that_is_lost_between_rows_fails_the_load_and_the_next_one_has_each_row_once()
    {
        Run(1);
        _rig.Rig.Write("t.csv", "Id,Name\n4,Di\n5,Ed\n");
        var ended = false;

        var failed = Run(2, progress: () =>
        {
            ended = true;
            _rig.Query("""
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """);
        });
        var next = Run(3);

        Assert.That(ended);
        Assert.That((failed.Outcome, failed.Error?.Class), Is.EqualTo((NodeState.Failed, ErrorClass.Transient)));
        Assert.That(next.Error, Is.Null);
        Assert.That(_rig.Query("SELECT \"Id\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1", "2", "3", "4", "5"]));
    }

    private PackageResult Run(
        long run, Swap? swap = null, Action? progress = null, Action<WaitReason, string?>? heldUp = null,
        Policy onError = Policy.Fail)
    {
        var load = PostgreSqlRig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)")) with
        {
            Load = new LoadOptions
            {
                Pattern = Rig.Written(swap is null ? LoadPattern.Append : LoadPattern.TruncateInsert),
                Swap = Rig.Written(swap ?? Swap.Auto),
                FastLoad = Rig.Written(false),
                CommitRows = Rig.Written(1L),
            },
            Errors = new ErrorOptions { OnError = Rig.Written(onError) },
        };
        var context = _rig.Rig.Context(load);
        return PackageKinds.All["load"].Run(context with
        {
            Run = run,
            Progress = (_, written) =>
            {
                if (written > 0)
                {
                    progress?.Invoke();
                }
            },
            HeldUp = heldUp ?? context.HeldUp,
        });
    }
}
