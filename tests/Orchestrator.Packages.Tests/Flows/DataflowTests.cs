using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Kind dataflow: what a class of a plug-in makes of rows is loaded, counted and guarded as any rows are.
/// </summary>
internal sealed class DataflowTests : FlowFixture
{
    [SetUp]
    public void WriteSales() => rig.Write("sales.csv", "id,name,amount\n1,Ann,2.5\n2,,10\n3,Bob,0.1\n");

    [Test]
    public void Rows_go_from_the_source_through_the_flow_into_the_target_and_are_all_accounted_for()
    {
        var result = Run(Flow("Filtered", ("min", "1")));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select Id, Name, cast(Amount as real), Day from sales order by Id"),
            Is.EqualTo(new[] { "1|Ann|5.0|∅", "2|∅|20.0|∅" }));
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 1, 0, 0)));
        Assert.That(result.LoadPath, Does.Contain("they come out of a flow"));
        Assert.That(said, Has.Some.StartsWith("flow: wanted: 3 rows in, 2 out"));
        Assert.That(said, Has.Member("run 1, watermark .."));
    }

    [Test]
    public void A_flow_that_makes_rows_needs_no_source()
    {
        var result = Run(Flow("Made", ("count", "30000"), ("names", """["a","b"]""")) with { Source = null });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(30000, 30000, 0, 0, 0, 0, 0, 0)));
        Assert.That(rig.Query("select count(*), sum(Id), min(Name), max(Name) from sales"),
            Is.EqualTo(new[] { "30000|450015000|a|b" }));
    }

    [Test]
    public void A_row_that_the_flow_rejects_fails_the_package_or_is_kept_in_the_error_table()
    {
        rig.Write("sales.csv", "id,name,amount\n1,Ann,2\n-1,Eve,3\nx,Bob,4\n");

        var failed = Run(Flow("Filtered"));
        var kept = Run(Flow("Filtered") with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That((failed.Outcome, failed.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3706")));
        Assert.That(kept.Error?.Message, Is.Null);
        Assert.That(kept.Counts, Is.EqualTo(new RowCounts(3, 1, 0, 0, 0, 0, 2, 0)));
        Assert.That(rig.Query("select Id from sales"), Is.EqualTo(new[] { "1" }));
        Assert.That(rig.Query("select distinct message from err_sales where message like 'source%'"), Is.EqualTo(new[]
        {
            "source: column Id is no value of int (-2147483648 to 2147483647)",
        }));
    }

    [Test]
    public void What_comes_out_of_a_flow_goes_through_the_guard()
    {
        var result = Run(Flow("Filtered") with
        {
            Columns = [Rig.Column("Id", "int", 1), Rig.Column("Name", "nvarchar(2)")],
        });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3001"), result.Error?.Message);
    }

    [Test]
    public void It_reads_no_other_database_than_the_metadata_name()
    {
        rig.Servers.Add(new Connection { Name = "Known", Platform = Platform.Sqlite, File = "Db.db" });
        rig.Execute("create table known (Id int, Name text)");
        rig.Execute("insert into known values (1, 'One'), (2, 'Two'), (3, 'x')");
        var flow = Flow("LookedUp", ("count", "1"));

        var refused = Run(flow);
        var read = Run(flow with { Plugin = flow.Plugin! with { Reads = ["Known"] } });

        Assert.That(refused.Error?.Code, Is.EqualTo("ORC3707"));
        Assert.That(refused.Error?.Message, Does.Contain("reads 'Known'"));
        Assert.That(read.Error?.Message, Is.Null);
        Assert.That(read.Counts, Is.EqualTo(new RowCounts(3, 3, 0, 0, 0, 0, 0, 0)));
        Assert.That(rig.Query("select Name from sales order by Id"), Is.EqualTo(new[] { "One", "Two", "x" }));
    }

    [Test]
    public void What_a_database_quotes_that_a_class_asks_is_not_shown_beside_sensitive_columns(
        [Values] bool isSensitive)
    {
        rig.Servers.Add(new Connection { Name = "Known", Platform = Platform.Sqlite, File = "Db.db" });
        rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = isSensitive }));
        rig.Execute("create table people (name text)");
        rig.Execute("insert into people values ('Ada Lovelace')");
        rig.Execute("create view known as select 1 as Id, json_extract('{}', name) as Name from people");
        var flow = Flow("LookedUp", ("count", "1"));

        var failed = Run(flow with { Plugin = flow.Plugin! with { Reads = ["Known"] } });

        Assert.That(failed.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(
            failed.Error!.Message.Contains("Ada Lovelace", StringComparison.Ordinal), Is.EqualTo(!isSensitive),
            failed.Error.Message);
    }

    [Test]
    public void What_keeps_a_class_from_being_made_ready_is_told()
    {
        var result = Run(Flow("Unready") with { Source = null });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3708"));
        Assert.That(result.Error?.Message, Does.Contain("InvalidOperationException: no settings beside it"));
    }

    [Test]
    public void What_fails_in_a_worker_fails_the_package_with_its_first_cause_and_leaves_the_target_as_it_was()
    {
        Run(Flow("Made", ("count", "2")) with { Source = null });

        var result = Run(Flow("Made", ("count", "20000"), ("fails", "true")) with { Source = null });

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3708")));
        Assert.That(result.Error?.Message, Does.Contain("the worker 'made'").And.Contain("nothing behind 20000"));
        Assert.That(said, Has.Some.Contains("at Orchestrator.TestPlugin.Made"));
        Assert.That(rig.Query("select count(*) from sales"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void It_ends_when_it_is_cancelled()
    {
        using var stop = new CancellationTokenSource();
        rig.Cancellation = stop.Token;
        var context = Context(Flow("Waiting") with { Source = null });

        var result = PackageKinds.All["dataflow"].Run(context with
        {
            Message = text =>
            {
                if (text == "waiting")
                {
                    stop.Cancel();
                }
            },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
    }

    [TestCase("min", "\"much\"", "$.min")]
    [TestCase("most", "\"1\"", "most")]
    [TestCase("fails", "\"perhaps\"", "neither true nor false")]
    public void An_option_that_it_does_not_know_is_refused(string name, string json, string said)
    {
        var plugin = PluginRig.Of(rig.Folder, "Filtered");

        var result = Run(Flow("Filtered") with
        {
            Plugin = plugin with { Options = [new PluginOption(name, json, json, default)] },
        });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3704"));
        Assert.That(result.Error?.Message, Does.Contain(said).And.Contain("It takes: min, count, fails, names."));
    }

    [Test]
    public void A_class_that_sends_its_rows_nowhere_is_refused()
    {
        Assert.That(Run(Flow("Aimless") with { Source = null }).Error?.Code, Is.EqualTo("ORC3707"));
        Assert.That(Run(Flow("Loose") with { Source = null }).Error?.Message,
            Does.Contain("'rows' of loose is linked"));
    }

    [Test]
    public void One_that_is_declared_not_idempotent_does_not_run_again_where_nobody_knows()
    {
        var flow = Flow("Made", ("count", "1")) with { Source = null };
        var died = new EarlierAttempt(1, 7, NodeState.EndedUnexpectedly, null);

        var again = PackageKinds.All["dataflow"].Run(Context(flow) with { Past = new() { Earlier = () => died } });
        var refused = PackageKinds.All["dataflow"].Run(
            Context(flow with { Idempotent = false }) with { Past = new() { Earlier = () => died } });

        Assert.That(again.Outcome, Is.EqualTo(NodeState.Succeeded), again.Error?.Message);
        Assert.That(refused.Error?.Code, Is.EqualTo(PackageCodes.UnknownOutcome));
        Assert.That(refused.Error?.Message, Does.Contain("idempotent: true"));
    }
}
