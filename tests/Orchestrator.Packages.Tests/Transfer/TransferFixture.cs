using System.Runtime.Versioning;
using Orchestrator.SftpCluster;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Tests beside a file server of OpenSSH, which each of them finds empty.</summary>
[UnsupportedOSPlatform("windows")]
internal abstract class TransferFixture
{
    private protected SftpServer server = null!;
    private protected TransferRig rig = null!;

    [OneTimeSetUp]
    public void StartServer() => server = SftpServer.Start();

    [OneTimeTearDown]
    public void EndServer() => server?.Dispose();

    [SetUp]
    public void MakeRig() => rig = new TransferRig(server);

    [TearDown]
    public void RemoveRig() => rig.Dispose();
}
