using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.SftpCluster;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Who a file server is, and who signs in there.</summary>
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class SignInTests : TransferFixture
{
    [SetUp]
    public void DeliverFile() => server.Write("a.csv", "1");

    [Test]
    public void A_server_with_another_host_key_is_refused_with_both_fingerprints()
    {
        var before = rig.Declared;
        server.Rekey();

        var result = Run(before);

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3585", ErrorClass.Config)));
        Assert.That(result.Error!.Message, Does.Contain(before.HostKey).And.Contain(server.HostKey));
        Assert.That(rig.Here(), Is.Empty);
        Assert.That(Run(rig.Declared).Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [Test]
    public void Who_is_not_let_in_is_told_and_no_password_is_said()
    {
        var result = Run(rig.Declared with { KeyFile = null, Password = "not-the-one" });

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3586", ErrorClass.Config)));
        Assert.That(result.Error!.Message, Does.Not.Contain("not-the-one"));
    }

    [Test]
    public void A_key_with_a_passphrase_is_opened_by_it_and_by_nothing_else()
    {
        var locked = rig.Declared with { KeyFile = server.LockedKeyFile };

        var opened = Run(locked with { Passphrase = SftpServer.Passphrase });

        Assert.That(opened.Outcome, Is.EqualTo(NodeState.Succeeded), opened.Error?.Message);
        Assert.That(Run(locked with { Passphrase = "another" }).Error?.Code, Is.EqualTo("ORC3594"));
        Assert.That(Run(locked).Error?.Code, Is.EqualTo("ORC3594"));
        Assert.That(Run(locked with { KeyFile = "no/such/key" }).Error?.Code, Is.EqualTo("ORC3594"));
    }

    [Test]
    public void A_server_that_nobody_listens_for_may_come_back()
    {
        server.Stop();

        var result = Run(rig.Declared);
        server.StartAgain();

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3587", ErrorClass.Transient)));
        Assert.That(Run(rig.Declared).Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    private PackageResult Run(FileServer server) => rig.Run(rig.Get("*.csv") with { Server = server });
}
