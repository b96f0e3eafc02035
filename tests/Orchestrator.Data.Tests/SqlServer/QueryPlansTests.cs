using System.Text.RegularExpressions;
using Orchestrator.Data.QueryPlans;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What is seen of statements and their plans on a scripted server.</summary>
internal sealed partial class QueryPlansTests
{
    private const string Statement = "SELECT Id, Pad FROM dbo.TestQueryPlan WHERE Id <= 1";

    private static readonly byte[] Handle = [6, 0, 2, 0, 0xAB];
    private static readonly DateTime Compiled = new(2026, 1, 1, 2, 0, 0);
    private static readonly TimeSpan Since = TimeSpan.FromSeconds(6);

    private TdsServer _server = null!;
    private ServerCounts _counts = null!;
    private long _generation = 1;
    private string _plan = "";

    [SetUp]
    public void Start()
    {
        (_server, _generation, _plan) = (TdsServer.Start(), 1, Plan("Table Scan", 0.0032831));
        _counts = new ServerCounts(_server);
        _server.On(LookText(), (_, reply) => reply
            .Rows(
                ["session bigint", "program nvarchar(128)", "wait nvarchar(60)", "handle varbinary(64)",
                    "start bigint", "stop bigint", "generation bigint", "created datetime"],
                [51L, "orchestrator 7@1a2b3c4d Staging/customer", "LCK_M_S", Handle, 0L, -1L, _generation, Compiled])
            .Rows(
                ["handle varbinary(64)", "start bigint", "stop bigint", "generation bigint", "created datetime"],
                [Handle, 0L, -1L, _generation, Compiled], [new byte[] { 9 }, 10L, 20L, 1L, Compiled]));
        _server.On(PlanText(), (_, reply) => reply.Rows(
            ["plan nvarchar(max)", "text nvarchar(max)"], [_plan, Statement]));
    }

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    public void What_is_at_work_is_seen_with_its_wait_and_what_is_over_once_by_its_handle()
    {
        using var plans = Open();

        var seen = plans.Look(Since);

        Assert.That(seen, Has.Count.EqualTo(2));
        Assert.That((seen[0].Session, seen[0].Application, seen[0].Wait),
            Is.EqualTo((51, "orchestrator 7@1a2b3c4d Staging/customer", "LCK_M_S")));
        Assert.That((seen[1].Session, seen[1].Wait, seen[1].Key), Is.EqualTo((0, (string?)null, "09 10 20")));
        Assert.That(_server.Recorder.Text, Does.Contain("@seconds bigint = 6"));
        Assert.That(plans.Missing, Is.Empty);
    }

    [Test]
    public void Two_plans_behind_one_handle_are_told_apart_by_their_generation_and_text()
    {
        using var plans = Open();
        var (first, before) = Fetch(plans);
        (_generation, _plan) = (2, Plan("Index Seek", 0.0065704));

        var (second, after) = Fetch(plans);

        Assert.That(second.Key, Is.EqualTo(first.Key), "the handle is the same");
        Assert.That(second.Signature, Is.Not.EqualTo(first.Signature));
        Assert.That((before.Statement, after.Statement), Is.EqualTo((Statement, Statement)));
        Assert.That(Hash(after.Plan), Is.Not.EqualTo(Hash(before.Plan)));
        Assert.That(Shape(after.Plan), Is.Not.EqualTo(Shape(before.Plan)));
    }

    [Test]
    public void A_plan_that_was_compiled_anew_has_the_same_shape_and_another_text()
    {
        var (one, other) = (Plan("Index Seek", 0.0065704), Plan("Index Seek", 0.0165704));

        Assert.That(Hash(one), Is.Not.EqualTo(Hash(other)));
        Assert.That(Shape(one), Is.EqualTo(Shape(other)));
    }

    [Test]
    public void No_value_of_the_statement_is_in_what_is_kept()
    {
        var kept = Dialect.WithoutValues(Plan("Index Seek", 0.0032831));

        Assert.That(kept, Does.Contain("Index Seek").And.Contain("StatementText=\"SELECT Id FROM t WHERE Name = N?\""));
        Assert.That(kept, Does.Not.Contain("s3cret").And.Not.Contain("4711"));
        Assert.That(kept.Split('\n'), Has.Length.GreaterThan(5), "in lines, so that two can be compared");
    }

