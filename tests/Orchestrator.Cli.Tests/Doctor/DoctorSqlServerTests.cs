using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Doctor;

/// <summary>What `doctor` asks a SQL Server database, over the wire of a scripted server.</summary>
internal sealed partial class DoctorSqlServerTests
{
    private TemporaryFolder _folder = null!;
    private ScriptedCatalog _server = null!;
    private TimeSpan _ahead;

    [SetUp]
    public void Make()
    {
        (_folder, _server, _ahead) = (new TemporaryFolder(), new ScriptedCatalog(), TimeSpan.Zero);
        _server.Table("dbo", "Customer");
        _server.Server.On(Objects(), reply => reply.Rows(
            ["name nvarchar(128)", "kind varchar(10)"],
            ["load_5_abc_Customer", "table"], ["loads", "table"], ["markers", "table"]));
        _server.Server.On(Loads(), reply => reply.Rows(
            ["load_table nvarchar(128)", "target_schema nvarchar(128)", "target_name nvarchar(128)",
                "attempt varchar(20)"],
            ["load_5_abc_Customer", "dbo", "Customer", "5"]));
        _server.Server.On(Markers(), reply => reply.Rows(
            ["object_schema nvarchar(128)", "object_name nvarchar(128)", "ledger varchar(36)", "run bigint",
                "attempt bigint", "token bigint"],
            ["DBO", "CUSTOMER", "01900000-0000-7000-8000-000000000009", 4L, 5L, 4L]));
        _server.Server.On(Count(), reply => reply.Rows(["n bigint"], [1L]));
        _server.Server.On(Clock(), reply => reply.Rows(
            ["now bigint"], [Now(_ahead)]));
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Dwh, platform: SqlServer, connectionString: "${secret:DWH}"}
            batches: [{batch: Nightly, projects: [Dwh]}]
            projects: [{project: Dwh, source: In, target: Dwh, objects: [{object: Customer, source: {file: c.csv},
                        columns: [{column: Id, dataType: int}]}]}]
            """);
        _folder.Write("in/c.csv", "Id\n1\n");
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Its_load_tables_markers_and_clock_are_looked_at_and_nothing_is_changed()
    {
        _ahead = TimeSpan.FromHours(1);

        var called = Call("doctor");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("error ORC4173: the ledger is new, and 1 table was loaded last by another")
            .And.Match("warning ORC4168: the clock of Dwh is [0-9:]+ (h|min) ahead of this machine's")
            .And.Contain("warning ORC4170: 1 load table of attempts that this ledger does not know: "
                + "orchestrator.load_5_abc_Customer for DBO.CUSTOMER"));
        Assert.That(called.Out, Does.Not.Contain("s3cret"));
        Assert.That(_server.Server.Unanswered, Is.Empty);
        Assert.That(_server.Server.Recorder.Lines,
            Has.None.Contains("DROP").And.None.Contains("DELETE").And.None.Contains("INSERT"));
    }

    [Test]
    [Category("Approved")]
    public void What_the_engine_made_in_it_is_a_script()
    {
        var owned = Call("doctor", "--owned");

        Assert.That(owned.ExitCode, Is.Zero, owned.Error);
        Approved.Check("doctor-owned-sqlserver", owned.Out);
    }

    private static long Now(TimeSpan ahead) =>
        (long)(TimeProvider.System.GetUtcNow() + ahead - DateTimeOffset.UnixEpoch).TotalMicroseconds;

    private Called Call(params string[] arguments) => Called.With(
        _folder.Path, new() { ["ORCHESTRATOR_SECRET_DWH"] = _server.ConnectionString }, false, arguments);

    [GeneratedRegex(@"schema_id = schema_id\(N'orchestrator'\) AND o.type")]
    private static partial Regex Objects();

    [GeneratedRegex("FROM orchestrator.loads ORDER BY")]
    private static partial Regex Loads();

    [GeneratedRegex(@"SELECT \[object_schema\].* FROM \[orchestrator\]\.\[markers\]")]
    private static partial Regex Markers();

    [GeneratedRegex(@"SELECT count_big\(\*\) FROM \[orchestrator\]")]
    private static partial Regex Count();

    [GeneratedRegex("SYSUTCDATETIME")]
    private static partial Regex Clock();
}
