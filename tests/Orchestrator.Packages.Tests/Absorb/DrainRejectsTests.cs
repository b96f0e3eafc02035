using Orchestrator.Core;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>
/// A row in a buffer that the target refuses: with `onError: redirect` it goes into the error table, and those behind
/// it are drained.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class DrainRejectsTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Rig.Run(AbsorbTests.Define(_rig) with { Source = null });
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    private bool IsPostgreSql => platform == Platform.PostgreSql;

    private string ErrorTable => IsPostgreSql ? "err.t" : "err_t";

    [TestCase("P0001")]
    [TestCase("AB123")]
    [TestCase("42601")]
    [TestCase("0A000")]
    [TestCase("54000")]
    [TestCase("ROLLBACK")]
    public void A_row_that_the_target_refuses_is_rejected_and_blocks_none(string state)
    {
        if (IsPostgreSql && state == "ROLLBACK")
        {
            Assert.Ignore("No error of PostgreSQL ends a transaction but with its session.");
        }

        Refuse("new.\"V\" = 'bad'", state);
        Add([.. Enumerable.Range(1, 40).Select(key => (key, key is 13 or 40 ? "bad" : $"v{key}"))]);

        var first = _rig.Rig.Run(Drained);
        Add((13, "good"), (14, "bad"));
        var second = _rig.Rig.Run(Drained);

        Assert.That((first.Error?.Message, second.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That($"{first.Counts}", Is.EqualTo("40 read = 38 inserted + 2 rejected"));
        Assert.That($"{second.Counts}", Is.EqualTo("2 read = 1 inserted + 1 rejected"));
        Assert.That(Rejected(), Is.EqualTo((string[])
        [
            "13|K=13|K=13, V=bad|Refused|ORC3412|{\"K\":\"13\",\"V\":\"bad\"}",
            "40|K=40|K=40, V=bad|Refused|ORC3412|{\"K\":\"40\",\"V\":\"bad\"}",
            "42|K=14|K=14, V=bad|Refused|ORC3412|{\"K\":\"14\",\"V\":\"bad\"}",
        ]));
        Assert.That(Count(), Is.EqualTo((39, 0)));
    }

    [Test]
    public void Rows_that_are_rejected_on_their_way_into_the_buffer_and_out_of_it_are_counted_together()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");

        var result = _rig.Run(AbsorbTests.Define(_rig), "K,V", "1,a", "x,b", "3,bad", "4,d");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 2 inserted + 2 rejected"));
        Assert.That(_rig.Query($"SELECT \"RowId\", \"Value\" FROM {ErrorTable} ORDER BY 1"),
            Is.EqualTo((string[])["1|x", "2|K=3, V=bad"]));
    }

    [Test]
    public void With_on_error_fail_the_row_stays_in_the_buffer()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "a"), (2, "bad"));

        var result = _rig.Rig.Run(Drained with { Errors = new ErrorOptions() });

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data));
        Assert.That(Count(), Is.EqualTo((0, 2)));
    }

    [Test]
    public void An_error_of_every_row_is_one_of_the_statement_and_nothing_leaves_the_buffer()
    {
        Refuse("true", "42P01");
        Add([.. Enumerable.Range(1, 300).Select(key => (key, "v"))]);

        var result = _rig.Rig.Run(Drained);

        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Config));
        Assert.That(Count(), Is.EqualTo((0, 300)));
    }

    [Test]
    public void More_rows_than_may_be_rejected_stay_in_the_buffer_and_the_failure_names_the_next_one()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "a"), (2, "bad"), (3, "bad"), (4, "bad"), (5, "e"));

        var result = _rig.Rig.Run(
            Drained with { Errors = Drained.Errors with { MaxErrors = Rig.Written(2L) } });

        Assert.That((result.Error?.Code, result.Counts.Rejected), Is.EqualTo(("ORC3408", 2)));
        Assert.That(result.Error!.Message, Does.Contain("RowBufferId 4 stays in the buffer"));
        Assert.That(_rig.Query("SELECT \"K\" FROM t_buffer"), Is.EqualTo((string[])["4"]));
        Assert.That(_rig.Query($"SELECT \"RowId\", \"RowNumber\" FROM {ErrorTable} ORDER BY 1"),
            Is.EqualTo((string[])["1|2", "2|3"]));
    }

    [Test]
    public void The_last_row_of_a_key_that_is_not_refused_is_the_latest()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "a"), (1, "bad"), (2, "bad"), (2, "b"), (3, "c"), (3, "d"));

        var result = _rig.Rig.Run(Drained);

        Assert.That(
            _rig.Query("SELECT \"K\", \"V\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|a", "2|b", "3|d"]));
        Assert.That(result.Counts.AddUp, Is.True, $"{result.Counts}");
        // PostgreSQL shows a row to its triggers before it looks whether a later one is there.
        Assert.That(Rejected().Select(row => row[..2]).ToArray(),
            Is.EqualTo(IsPostgreSql ? (string[])["2|", "3|"] : ["2|"]));
    }

    [Test]
    public void A_unique_value_that_moves_beside_a_row_that_is_refused_moves()
    {
        _rig.Execute("CREATE UNIQUE INDEX u ON t (\"V\")");
        Add((1, "x"), (2, "z"));
        _rig.Rig.Run(Drained);
        Add((2, "x"), (1, "y"), (3, "y"), (4, "d"));

        var result = _rig.Rig.Run(Drained);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(
            _rig.Query("SELECT \"K\", \"V\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|y", "2|x", "4|d"]));
        Assert.That(_rig.Query($"SELECT \"RowKey\" FROM {ErrorTable}"), Is.EqualTo((string[])["K=3"]));
    }

    [TestCase(Policy.Redirect, "ORC3408")]
    [TestCase(Policy.Fail, "ORC3409")]
    public void Where_a_column_is_sensitive_no_message_shows_what_the_target_has_quoted(Policy policy, string code)
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "bad"));
        var absorb = Drained with
        {
            Columns = [Drained.Columns[0], Drained.Columns[1] with { Sensitive = true }],
            Errors = new ErrorOptions { OnError = Rig.Written(policy), MaxErrors = Rig.Written(0L) },
        };

        var result = _rig.Rig.Run(absorb);
        var thrown = Assert.Catch(() => new BufferAccess(_rig.Rig.Context(absorb), "test").Drain(_ => { }))!;

        Assert.That(result.Error?.Code, Is.EqualTo(code));
        string[] told = [result.Error!.Message, ConnectionAccess.ExplainAtTarget(thrown, absorb)!.Message];
        Assert.That(told, Has.All.Contains("unlucky (hidden)").And.All.Not.Contains("bad"));
    }

    [Test]
    public void Of_rows_that_are_rejected_on_their_way_out_of_the_buffer_the_package_warns()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "a"), (2, "bad"));

        var result = _rig.Rig.Run(Drained);

        Assert.That(
            result.Warnings, Is.EqualTo((string[])[$"1 rows of 't_buffer' were rejected into '{ErrorTable}'"]));
    }

    [Test]
    public void A_row_counts_once_also_where_draining_fails_behind_rejected_ones()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        var absorb = AbsorbTests.Define(_rig) with { Errors = Drained.Errors with { MaxErrors = Rig.Written(2L) } };

        var result = _rig.Run(absorb, "K,V", "x,a", "2,bad", "3,bad", "4,d");

        Assert.That((result.Error?.Code, $"{result.Counts}"),
            Is.EqualTo(("ORC3408", "4 read ≠ 1 inserted + 2 rejected")));
        Assert.That(result.Warnings, Is.EqualTo((string[])
        [
            $"1 rows were rejected into '{ErrorTable}'", $"1 rows of 't_buffer' were rejected into '{ErrorTable}'",
            "3 rows were loaded into 't_buffer' and wait there for whoever drains it next, but for those among the 2 "
            + "that were drained",
        ]));
        Assert.That(Count(), Is.EqualTo((1, 1)));
    }

    [Test]
    public void What_the_error_table_refuses_is_kept_with_what_it_takes_and_where_it_takes_nothing_the_row_stays()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "bad"));
        _rig.Rig.Run(Drained);
        RefuseErrors("new.\"SourceRow\" IS NOT NULL AND new.\"RowKey\" = 'K=2'");
        Add((2, "bad"), (3, "bad"));
        var inPart = _rig.Rig.Run(Drained);
        RefuseErrors("new.\"RowKey\" = 'K=4'");
        Add((4, "bad"), (5, "e"));

        var stays = _rig.Rig.Run(Drained);

        Assert.That(inPart.Error?.Message, Is.Null);
        Assert.That(stays.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(_rig.Query("SELECT \"K\" FROM t_buffer"), Is.EqualTo((string[])["4"]));
        Assert.That(_rig.Query("SELECT \"K\" FROM t"), Is.EqualTo((string[])["5"]));
        Assert.That(
            _rig.Query($"""
                SELECT "RowKey", "SourceRow" IS NULL FROM {ErrorTable} WHERE "RowKey" <> 'K=1' ORDER BY 1
                """),
            Is.EqualTo((string[])[$"K=2|{Yes}", $"K=3|{No}"]));
    }

    [Test]
    public void A_drainer_that_goes_on_goes_on()
    {
        Refuse("new.\"V\" = 'bad'", "P0001");
        Add((1, "a"), (2, "bad"), (3, "c"));
        var told = default(DrainedRows);

        var done = new BufferAccess(
            _rig.Rig.Context(Drained with { Absorb = new AbsorbOptions { RunOnce = true, RowsPerBatch = 2 } }), "test")
            .Run((rows, _) => told += rows, _ => { }, (fault, _) => Assert.Fail(fault.Message), _ => false);

        Assert.That((told, done), Is.EqualTo((done, new DrainedRows(3, 0, 0, 2, 1))));
        Assert.That(Count(), Is.EqualTo((2, 0)));
    }

    [Test]
    public void A_foreign_key_and_a_conversion_that_the_target_refuses()
    {
        if (!IsPostgreSql)
        {
            Assert.Ignore("SQLite refuses no conversion, and enforces foreign keys only where a session asks for it.");
        }

        _rig.Execute("DROP TABLE public.t");
        _rig.Execute("CREATE TABLE public.k (\"K\" int PRIMARY KEY)");
        _rig.Execute("INSERT INTO public.k VALUES (1), (2), (4)");
        _rig.Execute("CREATE TABLE public.t (\"K\" int PRIMARY KEY REFERENCES public.k, \"V\" inet, "
            + "\"RowBufferId\" bigint)");
        Add((1, "10.0.0.1"), (2, "none"), (3, "::1"), (4, "::1"));

        var result = _rig.Rig.Run(Drained with { Columns = [Drained.Columns[0], Rig.Column("V")] });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 2 inserted + 2 rejected"));
        Assert.That(
            _rig.Query("SELECT \"K\", \"V\" FROM t ORDER BY 1"), Is.EqualTo((string[])["1|10.0.0.1", "4|::1"]));
        Assert.That(Rejected().Select(row => row[..5]).ToArray(), Is.EqualTo((string[])["2|K=2", "3|K=3"]));
    }

    [Test]
    public void Without_an_index_over_the_buffer()
    {
        if (!IsPostgreSql)
        {
            Assert.Ignore("Rows of SQLite lie in the order of their numbers.");
        }

        _rig.Execute("DROP TABLE t_buffer");
        var absorb = Drained with { Absorb = new AbsorbOptions { IsIndexed = false } };
        _rig.Rig.Run(absorb);
        Refuse("new.\"V\" = 'bad'", "AB123");
        Add((1, "a"), (2, "bad"), (3, "c"));

        var result = _rig.Rig.Run(absorb);

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 inserted + 1 rejected"), result.Error?.Message);
    }

    private string Yes => IsPostgreSql ? "true" : "1";

    private string No => IsPostgreSql ? "false" : "0";

    private ObjectDefinition Drained => AbsorbTests.Define(_rig) with { Source = null };

    private void Add(params (int Key, string Value)[] rows) => _rig.Execute(
        "INSERT INTO t_buffer (\"K\", \"V\") VALUES "
        + string.Join(", ", rows.Select(row => $"({row.Key}, '{row.Value}')")));

    private (long Target, long Buffer) Count() => (
        long.Parse(_rig.Query("SELECT count(*) FROM t")[0]),
        long.Parse(_rig.Query("SELECT count(*) FROM t_buffer")[0]));

    private string[] Rejected() => _rig.Query("SELECT \"RowNumber\", \"RowKey\", \"Value\", \"Reason\", \"Code\", "
        + $"\"SourceRow\" FROM {ErrorTable} ORDER BY 1");

    private void Refuse(string when, string state)
    {
        if (IsPostgreSql)
        {
            _rig.Execute($"""
                CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN IF {when} THEN RAISE EXCEPTION 'unlucky "%"', new."V" USING ERRCODE = '{state}'; END IF;
                  RETURN new; END $$;
                CREATE TRIGGER t_no BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION no()
                """);
            return;
        }

        foreach (var work in (string[])["INSERT", "UPDATE"])
        {
            _rig.Execute($"CREATE TRIGGER t_no_{work} BEFORE {work} ON t WHEN {when} BEGIN "
                + $"{(state == "P0001" ? "SELECT RAISE(ABORT, 'unlucky \"bad\"')"
                    : state == "ROLLBACK" ? "SELECT RAISE(ROLLBACK, 'unlucky')" : "SELECT json('{')")}; END");
        }
    }

    private void RefuseErrors(string when)
    {
        if (IsPostgreSql)
        {
            _rig.Execute($"""
                CREATE OR REPLACE FUNCTION noerr() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN IF {when} THEN RAISE EXCEPTION 'unlucky'; END IF; RETURN new; END $$;
                DROP TRIGGER IF EXISTS e_no ON err.t;
                CREATE TRIGGER e_no BEFORE INSERT ON err.t FOR EACH ROW EXECUTE FUNCTION noerr()
                """);
            return;
        }

        _rig.Execute("DROP TRIGGER IF EXISTS e_no");
        _rig.Execute(
            $"CREATE TRIGGER e_no BEFORE INSERT ON err_t WHEN {when} BEGIN SELECT RAISE(ABORT, 'unlucky'); END");
    }
}
