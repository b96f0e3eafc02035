using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Store;

namespace Orchestrator.Packages.Tests.Load.Paths;

/// <summary>Rows that the server itself copies, within one database.</summary>
internal sealed class ServerSideTests
{
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Execute("""
            CREATE TABLE s (id int NOT NULL, name varchar(9), price numeric(9,3));
            INSERT INTO s VALUES (1, 'ä ', 1.239), (2, NULL, NULL), (3, '', -0.001);
            """);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.DropAndReload, Swap.Auto)]
    public void A_table_is_copied_with_the_columns_that_the_engine_fills(LoadPattern pattern, Swap swap)
    {
        var load = Load(pattern, "numeric(9,3)", swap) with
        {
            SystemColumns =
            [
                new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default),
                new SystemColumn("RowRecordSource", "Came'From", Rig.Type("varchar(10)"), Origin.Default),
            ],
        };

        _rig.Rig.Run(load);
        var result = _rig.Rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.LoadPath, Does.StartWith("server-side: source and target are one database"));
        Assert.That((result.Counts.Read, result.Counts.Inserted), Is.EqualTo((3, 3)));
        Assert.That(
            _rig.Query("SELECT * FROM t ORDER BY id"), Is.EqualTo((string[])
            [
                $"1|ä |1.239|{_rig.Rig.LastAttempt}|PG", $"2|∅|∅|{_rig.Rig.LastAttempt}|PG",
                $"3||-0.001|{_rig.Rig.LastAttempt}|PG",
            ]));
        Assert.That(_rig.Query("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'load\\_%'"), Is.EqualTo(["0"]));
    }

    [Test]
    public void Only_what_the_condition_leaves_is_copied_and_appended()
    {
        var load = Load(LoadPattern.Append, "numeric(9,3)");
        load = load with { Source = load.Source! with { Where = "id > @From" } };
        _rig.Rig.Variables.Add(VariablesTests.Of("From", "int", "1"));

        _rig.Rig.Run(load);
        var result = _rig.Rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.LoadPath, Does.StartWith("server-side"));
        Assert.That(_rig.Query("SELECT id FROM t ORDER BY id"), Is.EqualTo((string[])["2", "2", "3", "3"]));
    }

    [Test]
    public void What_would_be_rounded_in_silence_goes_through_the_guard()
    {
        var result = _rig.Rig.Run(Load(LoadPattern.TruncateInsert, "numeric(9,2)"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.LoadPath, Does.StartWith("row batches: column 'price': it is numeric(9,3)"));
        Assert.That(result.Error!.Message, Does.Contain("1.239"));
    }

    [Test]
    public void A_row_that_the_target_refuses_is_named_by_the_way_through_the_guard()
    {
        _rig.Execute("CREATE TABLE t (id int, name varchar(9), price numeric(9,3) CHECK (price > 0))");
        var load = Load(LoadPattern.Append, "numeric(9,3)");

        var result = _rig.Rig.Run(load);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Message, Does.Contain("t_price_check"));
        Assert.That(result.LoadPath, Does.StartWith("row batches: a row was refused when the server copied them"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo(["0"]));
    }

    private static ObjectDefinition Load(LoadPattern pattern, string price, Swap swap = Swap.Auto)
    {
        var load = PostgreSqlRig.Load(
            "t", Rig.Column("id", "int"), Rig.Column("name", "varchar(9)"), Rig.Column("price", price));
        return load with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "s" },
            Load = new LoadOptions { Pattern = Rig.Written(pattern), Swap = Rig.Written(swap) },
        };
    }
}
