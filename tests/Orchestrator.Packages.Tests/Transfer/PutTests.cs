using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Kind transfer sends files to OpenSSH's server.</summary>
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class PutTests : TransferFixture
{
    [Test]
    public void Files_that_fit_are_there_under_their_names_and_a_second_time_nothing_changes()
    {
        Directory.CreateDirectory(Path.Combine(server.Files, "in"));
        rig.Write("a b.csv", "1");
        rig.Write("c.txt", "2");
        var transfer = rig.Put("*.csv") with { Into = "in" };

        var (first, second) = (rig.Run(transfer), rig.Run(transfer));

        Assert.That((first.Outcome, second.Outcome), Is.EqualTo((NodeState.Succeeded, NodeState.Succeeded)),
            first.Error?.Message);
        Assert.That(rig.There(), Is.EqualTo(new[] { "in/a b.csv" }));
        Assert.That(rig.Said, Has.Some.EqualTo("'a b.csv' is there already"));
        Assert.That(rig.Here(), Is.EqualTo(new[] { "a b.csv", "c.txt" }));
    }

    [TestCase(ExistingFile.Fail, "ORC3592", "old")]
    [TestCase(ExistingFile.Keep, "", "old")]
    [TestCase(ExistingFile.Replace, "", "new")]
    public void What_becomes_of_another_file_of_that_name_is_said(ExistingFile existing, string code, string text)
    {
        rig.Write("a.csv", "new");
        server.Write("a.csv", "old");

        var result = rig.Run(rig.Put("*.csv") with { Existing = existing });

        Assert.That(result.Error?.Code ?? "", Is.EqualTo(code));
        Assert.That(File.ReadAllText(Path.Combine(server.Files, "a.csv")), Is.EqualTo(text));
        Assert.That(rig.There(), Is.EqualTo(new[] { "a.csv" }));
    }

    [Test]
    public void A_link_where_the_file_is_to_go_stays()
    {
        rig.Write("a.csv", "new");
        server.Write("b.csv", "old");
        File.CreateSymbolicLink(Path.Combine(server.Files, "a.csv"), Path.Combine(server.Files, "b.csv"));

        var result = rig.Run(rig.Put("*.csv") with { Existing = ExistingFile.Replace });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3591"));
        Assert.That(File.ReadAllText(Path.Combine(server.Files, "b.csv")), Is.EqualTo("old"));
    }

    [Test]
    public void A_disk_of_the_server_that_is_full_leaves_nothing_by_half_and_with_room_it_goes()
    {
        rig.Write("big.csv", new string('x', 3_000_000));
        server.Narrow();

        var full = rig.Run(rig.Put("*.csv"));
        server.StartAgain();
        var wide = rig.Run(rig.Put("*.csv"));

        Assert.That((full.Outcome, full.Error?.Code, full.Error?.Class),
            Is.EqualTo((NodeState.Failed, "ORC3588", ErrorClass.Transient)), full.Error?.Message);
        Assert.That(wide.Outcome, Is.EqualTo(NodeState.Succeeded), wide.Error?.Message);
        Assert.That(rig.There(), Is.EqualTo(new[] { "big.csv" }));
    }

    [Test]
    public void No_file_is_a_failure_unless_it_is_said_to_be_none()
    {
        var (fails, skips) = (rig.Run(rig.Put("*.csv")), rig.Run(rig.Put("*.csv") with { OnNone = NoFiles.Skip }));

        Assert.That((fails.Error?.Code, skips.Outcome), Is.EqualTo(("ORC3590", NodeState.Succeeded)));
    }
}
