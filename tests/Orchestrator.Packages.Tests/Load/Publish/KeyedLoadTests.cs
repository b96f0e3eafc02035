using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>Merge and DeltaInsert: rows that are matched by key.</summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))]
internal sealed class KeyedLoadTests(Platform platform)
{
    private const string Head = "Id,Name,Amount";
    private const string Rows = """SELECT "Id", "Name", CAST("Amount" * 100 AS int) FROM t ORDER BY "Id" """;

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(true)]
    [TestCase(false)]
    public void Merge_writes_what_differs_adds_what_is_new_and_leaves_the_rest(bool isFast)
    {
        var load = Load(LoadPattern.Merge, isFast: isFast);
        _rig.Run(load, Head, "1,Ann,1.50", "2,Bo,", "3,Cy,3.00", "4,,4.00", "5,,");

        var result = _rig.Run(load, Head, "1,Ann,1.50", "2,Bo,2.00", "3,,3.00", "4,Di,4.00", "5,,", "6,Ed,");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(6, 1, 3, 2, 0, 0, 0, 0)));
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])
            ["1|Ann|150", "2|Bo|200", "3|∅|300", "4|Di|400", "5|∅|∅", "6|Ed|∅"]));
    }

    [Test]
    public void Merge_over_the_same_rows_writes_none_and_says_who_wrote_each()
    {
        var load = Load(LoadPattern.Merge) with
        {
            SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default)],
        };
        _rig.Run(load, Head, "1,Ann,1.50", "2,Bo,2.00");
        var first = _rig.Rig.LastAttempt;

        var same = _rig.Run(load, Head, "2,Bo,2.00", "1,Ann,1.50");
        var changed = _rig.Run(load, Head, "2,Bob,2.00");

        Assert.That((same.Counts.Unchanged, same.Counts.Updated, changed.Counts.Updated), Is.EqualTo((2, 0, 1)));
        Assert.That(_rig.Query("""SELECT "Id", "RowAuditId" FROM t ORDER BY "Id" """),
            Is.EqualTo((string[])[$"1|{first}", $"2|{_rig.Rig.LastAttempt}"]));
    }

    [Test]
    public void A_change_of_case_or_of_accent_is_a_change()
    {
        var load = Load(LoadPattern.Merge);
        _rig.Run(load, Head, "1,ann,", "2,cafe,");

        var result = _rig.Run(load, Head, "1,Ann,", "2,café,");

        Assert.That(result.Counts.Updated, Is.EqualTo(2));
    }

    [Test]
    public void Of_rows_with_one_key_the_last_that_was_read_is_kept()
    {
        var result = _rig.Run(Load(LoadPattern.Merge), Head, "1,Ann,9", "2,Bo,", "1,Bea,1", "1,Cy,5");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 2, 0, 0, 0)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])["Cy", "Bo"]));
    }

    [Test]
    public void Of_rows_with_one_key_the_latest_by_a_declared_order_is_kept_and_NULL_is_least()
    {
        var result = _rig.Run(
            Load(LoadPattern.Merge, "Amount"), Head, "1,Ann,9.25", "2,Bo,", "1,Bea,10.25", "1,Cy,", "2,Di,-1");

        Assert.That(result.Counts.Duplicate, Is.EqualTo(3));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])["Bea", "Di"]));
    }

    [TestCase(0)]
    [TestCase(1)]
    public void DeltaInsert_adds_what_is_new_and_changes_nothing(long commitRows)
    {
        var load = Load(LoadPattern.DeltaInsert, commitRows: commitRows);
        _rig.Run(load, Head, "1,Ann,", "2,Bo,");

        var result = _rig.Run(load, Head, "2,Bob,", "3,Cy,", "3,Di,");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 1, 0, 1, 1, 0, 0, 0)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])["Ann", "Bo", "Di"]));
    }

    [Test]
    public void A_key_of_several_columns_matches_as_a_whole_and_rows_may_have_nothing_but_their_key()
    {
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("A", "int", 2),
            Rig.Column("B", "nvarchar(5)", 1));
        _rig.Run(load, "A,B", "1,x", "2,x");

        var result = _rig.Run(load, "A,B", "1,x", "1,y", "2,x");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 1, 0, 2, 0, 0, 0, 0)));
    }

    [Test]
    public void A_key_that_the_target_holds_twice_is_refused_and_nothing_is_changed()
    {
        _rig.Run(Load(LoadPattern.Append), Head, "1,Ann,", "1,Bo,", "2,Cy,");

        var result = _rig.Run(Load(LoadPattern.Merge), Head, "1,Di,", "3,Ed,");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3442", (ErrorClass?)ErrorClass.Data)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Name" """), Is.EqualTo((string[])["Ann", "Bo", "Cy"]));
    }

    [Test]
    public void A_merge_that_fails_changes_nothing_and_leaves_no_load_table()
    {
        var load = Load(LoadPattern.Merge);
        _rig.Run(load, Head, "1,Ann,");

        var result = _rig.Run(load, Head, "1,Bea,", "2,Cy,", "x,Di,");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3004"));
        Assert.That(result.Counts.Inserted + result.Counts.Updated, Is.Zero);
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["Ann"]));
        Assert.That(_rig.Query(platform switch
        {
            Platform.PostgreSql => "SELECT relname FROM pg_class WHERE relname LIKE 'load\\_%\\_t'",
            Platform.MariaDb => "SHOW TABLES LIKE 'orchestrator\\_load\\_%'",
            _ => "SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_load_[0-9]*'",
        }), Is.Empty);
    }

    [Test]
    public void A_constraint_that_a_merge_breaks_refuses_all_of_it()
    {
        var load = Load(LoadPattern.Merge);
        _rig.Run(load, Head, "1,Ann,");
        _rig.Execute("""CREATE UNIQUE INDEX t_name ON t ("Name")""");

        var result = _rig.Run(load, Head, "1,Bo,", "2,Bo,");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3412", (ErrorClass?)ErrorClass.Data)));
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["Ann"]));
    }

    [Test]
    public void DropAndReload_makes_the_table_anew_with_other_columns()
    {
        if (platform == Platform.MariaDb)
        {
            Assert.Ignore("each change of a table is committed at once there, so that it is refused (ORC1325)");
        }

        _rig.Run(Load(LoadPattern.Append), Head, "1,Ann,");
        _rig.Execute("""CREATE INDEX t_name ON t ("Name")""");
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.DropAndReload) }, Rig.Column("Id", "bigint"));

        var result = _rig.Run(load, "Id", "7", "8");

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["7", "8"]));
    }

    [Test]
    public void What_a_merge_sends_is_told_before_it_runs()
    {
        var told = PackageKinds.All["load"].Statements(Load(LoadPattern.Merge), _rig.Rig.Solution)
            .Where(one => one.Purpose == "publish").Select(one => one.Text).ToArray();

        Assert.That(told[0], Does.StartWith("DELETE FROM"));
        var quote = platform == Platform.MariaDb ? '`' : '"';
        var matched = $"{quote}Id{quote} = s.{quote}Id{quote}";
        Assert.That(told[1], Does.StartWith($"UPDATE {quote}").And.Not.Contain($"{matched}, "));
        Assert.That(told[2], Does.StartWith("INSERT INTO ").And.Contain(matched));
    }

    [Test]
    public void A_pattern_by_key_without_a_key_and_an_order_that_is_none_are_found_without_a_run()
    {
        var keyless = _rig.Load(new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("Id", "int"));

        Assert.That(Codes(keyless), Is.EqualTo((string[])["ORC1320"]));
        Assert.That(Codes(Load(LoadPattern.Merge, "Nothing")), Is.EqualTo((string[])["ORC1321"]));
        Assert.That(Codes(Load(LoadPattern.Append, "Amount")), Is.EqualTo((string[])["ORC1303"]));
        Assert.That(Codes(Load(LoadPattern.Merge, "Amount")), Is.Empty);
    }

    [Test]
    public void Who_lacks_a_key_is_told_where_one_may_be_inherited_or_declared()
    {
        var ofFile = _rig.Load(new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("Id", "int"));
        var ofTable = ofFile with
        {
            Source = new ObjectSource { Connection = ofFile.Target.Connection, Name = "other" },
        };

        Assert.That(Hint(ofFile), Does.Contain("`key: 1`").And.Not.Contain("inherit"));
        Assert.That(Hint(ofTable), Does.Contain("`key: 1`").And.Contain("have this one `inherit` it"));
        Assert.That(Hint(ofTable with { InheritedFrom = "Source/t" }), Does.StartWith("It repeats 'Source/t'"));
    }

    private string? Hint(ObjectDefinition load) => Found(load).First(one => one.Code == "ORC1320").Hint;

    private IEnumerable<string> Codes(ObjectDefinition load) => Found(load).Select(one => one.Code);

    private IEnumerable<Diagnostic> Found(ObjectDefinition load) => PackageKinds.All["load"]
        .Check(load with { At = new Origin("test.yaml", 1, 1) }, _rig.Rig.Solution);

    private ObjectDefinition Load(
        LoadPattern pattern, string? latestBy = null, bool isFast = true, long commitRows = 0) => _rig.Load(
            new LoadOptions
            {
                Pattern = Rig.Written(pattern),
                FastLoad = Rig.Written(isFast),
                CommitRows = Rig.Written(commitRows),
                LatestBy = latestBy is null
                    ? Setting<IReadOnlyList<string>>.Default([])
                    : Rig.Written<IReadOnlyList<string>>([latestBy]),
            },
            Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(20)"), Rig.Column("Amount", "decimal(9,2)"));
}
