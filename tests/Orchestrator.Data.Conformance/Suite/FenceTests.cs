using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>A session whose run may write no more from some moment on.</summary>
internal sealed class FenceTests(PlaceKind kind) : PlaceTests(kind)
{
    private bool _isClosed;

    [SetUp]
    public void OpenTheFence() => _isClosed = false;

    [Test]
    public void It_is_not_used_once_it_may_not_write()
    {
        _isClosed = true;

        Assert.That(
            () =>
            {
                using var database = Place.OpenBehind(Fence);
                database.Begin(CancellationToken.None);
            },
            Throws.TypeOf<TimeoutException>());
    }

    [Test]
    public void It_begins_nothing_that_keeps_others_waiting()
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        using var database = Place.OpenBehind(Fence);
        _isClosed = true;

        Assert.That(() => database.Begin(CancellationToken.None), Throws.TypeOf<TimeoutException>());

        Run(People(table), "2,Bob");
        Assert.That(Stored(table), Is.EqualTo("2=Bob"));
    }

    [Test]
    public void It_commits_nothing_and_what_it_has_done_is_rolled_back()
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        using var database = Place.OpenBehind(Fence);
        database.Begin(CancellationToken.None);
        database.Execute(database.Platform.Dialect.DeleteAll(table));
        _isClosed = true;

        Assert.That(database.Commit, Throws.TypeOf<TimeoutException>());
        database.Rollback();

        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    private void Fence()
    {
        if (_isClosed)
        {
            throw new TimeoutException("too late");
        }
    }
}
