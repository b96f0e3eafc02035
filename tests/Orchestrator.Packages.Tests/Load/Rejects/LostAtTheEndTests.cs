using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>Losses that show only when all rows have been written: none of them ends as a success.</summary>
internal sealed class LostAtTheEndTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    [Platform(Exclude = "Win", Reason = "Windows does not remove a file that is open.")]
    public void A_target_file_that_somebody_removes_during_the_load_fails_it()
    {
        _rig.Write("customer.csv", "Id\n1\n2\n");
        _rig.Progress = (_, _) => File.Delete(_rig.DatabaseFile);

        var result = _rig.Run(Rig.Load("customer"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Message, Does.Contain("was removed or replaced while it was written to"));
        Assert.That(result.Counts.Inserted, Is.Zero);
    }

    [Test]
    public void A_file_that_is_cut_or_grows_while_it_is_read_fails_the_load()
    {
        var path = Path.Combine(_rig.Inbox, "customer.csv");
        _rig.Write("customer.csv", "Id\n" + string.Concat(Enumerable.Range(1, 200_000).Select(i => $"{i}\n")));
        _rig.Progress = (_, _) => File.AppendAllText(path, "1\n");

        var result = _rig.Run(Rig.Load("customer"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3110"));
        Assert.That(_rig.Query("SELECT count(*) FROM sqlite_master WHERE name = 'customer'"), Is.EqualTo(["0"]));
    }

    [TestCase("")]
    [TestCase("-- later")]
    public void A_check_whose_query_is_empty_is_refused(string query)
    {
        var check = Rig.Load("customer") with
        {
            Kind = "check",
            Source = null,
            Check = new CheckRules { ReturnsNothing = new SqlText(query, null, Origin.Default) },
        };

        Assert.That(CheckChecks.Of(check, _rig.Solution).Select(each => each.Code), Is.EqualTo(["ORC1307"]));
    }

    [Test]
    public void Rejected_rows_that_would_fill_the_disk_fail_the_load_before_they_do()
    {
        using var spool = new RejectSpool(_rig.Folder, _ => 40L << 20);
        var row = new RejectedRow
        {
            Row = 1,
            Column = "Name",
            Value = new string('x', 4000),
            Shown = "",
            Reason = RejectReason.Truncation,
            Code = "ORC3001",
            Message = "",
        };

        var refused = Assert.Throws<PackageRefusedException>(() => spool.Add(Enumerable.Repeat(row, 20_000)));

        Assert.That(refused!.Error.Code, Is.EqualTo("ORC3405"));
        Assert.That(spool.Count, Is.LessThan(10_000));
    }

    [Test]
    public void Who_stops_a_load_does_not_wait_for_all_of_its_rejected_rows()
    {
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _rig.Write("customer.csv", "Id\n" + string.Concat(Enumerable.Repeat("x\n", 120_000)));
        _rig.Progress = (read, _) =>
        {
            if (read == 120_000)
            {
                stop.Cancel();
            }
        };

        var result = _rig.Run(Rig.Load("customer", Rig.Column("Id", "int")) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(_rig.Query("SELECT count(*) FROM err_customer"), Is.EqualTo(["100000"]));
    }
}
