using Orchestrator.PostgresCluster;

namespace Orchestrator.Data.PostgreSql.Tests;

/// <summary>The server of this assembly.</summary>
[SetUpFixture]
internal sealed class Server
{
    public static Cluster Cluster { get; private set; } = null!;

    [OneTimeSetUp]
    public void Start() => Cluster = Cluster.Start();

    [OneTimeTearDown]
    public void Stop() => Cluster.Dispose();
}
