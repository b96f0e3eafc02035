using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Telemetry.Lineage;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

internal sealed class DatasetsTests
{
    [TestCase("tcp://db.example.org:5432", "db.example.org:5432")]
    [TestCase("/var/run/postgresql/.s.PGSQL.5433", "localhost:5433")]
    public void A_server_of_PostgreSQL_is_called_as_the_conventions_say(string server, string host) =>
        Assert.That(PlatformTable.Of(Platform.PostgreSql).HostOf!(server), Is.EqualTo(host));

    [TestCase("db", "db:1433")]
    [TestCase("db,1434", "db:1434")]
    [TestCase("tcp:db,1434", "db:1434")]
    [TestCase("db\\NIGHT", "db\\NIGHT")]
    public void A_SQL_Server_is_called_as_the_conventions_say(string server, string host) =>
        Assert.That(PlatformTable.Of(Platform.SqlServer).HostOf!(server), Is.EqualTo(host));

    [TestCase("db:3307", "db:3307")]
    [TestCase("/run/mysqld/mysqld.sock", "localhost:3306")]
    public void A_server_of_MariaDB_is_called_as_the_conventions_say(string server, string host) =>
        Assert.That(PlatformTable.Of(Platform.MariaDb).HostOf!(server), Is.EqualTo(host));

    [Test]
    public void A_package_in_a_turn_of_a_loop_reads_what_one_in_the_same_turn_writes()
    {
        var solution = new Solution
        {
            Name = "Shop",
            Folder = "/",
            Connections = [new Connection { Name = "Dwh", Platform = Platform.PostgreSql }],
            Batches = [],
            Projects = [],
            Files = [],
        };
        var datasets = new Datasets(
            solution, index => InTurn(index),
            [new RunConnection("Dwh", "PostgreSQL", "tcp://dwh.example.org:5432", "dwh")]);

        _ = datasets.OutputsOf(InTurn(5));

        Assert.That(datasets.InputsOf(InTurn(6, 5)).Select(one => one.Name), Is.EqualTo(new[] { "dwh.public.p5" }));
    }

    private static PlanNode InTurn(int index, params int[] reads) => new()
    {
        Index = index,
        Kind = NodeKind.Package,
        Name = $"S/p{index}[DE]",
        Parent = 0,
        Reads = reads,
        Turns = [new GivenTurn(0, "Per", 1, "DE", [], [])],
        Payload = new ObjectDefinition
        {
            Name = $"p{index}",
            Project = "S",
            Kind = "load",
            Container = "C",
            Target = new ObjectTarget("Dwh", null, $"p{index}"),
        },
    };

    [Test]
    public void The_id_of_an_attempt_is_a_UUIDv7_of_its_own_and_always_the_same()
    {
        var run = Guid.CreateVersion7();
        var id = LineageId.Of(run, 7, 1);

        Assert.That(id, Is.EqualTo(LineageId.Of(run, 7, 1)));
        Assert.That((id.Version, id.Variant >> 2), Is.EqualTo((7, 2)));
        Assert.That(new[] { id, LineageId.Of(run, 7, 2), LineageId.Of(run, 8, 1), run }.Distinct().Count(),
            Is.EqualTo(4));
        Assert.That(id.ToString()[..13], Is.EqualTo(run.ToString()[..13]));
    }
}
