namespace Orchestrator.PostgresCluster;

/// <summary>
/// The one server of a test process, started when a test first asks for it. Nobody has to stop it: it ends with the
/// process.
/// </summary>
public static class Server
{
    // Tests ask many short questions, for which compiling a plan takes longer than running it; and who tidies up looks
    // into each of hundreds of databases once a minute, none of which lasts.
    private static readonly Lazy<Cluster> Shared = new(() => Cluster.Start("jit=off", "autovacuum=off"));

    /// <summary>The server.</summary>
    public static Cluster Cluster => Shared.Value;
}
