using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Compile;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Diff;

[TestFixture(false)]
[TestFixture(true)]
internal sealed class PlanDiffTests(bool stored)
{
    [Test]
    public void The_same_plan_differs_in_nothing()
    {
        var diff = Compare([Load("customer")], [Load("customer")]);

        Assert.That(diff.IsEmpty);
        Assert.That(diff.Changed, Is.Empty);
    }

    [Test]
    public void Added_and_removed_packages_are_named()
    {
        var diff = Compare([Load("customer"), Load("old")], [Load("new"), Load("customer")]);

        Assert.That(diff.Added.Select(entry => (entry.What, entry.Name)),
            Is.EqualTo(new[] { ("package", "Source/new") }));
        Assert.That(diff.Removed.Select(entry => entry.Name), Is.EqualTo(new[] { "Source/old" }));
        Assert.That(diff.Changed, Is.Empty);
    }

    [Test]
    public void A_changed_value_shows_before_and_after()
    {
        var before = Load("customer") with { Sql = new SqlText("select 1", null, default) };
        var after = Load("customer") with { Sql = new SqlText("select 2", null, default), Tags = ["core"] };

        var diff = Compare([before], [after]);

        Assert.That(diff.Changed.Single().Properties, Is.EqualTo(new[]
        {
            new DiffProperty("sql", "select 1", "select 2", ChangeEffects.Reloads),
            new DiffProperty("tags", null, "[\"core\"]", ChangeEffects.None),
        }));
        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Reloads));
    }

    [Test]
    public void Another_engine_of_versions_changes_no_row()
    {
        var sets = Load("customer") with { Kind = "scd", Scd = new ScdOptions() };
        var flows = sets with { Scd = sets.Scd! with { Engine = ScdEngine.Dataflow } };

        var diff = Compare([sets], [flows]);

        Assert.That(diff.Changed.Single().Properties.Single().Key, Is.EqualTo("scd.engine"));
        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.None));
    }

    [Test]
    public void A_package_in_another_container_is_moved_not_changed()
    {
        Container[] containers = [Container("Core"), Container("Other")];

        var diff = Compare([Load("a"), Load("b", "Other")], [Load("a", "Other"), Load("b", "Other")], containers);

        Assert.That(diff.Moved, Is.EqualTo(new[] { new DiffMove("package", "Source/a", "Core", "Other") }));
        Assert.That(diff.Changed, Is.Empty);
    }

    [Test]
    public void A_container_at_another_level_is_moved_alone()
    {
        var diff = PlanDiff.Compare(
            Document(new SolutionBuilder().Project("Source", [Load("a")], [Container("Core", 10)])),
            Document(new SolutionBuilder().Project("Source", [Load("a")], [Container("Core", 20)])));

        Assert.That(diff.Moved, Is.EqualTo(new[] { new DiffMove("container", "Source/Core", "10", "20") }));
        Assert.That(diff.Added.Concat(diff.Removed).Concat(diff.Changed), Is.Empty);
    }

    [Test]
    public void Another_target_recreates_and_another_type_too()
    {
        var typed = Load("a") with { Columns = [Column("Id", SqlTypeKind.Int)] };

        var renamed = Compare([typed], [typed with { Target = new ObjectTarget("", "crm", "a") }]);
        var retyped = Compare([typed], [typed with { Columns = [Column("Id", SqlTypeKind.BigInt)] }]);

        var expected = ChangeEffects.Recreates | ChangeEffects.Reloads;
        Assert.That(renamed.Changed.Single().Effects, Is.EqualTo(expected));
        Assert.That(retyped.Changed.Single().Effects, Is.EqualTo(expected));
    }

    [Test]
    public void A_check_of_another_table_writes_no_row_and_makes_no_table()
    {
        var check = Load("a") with { Kind = "check", Source = null };

        var diff = Compare([check], [check with { Target = new ObjectTarget("", "crm", "a") }]);

        Assert.That(diff.Changed.Single().Properties.Single().Key, Is.EqualTo("target.schema"));
        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.None));
    }

    [TestCase("sql", ChangeEffects.Reloads)]
    [TestCase("dataflow", ChangeEffects.Recreates | ChangeEffects.Reloads)]
    public void Another_target_recreates_a_table_only_where_the_kind_makes_one(string kind, ChangeEffects effects)
    {
        var one = Load("a") with { Kind = kind, Source = null };

        var diff = Compare([one], [one with { Target = new ObjectTarget("", "crm", "a") }]);

        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(effects));
    }

    [TestCase("check")]
    [TestCase("sql")]
    [TestCase("process")]
    public void A_system_column_of_all_tables_changes_nothing_where_no_table_is_made(string kind)
    {
        var one = Load("a") with { Kind = kind, Source = null };
        var marked = one with
        {
            SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", new SqlType(SqlTypeKind.BigInt), default)],
        };

        Assert.That(Compare([one], [marked]).Changed.Single().Effects, Is.EqualTo(ChangeEffects.None));
    }

    [Test]
    public void Another_request_is_sent_by_a_retry()
    {
        var one = Load("a") with { Kind = "http", Source = null, Http = new HttpOptions { Url = SentText.Empty } };

        var diff = Compare([one], [one with { Http = one.Http! with { Method = "PUT" } }]);

        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Reloads));
    }

    [Test]
    public void Another_transfer_is_carried_out_by_a_retry()
    {
        var one = Load("a") with { Kind = "transfer", Source = null, Transfer = new TransferOptions { Get = "a" } };

        var diff = Compare([one], [one with { Transfer = one.Transfer! with { Get = "b" } }]);

        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Reloads));
    }

    [Test]
    public void A_load_that_becomes_a_check_loads_no_more()
    {
        var diff = Compare([Load("a")], [Load("a") with { Kind = "check", Source = null }]);

        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Reloads));
    }

    [Test]
    public void A_column_that_goes_and_rows_that_go_are_flagged_as_dropped()
    {
        var two = Load("a") with { Columns = [Column("Id", SqlTypeKind.Int), Column("Name", SqlTypeKind.Int)] };
        var append = Load("a") with
        {
            Load = new LoadOptions { Pattern = new(LoadPattern.Append, Origin.Default) },
        };

        var column = Compare([two], [two with { Columns = [two.Columns[0]] }]);
        var rows = Compare([append], [Load("a")]);

        Assert.That(column.Changed.Single().Effects.HasFlag(ChangeEffects.Drops));
        Assert.That(rows.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Drops | ChangeEffects.Reloads));
    }

    [Test]
    public void What_only_steers_the_run_has_no_effect_on_rows()
    {
        var after = Load("a") with
        {
            OwnThread = true,
            PackageTimeout = new(TimeSpan.FromMinutes(5), Origin.Default),
            Load = new LoadOptions { CommitRows = new(1000, Origin.Default) },
        };

        var diff = Compare([Load("a")], [after]);

        Assert.That(diff.Changed.Single().Properties.Select(property => property.Key),
            Is.EqualTo(new[] { "load.commitRows", "ownThread", "packageTimeout" }));
        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.None));
    }

    [Test]
    public void A_connection_to_another_file_is_a_change_of_its_own()
    {
        var other = new SolutionBuilder();
        other.Connections.Add(new Connection { Name = "Source", Platform = Platform.Sqlite, File = "x.db" });

        var diff = PlanDiff.Compare(
            Document(new SolutionBuilder().Project("Source", [Load("a")])),
            Document(other.Project("Source", [Load("a")])));

        Assert.That(diff.Changed.Select(entry => (entry.What, entry.Name)),
            Is.EqualTo(new[] { ("connection", "Source") }));
        Assert.That(diff.Changed[0].Effects.HasFlag(ChangeEffects.Recreates));
    }

    [Test]
    public void Another_declared_order_is_told_as_such()
    {
        var diff = Compare([Load("a"), Load("b")], [Load("b"), Load("a")]);

        Assert.That(diff.OnlyOrderDiffers);
    }

    private static ColumnDefinition Column(string name, SqlTypeKind kind) =>
        new() { Name = name, Target = name, DataType = new SqlType(kind) };

    private PlanDiff Compare(IEnumerable<ObjectDefinition> before, IEnumerable<ObjectDefinition> after,
        IReadOnlyList<Container>? containers = null) => PlanDiff.Compare(
            Document(new SolutionBuilder().Project("Source", before, containers)),
            Document(new SolutionBuilder().Project("Source", after, containers)));

    /// <summary>The earlier and the later plan come from the ledger in one half of the tests.</summary>
    private PlanContent Document(SolutionBuilder builder)
    {
        var document = builder.Compile().Document!;
        return stored ? PlanJson.Read(PlanJson.Write(document)) : document;
    }
}
