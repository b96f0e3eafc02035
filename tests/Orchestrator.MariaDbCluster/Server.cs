namespace Orchestrator.MariaDbCluster;

/// <summary>
/// The one server of a test process, started when a test first asks for it. Nobody has to stop it: it ends with the
/// process.
/// </summary>
public static class Server
{
    private static readonly Lazy<Cluster> Shared = new(() => Cluster.Start());

    /// <summary>The server.</summary>
    public static Cluster Cluster => Shared.Value;
}
