using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Files of a container go to an archive there: a copy, and only then the original.</summary>
[TestFixture(Platform.Sqlite)]
internal sealed class BlobMoveTests(Platform platform) : BlobFixture(platform)
{
    [TestCase(true, true)]
    [TestCase(true, false)]
    [TestCase(false, true)]
    public void A_file_is_moved_by_a_copy_and_one_that_a_killed_run_has_copied_is_not_copied_again(
        bool hasPrints, bool hasKey)
    {
        Server.HasPrints = hasPrints;
        Store = hasKey ? Store : Store with { Key = null, Sas = BlobServer.Token };
        Server.Put("in/out/done/a.csv", "older, twelv");
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.482.csv"));
        Server.Put("in/out/done/b.csv", "name,id\nx,2\n");
        Assert.That(place.Move("b.csv", "done", 482), Is.EqualTo("done/b.csv"));

        Assert.That(Server.Names, Is.EqualTo(new[]
        {
            "in/out/done/a.482.csv", "in/out/done/a.csv", "in/out/done/b.csv",
        }));
        Assert.That(Server.Text("in/out/done/a.csv"), Does.StartWith("older"));
        Assert.That(() => place.Move("a.csv", "done", 483), Throws.InstanceOf<IOException>());
    }

    [Test]
    public void A_copy_that_takes_a_while_is_waited_for()
    {
        Server.CopyLooks = 1;
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.csv"));
        Assert.That(Server.Names, Is.EqualTo(new[] { "in/out/b.csv", "in/out/done/a.csv" }));
    }

    [Test]
    public void A_copy_that_takes_too_long_leaves_the_original_and_is_said()
    {
        Store = Store with { Timeout = TimeSpan.FromMilliseconds(1) };
        Server.CopyLooks = 1000;
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception.With.Message.Contains("'pending'"));
        Assert.That(Server.Names, Has.Member("in/out/a.csv"));
    }

    [TestCase("failed")]
    [TestCase("aborted")]
    public void A_copy_that_came_to_nothing_leaves_the_original_and_nothing_half(string end)
    {
        Server.CopyEnd = end;
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception.With.Message.Contains($"'{end}'"));
        Assert.That(Server.Names, Is.EqualTo(new[] { "in/out/a.csv", "in/out/b.csv" }));
    }

    [TestCase("PUT")]
    [TestCase("DELETE")]
    public void A_delivery_that_comes_just_before_a_step_stays(string method)
    {
        Server.Before = (asked, _) =>
        {
            if (asked == method)
            {
                Server.Before = (_, _) => null;
                Server.Put("in/out/a.csv", "id,name\n5,new\n", Old);
            }

            return null;
        };
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.InstanceOf<IOException>());
        Assert.That(Server.Text("in/out/a.csv"), Does.Contain("new"));
    }

    [Test]
    public void A_name_that_is_taken_just_before_the_copy_stays_as_it_is()
    {
        Server.Before = (method, _) =>
        {
            if (method == "PUT")
            {
                Server.Before = (_, _) => null;
                Server.Put("in/out/done/a.csv", "of somebody else");
            }

            return null;
        };
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.482.csv"));
        Assert.That(Server.Text("in/out/done/a.csv"), Is.EqualTo("of somebody else"));
    }

    [TestCase("PUT")]
    [TestCase("DELETE")]
    public void A_step_without_an_answer_is_asked_again_and_is_done_once(string method)
    {
        var lost = 0;
        Lost = sending =>
        {
            if (sending.Method != method || lost++ > 0)
            {
                return null;
            }

            // It arrives, and its answer does not.
            Send(sending, CancellationToken.None);
            return new HttpReply(HttpEnd.Lost) { Why = "the connection broke" };
        };
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.csv"));
        Assert.That(Server.Names, Is.EqualTo(new[] { "in/out/b.csv", "in/out/done/a.csv" }));
    }

    [Test]
    public void A_blob_that_somebody_holds_stays_and_is_said()
    {
        Server.Before = (method, _) =>
            method == "DELETE" ? (412, "<Error><Code>LeaseIdMissing</Code></Error>") : null;
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception.With.Message.Contains("LeaseIdMissing"));
        Assert.That(Server.Names, Has.Member("in/out/a.csv"));
    }

    [Test]
    public void A_blob_with_snapshots_stays_with_them_until_somebody_has_deleted_these()
    {
        Server.WithSnapshots.Add("in/out/a.csv");
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482),
            Throws.Exception.With.Message.Contains("snapshots").And.Message.Contains("the original stays"));
        Assert.That(Server.Names, Is.EqualTo(new[] { "in/out/a.csv", "in/out/b.csv", "in/out/done/a.csv" }));
        Server.WithSnapshots.Clear();
        Assert.That(place.Move("a.csv", "done", 483), Is.EqualTo("done/a.csv"));
        Assert.That(Server.Names, Is.EqualTo(new[] { "in/out/b.csv", "in/out/done/a.csv" }));
    }
}
