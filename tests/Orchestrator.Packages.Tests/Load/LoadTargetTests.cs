using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load;

internal sealed class LoadTargetTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_table_that_has_drifted_is_refused_and_kept()
    {
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(Rig.Load("t", Rig.Column("Id", "int")));

        var result = _rig.Run(Rig.Load("t", Rig.Column("Id", "bigint")));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Error.Message, Does.Contain("column 'Id' is int there and bigint in the metadata"));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void A_missing_table_is_refused_where_it_may_not_be_made()
    {
        _rig.Write("t.csv", "Id\n1\n");

        var result = _rig.Run(Rig.Load("t") with { Target = new ObjectTarget("Db", null, "t", Create: false) });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3403"));
    }

    [Test]
    public void Indexes_survive_because_auto_then_deletes_and_inserts()
    {
        var load = Rig.Load("t", Rig.Column("Id", "int"));
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(load);
        _rig.Execute("CREATE INDEX t_id ON t (Id)");

        var result = _rig.Run(load);

        Assert.That(result.LoadPath, Does.Contain("index t_id hangs on the target"));
        Assert.That(_rig.Query("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'"),
            Is.EqualTo((string[])["t_id"]));
    }

    [Test]
    public void An_exchange_that_would_lose_an_index_is_refused()
    {
        var load = Rig.Load("t", Rig.Column("Id", "int"));
        _rig.Write("t.csv", "Id\n1\n");
        _rig.Run(load);
        _rig.Execute("CREATE INDEX t_id ON t (Id)");

        var result = _rig.Run(load with { Load = new LoadOptions { Swap = Rig.Written(Swap.Shadow) } });

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3414"));
    }

    [Test]
    public void Headers_that_no_target_can_hold_are_refused_before_anything_is_made()
    {
        _rig.Write("t.csv", "Id,a\0b\n1,2\n");

        var result = _rig.Run(Rig.Load("t"));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3103"));
        Assert.That(File.Exists(_rig.DatabaseFile), Is.False);
    }

    [Test]
    public void Too_little_disk_is_refused_before_anything_is_made()
    {
        _rig.Write("t.csv", "Id\n1\n");

        var result = new LoadKind(_ => 1 << 20).Run(_rig.Context(Rig.Load("t")));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3405"));
        Assert.That(File.Exists(_rig.DatabaseFile), Is.False);
    }

    [Test]
    public void A_later_stage_reads_the_file_that_the_container_of_the_writer_named()
    {
        using var split = new Rig { Template = "{container}.db" };
        split.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n");
        split.Run(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name")));
        var next = Rig.Load("u", Rig.Column("Id"), Rig.Column("Name") with { SourceExpression = "upper(@@this)" });

        var result = split.Run(next with
        {
            Container = "Other",
            Source = new ObjectSource
            {
                Connection = "Db",
                Name = "t",
                Where = "Id > 1",
                WrittenBy = new TableWriter("Staging", "Core", "t"),
            },
        });

        Assert.That(result.Error, Is.Null);
        Assert.That(
            split.Query("SELECT Id, Name FROM u", Path.Combine(split.Folder, ".orchestrator", "data", "Other.db")),
            Is.EqualTo((string[])["2|BO"]));
    }

    [TestCase("../../../outside.db")]
    [TestCase("../../../../etc/x.db")]
    public void A_file_outside_the_solution_is_refused(string template)
    {
        using var outside = new Rig { Template = template };
        outside.Write("t.csv", "Id\n1\n");

        Assert.That(outside.Run(Rig.Load("t")).Error!.Code, Is.EqualTo("ORC3404"));
    }

    [Test]
    public void Names_in_file_templates_are_safe_and_stay_different()
    {
        string[] names =
            ["a", "a/b", "a:b", "..", ".", "", "con", "COM1.x", "a~b", "é", "😀", "a\0", new('x', 200), "a b"];

        var safe = names.Select(FileTemplate.Safe).ToArray();

        Assert.That(safe, Is.Unique);
        Assert.That(safe, Is.All.Matches("^[A-Za-z0-9._~-]{1,80}$"));
        Assert.That(safe[0], Is.EqualTo("a"));
    }
}
