using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>What loads and moves of files do in each store, whatever it speaks.</summary>
[TestFixture(nameof(BucketRig), Platform.Sqlite)]
[TestFixture(nameof(BucketRig), Platform.PostgreSql)]
[TestFixture(nameof(BlobRig), Platform.Sqlite)]
[TestFixture(nameof(BlobRig), Platform.PostgreSql)]
internal sealed class StoreConformanceTests(string store, Platform platform)
{
    private StoreRig _rig = null!;

    [SetUp]
    public void Make() => _rig = store == nameof(BucketRig) ? new BucketRig(platform) : new BlobRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_file_of_several_pieces_is_read_whole_also_where_one_of_them_breaks()
    {
        const int rows = 1_200_000;
        var lines = Enumerable.Range(0, rows).Select(row => $"{row},abcdefg\n");
        _rig.Put("in/out/big.csv", "id,name\n" + string.Concat(lines), _rig.Old);
        var breaks = 0;
        _rig.Lost = sending => sending.Headers.Any(one => one.Key == "range"
            && one.Value.StartsWith("bytes=8388608-", StringComparison.Ordinal)) && breaks++ == 0
            ? new HttpReply(HttpEnd.Broken) { Why = "the connection broke" } : null;

        var result = _rig.Run("big.csv");

        Assert.That((result.Error?.Message, result.Counts.Inserted, breaks),
            Is.EqualTo(((string?)null, (long)rows, 2)));
    }

    [Test]
    public void A_file_that_becomes_another_one_behind_its_listing_is_not_loaded()
    {
        _rig.Intake = new FileIntake { Take = FileTake.New };
        _rig.Said = line =>
        {
            if (line.StartsWith("takes 'b.csv'", StringComparison.Ordinal))
            {
                // Of the same size and time.
                _rig.Put("in/out/b.csv", "name,id\ny,2\n", _rig.Old);
            }
        };

        var result = _rig.Run("*.csv");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3110")));
    }

    [Test]
    public void A_file_is_found_whatever_its_case_where_that_is_said()
    {
        using var place = _rig.Opened();

        Assert.That(place.Files("A*.CSV"), Is.Empty);
        Assert.That(place.Files("A*.CSV", ignoreCase: true), Is.EqualTo((string[])["a.csv"]));
        Assert.That(place.Files("A.Csv", ignoreCase: true), Is.EqualTo((string[])["a.csv"]));
    }

    [TestCase("none.csv", "ORC3101")]
    [TestCase("none/*.csv", "ORC3101")]
    [TestCase("../*.csv", "ORC3102")]
    public void Where_there_is_no_file_it_is_said(string pattern, string code) =>
        Assert.That(_rig.Run(pattern).Error?.Code, Is.EqualTo(code));

    [Test]
    public void A_store_that_is_down_is_asked_twice_and_fails_for_now()
    {
        _rig.Lost = _ => new HttpReply(HttpEnd.Unreached) { Why = "nobody was there" };

        var error = _rig.Run("*.csv").Error!;

        Assert.That((error.Code, error.Class, _rig.Asked.Count), Is.EqualTo(("ORC3630", ErrorClass.Transient, 2)));
    }

    [Test]
    public void One_within_the_own_network_says_what_allows_it()
    {
        _rig.Lost = _ => new HttpReply(HttpEnd.Refused)
        {
            Why = "it is private, unless `allowPrivate: true` below `http` says so.",
        };

        var error = _rig.Run("*.csv").Error!;

        Assert.That(error.Code, Is.EqualTo("ORC3634"));
        Assert.That(error.Message, Does.Contain("allowPrivate").And.Not.Contain("below `http`"));
    }

    [Test]
    public void A_file_that_took_the_place_of_another_one_is_neither_moved_nor_removed()
    {
        using var place = _rig.Opened();
        Assert.That(place.StampOf("a.csv"), Is.Not.Null);
        _rig.Put("in/out/a.csv", "id,name\n5,new\n", _rig.Old);

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.InstanceOf<IOException>());
        Assert.That(_rig.Text("in/out/a.csv"), Does.Contain("new"));
    }

    [Test]
    public void What_a_killed_run_has_moved_is_found_by_its_content()
    {
        _rig.Intake = new FileIntake { Archive = "done" };
        ReadFile[] read = [.. _rig.Run("*.csv").Files];
        var moves = new FileMoves(_rig.Beside(), text => text, TimeProvider.System, _rig.Send);

        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"));
        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"));
        _rig.Put("in/out/b.csv", "name,id\n4,other\n");
        Assert.That(moves.Move(read[1], 7), Is.Empty);
    }
}
