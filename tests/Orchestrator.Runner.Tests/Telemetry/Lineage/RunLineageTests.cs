using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Telemetry.Lineage;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

/// <summary>A package that goes on for minutes, is cancelled, and reads a server's table into another one.</summary>
internal sealed class RunLineageTests
{
    private static readonly Solution Solution = new()
    {
        Name = "Shop",
        Folder = "/",
        AsOf = new DateOnly(2026, 1, 31),
        Connections =
        [
            new Connection { Name = "Erp", Platform = Platform.SqlServer },
            new Connection { Name = "Dwh", Platform = Platform.PostgreSql },
        ],
        Batches = [],
        Projects = [],
        Files = [],
    };

    private static readonly PlanNode Package = new()
    {
        Index = 1,
        Kind = NodeKind.Package,
        Name = "Staging/customer",
        Parent = 0,
        PackageKind = "load",
        Payload = new ObjectDefinition
        {
            Name = "customer",
            Project = "Staging",
            Kind = "load",
            Container = "Core",
            Source = new ObjectSource { Connection = "Erp", Schema = "sales", Name = "Customer" },
            Target = new ObjectTarget("Dwh", null, "customer"),
            Columns =
            [
                new ColumnDefinition { Name = "Id", Target = "id", DataType = new SqlType(SqlTypeKind.Int) },
                new ColumnDefinition { Name = "Name", Target = "name", TargetExpression = "upper(@@this)" },
                new ColumnDefinition { Name = "Origin", Target = "origin", Value = "ERP" },
            ],
        },
    };

    private readonly string _folder = Directory.CreateTempSubdirectory("lineage-").FullName;

    [OneTimeTearDown]
    public void After() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_package_that_goes_on_says_so_each_minute_until_it_ends()
    {
        var time = new FakeTime();
        var view = View();
        using (var lineage = Begin(time))
        {
            lineage.Tell(new RunBegan(TimeSpan.Zero, Header(time), view));
            lineage.Tell(new NodeChanged(TimeSpan.FromSeconds(1), Package, NodeState.Ready, NodeState.Running, 1, ""));
            view.ProgressOf(1).Report(70, 60);
            time.Advance(RunLineage.Rhythm);
            lineage.Tell(new NodeChanged(
                TimeSpan.FromSeconds(90), Package, NodeState.Running, NodeState.Cancelling, 1, ""));
            lineage.Tell(new NodeChanged(
                TimeSpan.FromSeconds(95), Package, NodeState.Cancelling, NodeState.Cancelled, 1, ""));
            time.Advance(RunLineage.Rhythm);
        }

        var events = File.ReadLines(Path.Combine(_folder, RunLineage.FileName))
            .Select(line => JsonDocument.Parse(line).RootElement).ToList();
        Assert.That(events.Select(one => one.GetProperty("eventType").GetString()),
            Is.EqualTo((string[])["START", "START", "RUNNING", "ABORT"]));
        Assert.That(events.SelectMany(new Schemas().MistakesIn), Is.Empty);
        Assert.That(events.Skip(1).Select(one => one.GetProperty("run").GetProperty("runId").GetGuid()).Distinct(),
            Is.EqualTo((Guid[])[LineageId.Of(Header(time).Id, 1, 1)]));
        var (input, output) = (events[2].GetProperty("inputs")[0], events[2].GetProperty("outputs")[0]);
        Assert.That($"{input.GetProperty("namespace")} {input.GetProperty("name")}",
            Is.EqualTo("mssql://erp.example.org:1433 Sales.sales.Customer"));
        Assert.That($"{output.GetProperty("namespace")} {output.GetProperty("name")}",
            Is.EqualTo("postgres://dwh.example.org:5432 dwh.public.customer"));
        Assert.That(output.GetProperty("outputFacets").GetProperty("outputStatistics").GetProperty("rowCount")
            .GetInt64(), Is.EqualTo(60));
        Assert.That(Lines(output), Is.EqualTo((string[])["id <- Id IDENTITY", "name <- Name TRANSFORMATION"]));
        Assert.That($"{events[1].GetProperty("run").GetProperty("facets").GetProperty("nominalTime")}",
            Does.Contain("2026-01-31T00:00:00Z"));
    }

    [Test]
    public void A_file_that_cannot_be_written_is_said_and_costs_nothing()
    {
        List<string> said = [];
        using (var lineage = RunLineage.Begin(
            name => name.EndsWith("TYPE", StringComparison.Ordinal) ? "file"
                : name.EndsWith("PATH", StringComparison.Ordinal) ? "/dev/null/no/file" : null,
            Solution, "/", new FakeTime(), said.Add)!)
        {
            lineage.Tell(new RunBegan(TimeSpan.Zero, Header(new FakeTime()), View()));
        }

        Assert.That(said, Has.Exactly(1).StartsWith("lineage: 1 events are not in "));
    }

    private static IEnumerable<string> Lines(JsonElement output) => output.GetProperty("facets")
        .GetProperty("columnLineage").GetProperty("fields").EnumerateObject().Select(field =>
            field.Value.GetProperty("inputFields")[0] is var from
                ? $"{field.Name} <- {from.GetProperty("field")} {from.GetProperty("transformations")[0]
                    .GetProperty("subtype")}" : "");

    private static RunView View() => new(
        new Plan
        {
            Solution = "Shop",
            Batch = "Nightly",
            Environment = "default",
            Hash = "",
            Nodes =
            [
                new PlanNode { Index = 0, Kind = NodeKind.Batch, Name = "Nightly", Parent = -1 }, Package,
            ],
        },
        null, () => { }, () => TimeSpan.FromSeconds(60));

    private RunHeader Header(TimeProvider time) => new()
    {
        Run = 1,
        Id = Guid.Parse("0199d2a4-0000-7000-8000-000000000001"),
        Batch = "Nightly",
        Environment = "default",
        StartedAt = time.GetUtcNow(),
        Gate = 4,
        GateWhy = "",
        Processors = 2,
        PlanHash = "",
        Packages = 1,
        Folder = _folder,
        Connections =
        [
            new RunConnection("Erp", "SQL Server", "erp.example.org", "Sales"),
            new RunConnection("Dwh", "PostgreSQL", "tcp://dwh.example.org:5432", "dwh"),
        ],
    };

    private static RunLineage Begin(TimeProvider time) => RunLineage.Begin(
        name => name == "OPENLINEAGE__TRANSPORT__TYPE" ? "file" : null, Solution, "/", time, _ => { })!;
}