    // As sessions of sqlcmd and of the agent have them.
    [TestCase("false", "SELECT Id FROM t WHERE Name = ? AND Price = ? AND [a] = ?")]
    [TestCase("true", "SELECT Id FROM t WHERE Name = \"it's s3cret\" AND Price = ? AND [a] = ?")]
    public void Texts_within_double_quotes_are_values_where_their_session_says_so_and_money_is_one(
        string areNames, string kept)
    {
        const string text = "SELECT Id FROM t WHERE Name = \"it's s3cret\" AND Price = $47.11 AND [a] = 1";
        _plan = $"""
            <ShowPlanXML><StmtSimple StatementText="{text.Replace("\"", "&quot;", StringComparison.Ordinal)}">
            <StatementSetOptions QUOTED_IDENTIFIER="{areNames}"/>
            <ScalarOperator ScalarString="[t].[Price]=($47.1100)"/>
            <RemoteQuery RemoteQuery="SELECT 1 FROM r WHERE a=&apos;4711&apos;"/></StmtSimple></ShowPlanXML>
            """;
        _server.On(PlanText(), (_, reply) => reply.Rows(["plan nvarchar(max)", "text nvarchar(max)"], [_plan, text]));
        using var plans = Open();

        var fetched = Fetch(plans).Plan;
        var statement = StatementText.Normalised(fetched.Statement, Databases.Platform.Dialect);

        Assert.That(statement, Is.EqualTo(kept));
        var shown = Dialect.WithoutValues(fetched.Plan);
        Assert.That(shown, Does.Contain(kept.Replace("\"", "&quot;", StringComparison.Ordinal)));
        Assert.That(shown, Does.Not.Contain("47"));
    }

    [TestCase("no XML: 5 rows")]
    [TestCase("<ShowPlanXML><BatchSequence>")]
    [TestCase("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>")]
    public void What_is_no_plan_is_a_text_like_any_other(string text) =>
        Assert.That(() => Dialect.Shape(Dialect.WithoutValues(text)), Throws.Nothing);

    [Test]
    public void Who_lacks_the_right_is_told_which_one_and_sees_nothing()
    {
        _counts.HasPerformanceState = false;
        _server.On(LookText(), reply => reply.Error(300, "VIEW SERVER STATE permission was denied."));
        using var plans = Open();

        Assert.That(plans.Look(Since), Is.Empty);
        Assert.That(plans.Missing, Is.EqualTo(new[]
        {
            "statements and plans: not available: needs VIEW SERVER STATE",
        }));
    }

    [Test]
    public void A_server_without_the_views_is_told_and_shows_nothing()
    {
        _server.On(LookText(), reply => reply.Error(208, "Invalid object name 'sys.dm_exec_query_stats'."));
        using var plans = Open();

        Assert.That(plans.Look(Since), Is.Empty);
        Assert.That(plans.Missing, Is.EqualTo(new[]
        {
            "statements and plans: not available: the server does not have it",
        }));
    }

    [Test]
    public void A_plan_that_has_left_the_cache_is_none()
    {
        using var plans = Open();
        _server.On(PlanText(), reply => reply.Rows(["plan nvarchar(max)", "text nvarchar(max)"]));

        Assert.That(Fetch(plans).Plan.WhyNot, Is.EqualTo("gone from the cache of plans"));
    }

    private static QueryPlanDialect Dialect => Databases.Platform.Dialect.QueryPlans!;

    private static string Hash(string plan) => StatementText.Hash(Dialect.WithoutValues(plan));

    private static string Shape(string plan) => Dialect.Shape(Dialect.WithoutValues(plan));

    private static (SeenStatement Seen, FetchedPlan Plan) Fetch(IQueryPlans plans)
    {
        var seen = plans.Look(Since)[0];
        return (seen, plans.Fetch(seen));
    }

    private static string Plan(string operation, double cost) => $"""
        <ShowPlanXML xmlns="http://schemas.microsoft.com/sqlserver/2004/07/showplan" Version="1.539" Build="15.0">
        <BatchSequence><Batch><Statements>
        <StmtSimple StatementText="SELECT Id FROM t WHERE Name = N's3cret'" StatementSubTreeCost="{cost}">
        <QueryPlan CompileTime="{(int)(cost * 1e6)}"><MemoryGrantInfo SerialRequiredMemory="{cost}"/>
        <RelOp NodeId="0" PhysicalOp="{operation}" EstimateRows="{cost}" EstimatedExecutionMode="Row">
        <Predicate><ScalarOperator ScalarString="[t].[Id]&lt;=(4711)"><Const ConstValue="(4711)"/></ScalarOperator>
        </Predicate></RelOp><ParameterList><ColumnReference Column="@p" ParameterCompiledValue="N's3cret'"/>
        </ParameterList></QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>
        """;

    private IQueryPlans Open() => Databases.Platform.OpenQueryPlans(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = Databases.ConnectionTo(_server) },
        new DatabaseUse { IsTarget = false, Time = TimeProvider.System, Application = "orchestrator monitor" })!;

    [GeneratedRegex(@"FROM sys\.dm_exec_requests")]
    private static partial Regex LookText();

    [GeneratedRegex(@"sys\.dm_exec_text_query_plan")]
    private static partial Regex PlanText();
}
