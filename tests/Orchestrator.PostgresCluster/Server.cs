namespace Orchestrator.PostgresCluster;

/// <summary>
/// The one server of a test process, started when a test first asks for it. Nobody has to stop it: it ends with the
/// process.
/// </summary>
public static class Server
{
    // Tests ask many short questions, for which compiling a plan takes longer than running it; and who tidies up would
    // look once a minute into each of hundreds of databases, few of which last for longer. And each of thousands of
    // short sessions would hash its password 4,096 times, as those of other roles do.
    private static readonly Lazy<Cluster> Shared = new(
        () => Cluster.Start(ScramVerifier.Of, "jit=off", "autovacuum_naptime=5min"));

    /// <summary>The server.</summary>
    public static Cluster Cluster => Shared.Value;
}
