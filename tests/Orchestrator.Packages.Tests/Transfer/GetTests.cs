using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Kind transfer gets files of OpenSSH's server.</summary>
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class GetTests : TransferFixture
{
    [Test]
    public void Files_that_fit_arrive_and_stay_there_and_a_second_time_nothing_changes()
    {
        server.Write("out/a b.csv", "1");
        server.Write("out/c.csv", "");
        server.Write("out/c.txt", "3");
        server.Write("out/.hidden.csv", "4");
        server.Write("out/deeper.csv/d.csv", "5");
        var transfer = rig.Get("out/*.csv") with { Into = "from/partner" };

        var first = rig.Run(transfer);
        var second = rig.Run(transfer);

        Assert.That(first.Outcome, Is.EqualTo(NodeState.Succeeded), first.Error?.Message);
        Assert.That((first.Work.BytesRead, second.Outcome, second.Work.BytesRead),
            Is.EqualTo((1L, NodeState.Succeeded, 0L)));
        Assert.That(rig.Here(), Is.EqualTo(new[] { "from/partner/a b.csv", "from/partner/c.csv" }));
        Assert.That(rig.Read("from/partner/a b.csv"), Is.EqualTo("1"));
        Assert.That(rig.There(), Has.Length.EqualTo(5));
        Assert.That(rig.Said, Has.Some.EqualTo("'from/partner/a b.csv': 1 bytes")
            .And.Some.EqualTo("'from/partner/a b.csv' is here already"));
    }

    [Test]
    public void Files_arrive_whatever_their_case_where_that_is_said()
    {
        server.Write("out/A.CSV", "1");
        server.Write("out/b.csv", "2");

        var result = rig.Run(rig.Get("out/*.csv") with { IgnoreCase = true });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(rig.Here(), Is.EqualTo(new[] { "A.CSV", "b.csv" }));
    }

    [TestCase(ExistingFile.Fail, "ORC3592", "old")]
    [TestCase(ExistingFile.Keep, "", "old")]
    [TestCase(ExistingFile.Replace, "", "new")]
    public void What_becomes_of_another_file_of_that_name_is_said(ExistingFile existing, string code, string text)
    {
        server.Write("a.csv", "new");
        rig.Write("a.csv", "old");

        var result = rig.Run(rig.Get("*.csv") with { Existing = existing, Delete = true });

        Assert.That(result.Error?.Code ?? "", Is.EqualTo(code));
        Assert.That(rig.Read("a.csv"), Is.EqualTo(text));
        Assert.That(rig.There(), Has.Length.EqualTo(existing == ExistingFile.Replace ? 0 : 1));
    }

    [Test]
    public void A_name_with_a_line_break_or_a_link_is_refused_before_any_file_is_taken()
    {
        server.Write("a/1.csv", "1");
        server.Write("a/two\nlines.csv", "2");
        server.Write("b/1.csv", "1");
        File.CreateSymbolicLink(Path.Combine(server.Files, "b", "link.csv"), "/etc/passwd");

        var (broken, link) = (rig.Run(rig.Get("a/*")), rig.Run(rig.Get("b/*")));

        Assert.That((broken.Error?.Code, link.Error?.Code), Is.EqualTo(("ORC3591", "ORC3591")));
        Assert.That(broken.Error!.Message, Does.Contain(@"two\u000Alines.csv"));
        Assert.That(link.Error!.Message, Does.Contain("link.csv"));
        Assert.That(rig.Here(), Is.Empty);
    }

    [Test]
    public void A_link_of_this_side_leads_no_file_out_of_the_folder()
    {
        server.Write("a.csv", "1");
        Directory.CreateSymbolicLink(Path.Combine(rig.Inbox, "out"), server.Files);
        File.CreateSymbolicLink(Path.Combine(rig.Inbox, "a.csv"), "/etc/passwd");

        string?[] codes =
        [
            rig.Run(rig.Get("a.csv") with { Into = "out" }).Error?.Code,
            rig.Run(rig.Get("a.csv") with { Existing = ExistingFile.Replace }).Error?.Code,
        ];

        Assert.That(codes, Is.All.EqualTo("ORC3102"));
        Assert.That(rig.There(), Is.EqualTo(new[] { "a.csv" }));
    }

    [Test]
    public void No_file_is_a_failure_unless_it_is_said_to_be_none()
    {
        var (fails, skips) = (rig.Run(rig.Get("*.csv")), rig.Run(rig.Get("*.csv") with { OnNone = NoFiles.Skip }));

        Assert.That((fails.Error?.Code, skips.Outcome), Is.EqualTo(("ORC3590", NodeState.Succeeded)));
    }

    [Test]
    public void A_folder_that_is_not_there_is_told_with_its_remedy()
    {
        var error = rig.Run(rig.Get("gone/*")).Error;

        Assert.That((error?.Code, error?.Class), Is.EqualTo(("ORC3588", ErrorClass.Config)));
        Assert.That(error!.Message, Does.Contain("gone").And.Contain("`folder`"));
    }

    [Test]
    public void Behind_an_attempt_that_died_once_it_had_deleted_all_none_is_no_failure_and_the_next_night_it_is()
    {
        server.Write("a.csv", "1");
        var transfer = rig.Get("*.csv") with { Delete = true };
        Assert.That(rig.Run(transfer).Outcome, Is.EqualTo(NodeState.Succeeded));
        var died = new EarlierAttempt(1, rig.LastAttempt, NodeState.EndedUnexpectedly, null);

        var behind = rig.Run(transfer, died);
        var second = died with { Attempt = rig.LastAttempt };
        var behindThat = rig.Run(transfer, second);
        var nextNight = rig.Run(transfer, second with { Attempt = rig.LastAttempt, State = NodeState.Succeeded });

        Assert.That((behind.Outcome, behindThat.Outcome), Is.EqualTo((NodeState.Succeeded, NodeState.Succeeded)));
        Assert.That(behind.Warnings, Has.Exactly(1).Contains("had brought and deleted all of them"));
        Assert.That(nextNight.Error?.Code, Is.EqualTo("ORC3590"));
        Assert.That(rig.Read("a.csv"), Is.EqualTo("1"));
        Assert.That(rig.There(), Is.Empty);
    }

    [Test]
    public void Cut_in_the_middle_it_leaves_nothing_by_half()
    {
        using (var big = File.Create(Path.Combine(server.Files, "big.bin")))
        {
            big.SetLength(400L << 20);
        }

        var run = Task.Run(() => rig.Run(rig.Get("big.bin") with { Delete = true }));
        AwaitPending();
        server.Cut();
        var result = run.GetAwaiter().GetResult();

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3587", ErrorClass.Transient)));
        Assert.That(rig.Here(), Is.Empty);
        Assert.That(rig.There(), Is.EqualTo(new[] { "big.bin" }));
    }

    [Test]
    public void Cancelled_in_the_middle_it_stops_and_leaves_nothing_by_half()
    {
        using (var big = File.Create(Path.Combine(server.Files, "big.bin")))
        {
            big.SetLength(400L << 20);
        }

        using var cancelling = new CancellationTokenSource();
        rig.Cancellation = cancelling.Token;
        // The client itself waits so long for an answer of the session that is closed under it.
        var patient = rig.Declared with { Timeout = TimeSpan.FromHours(1) };
        var run = Task.Run(() => rig.Run(rig.Get("big.bin") with { Server = patient }));
        AwaitPending();
        cancelling.Cancel();
        Assert.That(() => run.IsCompleted, Is.True.After(300).Seconds.PollEvery(5).MilliSeconds);
        var result = run.GetAwaiter().GetResult();

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
        Assert.That(rig.Here(), Is.Empty);
    }

    private void AwaitPending() => Assert.That(() => Directory.GetFiles(rig.Inbox, ".big.bin.*"),
        Is.Not.Empty.After(300).Seconds.PollEvery(5).MilliSeconds);
}
