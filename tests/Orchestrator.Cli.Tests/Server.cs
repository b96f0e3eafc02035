using Orchestrator.PostgresCluster;

namespace Orchestrator.Cli.Tests;

/// <summary>The PostgreSQL server of this assembly, started when a test first asks for it.</summary>
[SetUpFixture]
internal sealed class Server
{
    private static Lazy<Cluster> cluster = null!;

    public static Cluster Cluster => cluster.Value;

    [OneTimeSetUp]
    public void Prepare() => cluster = new Lazy<Cluster>(() => Cluster.Start());

    [OneTimeTearDown]
    public void Stop()
    {
        if (cluster.IsValueCreated)
        {
            cluster.Value.Dispose();
        }
    }
}
