using System.Runtime.Versioning;
using Orchestrator.SftpCluster;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>
/// OpenSSH's server for all tests of a fixture, and for each of them a folder with a solution that knows the server.
/// </summary>
[UnsupportedOSPlatform("windows")]
internal abstract class PartnerServer
{
    /// <summary>The server.</summary>
    protected SftpServer Partner { get; private set; } = null!;

    /// <summary>The folder of the solution.</summary>
    protected TemporaryFolder Folder { get; private set; } = null!;

    /// <summary>How a solution begins that knows the server; further connections may follow.</summary>
    protected string Head => $$"""
        formatVersion: 1
        solution: Partners
        fileServers:
          - fileServer: Partner
            host: 127.0.0.1
            port: {{Partner.Port}}
            user: {{SftpServer.User}}
            keyFile: {{Partner.KeyFile}}
            hostKey: {{Partner.HostKey}}
        batches:
          - {batch: Nightly, projects: [Staging]}
        connections:
          - {connection: Staging, platform: Sqlite}

        """;

    [OneTimeSetUp]
    public void StartServer() => Partner = SftpServer.Start();

    [OneTimeTearDown]
    public void EndServer() => Partner?.Dispose();

    [SetUp]
    public void MakeFolder()
    {
        Folder = new TemporaryFolder();
        Directory.Delete(Partner.Files, recursive: true);
        Directory.CreateDirectory(Partner.Files);
    }

    [TearDown]
    public void RemoveFolder() => Folder.Dispose();

    /// <summary>The ids that have been loaded.</summary>
    protected List<string> Loaded() => DataFile.Rows(Folder.Path, "Staging.db", "select Id from got order by Id");

    /// <summary>The command, which dies at a point.</summary>
    protected RunningCommand Crashing(string point, params string[] arguments) => new(
        Folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, arguments);
}
