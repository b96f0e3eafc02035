using Orchestrator.Core;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Sql;

internal sealed class SqlAndCheckTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n2,\n");
        _rig.Run(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)")));
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Statements_run_in_one_transaction()
    {
        var result = _rig.Run(Sql("update t set Name = 'x';\nupdate t set Id = 9;"));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT DISTINCT Id, Name FROM t"), Is.EqualTo((string[])["9|x"]));
    }

    [Test]
    public void A_file_that_another_process_writes_to_is_a_reason_to_wait_until_it_is_free()
    {
        using var other = SqliteFiles.OpenTarget(_rig.DatabaseFile, TimeProvider.System, CancellationToken.None);
        other.BeginImmediate(CancellationToken.None);
        List<string?> told = [];
        _rig.HeldUp = reason =>
        {
            told.Add(reason);
            other.Rollback();
        };

        var result = _rig.Run(Sql("delete from t"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(told, Has.Count.EqualTo(2));
        Assert.That(told[0], Does.EndWith(".db, held by another process"));
        Assert.That(told[1], Is.Null);
    }

    [Test]
    public void A_file_that_the_engine_did_not_make_is_nothing_that_goes_by()
    {
        _rig.Execute("PRAGMA application_id=1");

        var error = _rig.Run(Sql("delete from t")).Error;

        Assert.That((error?.Code, error?.Class), Is.EqualTo(("ORC3404", (ErrorClass?)ErrorClass.Config)));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Statements_whose_commit_got_no_answer_are_not_tried_again(bool isHook)
    {
        var inner = Packages.Store.Platforms.Of(_rig.Solution.Connections[1])!;
        var platform = new RecordedPlatform(inner, inner.Abilities)
        {
            Committed = () => throw new EndOfStreamException("the server is gone"),
        };
        _rig.PlatformOf = _ => platform;
        platform.Gone = "gone behind 'Ann'";
        _rig.Objects.Add(Rig.Load("t", Rig.Column("Name", "nvarchar(20)") with { Sensitive = isHook }));
        var sql = Sql("delete from t");

        var result = _rig.Run(isHook ? sql with { Kind = "hook" } : sql);

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Class),
            Is.EqualTo((NodeState.Failed, "ORC3441", ErrorClass.OutcomeUnknown)));
        Assert.That(result.Error.Message,
            Does.Contain(isHook ? "were committed (gone behind (hidden)): " : "were committed (gone behind 'Ann'): "));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["0"]), "it was committed");
    }

    [Test]
    public void A_statement_that_fails_takes_all_back_and_names_script_and_line()
    {
        var result = _rig.Run(Sql("delete from t;\n\ninsert into nothing values (1);", "sql/clean.sql"));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3420"));
        Assert.That((result.Error.Script, result.Error.Line), Is.EqualTo(("sql/clean.sql", 3L)));
        Assert.That(result.Error.ServerCode, Is.EqualTo("SQLITE_ERROR (1)"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["3"]));
    }

    [Test]
    public void A_statement_that_would_commit_is_found_in_the_metadata()
    {
        var found = PackageKinds.All["sql"].Check(Sql("delete from t;\ncommit;", "sql/c.sql"), _rig.Solution).Single();

        Assert.That(found.Code, Is.EqualTo("ORC1313"));
        Assert.That(found.At, Is.EqualTo(new Origin("sql/c.sql", 2, 1)));
    }

    [Test]
    public void A_check_that_holds_succeeds()
    {
        var result = _rig.Run(Check(new CheckRules
        {
            RowCount = "2..4",
            NotNull = ["Id"],
            Unique = ["Id", "Name"],
            ReturnsNothing = new SqlText("select * from t where Id > 2", null, Origin.Default),
        }));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [Test]
    public void A_check_that_fails_names_every_rule_with_what_and_how_many()
    {
        var result = _rig.Run(Check(new CheckRules
        {
            RowCount = "> 3",
            NotNull = ["Name"],
            Unique = ["Id"],
            ReturnsNothing = new SqlText("select Id from t", null, Origin.Default),
        }));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3430"));
        Assert.That(result.Error.Message, Does.Contain("expected > 3, got 3 rows")
            .And.Contain("unique (Id): 1 values occur more than once, for example Id=2")
            .And.Contain("notNull (Name): 1 rows hold NULL").And.Contain("returnsNothing: 3 rows came back"));
    }

    [TestCase("Name")]
    [TestCase("Name", "Kind")]
    public void Rows_with_NULL_in_a_unique_column_are_no_duplicates(params string[] columns)
    {
        _rig.Write("n.csv", "Id,Name,Kind\n1,,a\n2,,a\n3,x,a\n");
        _rig.Run(Rig.Load("n"));

        var result = _rig.Run(Check(new CheckRules { Unique = columns }) with
        {
            Target = new ObjectTarget("Db", null, "n"),
        });

        Assert.That(result.Error?.Message, Is.Null);
    }

    [Test]
    public void A_failing_check_shows_no_sensitive_value()
    {
        _rig.Objects.Add(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name") with { Sensitive = true }));

        var result = _rig.Run(Check(new CheckRules
        {
            ReturnsNothing = new SqlText("select Name || '' as x, Name as y, Id from t", null, Origin.Default),
        }));

        Assert.That(result.Error!.Message, Does.Not.Contain("Ann").And.Contain("x (sensitive), y (sensitive), Id=1"));
    }

    [TestCase("> 3", 3, false)]
    [TestCase(">=3", 3, true)]
    [TestCase("<3", 2, true)]
    [TestCase("<>3", 3, false)]
    [TestCase("= 3", 3, true)]
    [TestCase("3", 3, true)]
    [TestCase("3..5", 5, true)]
    [TestCase("3..5", 6, false)]
    public void Row_counts_compare(string rule, long rows, bool holds)
    {
        Assert.That(Packages.Check.RowCountRule.Parse(rule)!.Holds(rows), Is.EqualTo(holds));
    }

    [TestCase("")]
    [TestCase(">")]
    [TestCase("many")]
    [TestCase("5..3")]
    [TestCase("1;drop")]
    public void What_is_no_comparison_is_found_in_the_metadata(string rule)
    {
        var found = PackageKinds.All["check"].Check(Check(new CheckRules { RowCount = rule }), _rig.Solution);

        Assert.That(found.Select(d => d.Code), Is.EqualTo((string[])["ORC1306"]));
    }

    [TestCase("Nme", "Nme")]
    [TestCase("NAME", null)]
    [TestCase("rowid", null)]
    public void A_column_that_no_load_of_the_table_declares_is_warned_of_where_it_is_named(string name, string? warned)
    {
        _rig.Objects.Add(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)")));
        var at = new Origin("c.yaml", 6, 20);
        var check = Check(new CheckRules
        {
            Unique = ["Id"],
            NotNull = [name],
            Places = new Dictionary<string, Origin> { [name] = at },
        });

        var found = PackageKinds.All["check"].Check(check, _rig.Solution).ToArray();

        Assert.That(found.Select(each => (each.Code, each.At, each.Severity)), Is.EqualTo(warned is null
            ? []
            : new[] { ("ORC1350", at, Severity.Warning) }));
        Assert.That(found.Select(each => each.Suggestion), Is.All.EqualTo("Name"));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_table_whose_columns_only_a_run_tells_is_not_held_against_a_check(bool isMadeAnew)
    {
        var load = isMadeAnew
            ? Rig.Load("t", Rig.Column("Id", "int")) with
            {
                Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.DropAndReload) },
            }
            : Rig.Load("t");
        _rig.Objects.Add(load);

        var found = PackageKinds.All["check"].Check(Check(new CheckRules { NotNull = ["Nme"] }), _rig.Solution);

        Assert.That(found, Is.Empty);
    }

    [Test]
    public void A_column_that_the_catalog_knows_beside_those_of_the_load_may_be_checked()
    {
        _rig.Objects.Add(Rig.Load("t", Rig.Column("Id", "int")));
        _rig.Catalog.Add(new KnownTable
        {
            Connection = "Db",
            Name = "t",
            Columns = [new KnownColumn { Name = "Counted", DataType = Rig.Type("int"), Computed = "Id + 1" }],
        });

        var found = PackageKinds.All["check"].Check(Check(new CheckRules { NotNull = ["Counted"] }), _rig.Solution);

        Assert.That(found, Is.Empty);
    }

    [Test]
    public void A_watermark_of_a_column_that_the_load_of_its_table_does_not_declare_is_refused()
    {
        _rig.Objects.Add(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Changed", "datetime2(7)")));
        ObjectDefinition Reads(string column) => Rig.Load("u", Rig.Column("Id", "int", key: 1)) with
        {
            Source = new ObjectSource { Connection = "Db", Name = "t" },
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
            Watermark = new Watermark
            {
                Name = "changed",
                Column = column,
                DataType = Rig.Type("datetime2(7)"),
                At = new Origin("u.yaml", 4, 9),
            },
        };

        IEnumerable<string?> Found(string column) => PackageKinds.All["load"].Check(Reads(column), _rig.Solution)
            .Where(each => each.Code == "ORC1350").Select(each => each.Suggestion);

        Assert.That(Found("Chnged"), Is.EqualTo(new[] { "Changed" }));
        Assert.That(Found("Changed"), Is.Empty);
    }

    private static ObjectDefinition Sql(string text, string? script = null) => Rig.Load("s") with
    {
        Kind = "sql",
        Source = null,
        Sql = new SqlText(text, script, new Origin("s.yaml", 4, 6)),
    };

    private static ObjectDefinition Check(CheckRules rules) => Rig.Load("c") with
    {
        Kind = "check",
        Source = null,
        Target = new ObjectTarget("Db", null, "t"),
        Check = rules,
    };
}
