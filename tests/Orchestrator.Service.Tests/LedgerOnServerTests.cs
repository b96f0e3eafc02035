using System.Net;
using System.Net.Sockets;
using System.Xml.Linq;
using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Ledger;
using Orchestrator.PostgresCluster;

namespace Orchestrator.Service.Tests;

/// <summary>A ledger in a database of PostgreSQL, also one that does not answer.</summary>
internal sealed class LedgerOnServerTests
{
    private static readonly string[] Paths =
        ["/", "/runs", "/runs/1?sort=took", "/failures", "/packages/Stage2/table_2_007"];

    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-on-server-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task Pages_are_the_same_as_those_of_a_file_until_the_server_is_gone()
    {
        var cluster = Cluster.Start();
        var location = Location(cluster.ConnectionString());
        await using var served = await Served.StartAsync(ledger: location);
        using (cluster)
        {
            using var night = new Night(FailedNight.Plan, FailedNight.Of, within: location);
            using var other = new Night(FailedNight.Plan, FailedNight.Of);
            await using var ofFile = await Served.StartAsync(ledger: other.Location);
            Assert.That(await served.TextAsync("/readyz"), Is.EqualTo("ready\n"));
            foreach (var path in Paths)
            {
                var expected = Content(await ofFile.TextAsync(path));
                Assert.That(Content(await served.TextAsync(path)), Is.EqualTo(expected), path);
            }
        }

        var gone = await served.StatusAsync("/readyz");

        Assert.That(gone, Is.EqualTo(HttpStatusCode.ServiceUnavailable));
        Assert.That(await served.StatusAsync("/durability"), Is.EqualTo(HttpStatusCode.ServiceUnavailable));
        Assert.That(served.All.Log.Last(), Does.Contain("GET /durability").And.Contain("ORC41")
            .And.Not.Contain(cluster.Password));
    }

    [Test]
    public async Task A_server_that_says_nothing_is_not_waited_for()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var port = ((IPEndPoint)silent.LocalEndpoint).Port;
        await using var served = await Served.StartAsync(
            ledger: Location($"Host=127.0.0.1;Port={port};Username=nobody;Database=none;Timeout=600"));

        var ready = await served.StatusAsync("/readyz");

        Assert.That(ready, Is.EqualTo(HttpStatusCode.ServiceUnavailable));
        Assert.That(await served.StatusAsync("/healthz"), Is.EqualTo(HttpStatusCode.OK));
    }

    private LedgerLocation Location(string connectionString) => LedgerLocation.Of(
        new PostgreSqlPlatform(),
        new DatabaseAddress { Connection = "Ledger", ConnectionString = connectionString },
        _folder);

    // Without the id of the run, which is another one each time, and when the page was made.
    private static string Content(string page)
    {
        var main = new Page(page).All("main").Single();
        main.Descendants("div").Where(fact => (string?)fact.Element("dt") is "id" or "report").Remove();
        return main.ToString();
    }
}
