namespace Orchestrator.Data.Tests;

/// <summary>The right to write a file, lent while its holder waits for another run.</summary>
internal sealed class WriterTurnsTests
{
    private const string Database = "/data/lite.db";

    private readonly List<string?> _told = [];
    private WriterTurns _turns = null!;

    [SetUp]
    public void Make()
    {
        _turns = new WriterTurns();
        _told.Clear();
    }

    [Test]
    public void Who_lends_it_lets_another_write_and_has_it_again_afterwards()
    {
        using var own = Take("A/one");

        var lent = "";
        own.Lend(() =>
        {
            using var other = Take("A/two");
            lent = "to A/two";
        });

        Assert.That(lent, Is.EqualTo("to A/two"));
        Assert.That(() => TakeOrStop("A/three"), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(_told, Does.Contain("lite.db, held by A/one"));
    }

    [Test]
    public void Who_is_told_to_stop_before_it_has_it_again_passes_it_on_once()
    {
        using var stop = new CancellationTokenSource();
        var own = Take("A/one", stop.Token);

        Assert.That(() => own.Lend(stop.Cancel), Throws.InstanceOf<OperationCanceledException>());
        using var other = Take("A/two");
        own.Dispose();

        Assert.That(() => TakeOrStop("A/three"), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(_told, Does.Contain("lite.db, held by A/two"));
    }

    [Test]
    public void Who_has_passed_it_on_has_nothing_to_lend()
    {
        var own = Take("A/one");
        own.Dispose();

        own.Lend(() => { });
        using var other = Take("A/two");

        Assert.That(_told, Is.Empty);
    }

    private WriterTurn Take(string holder, CancellationToken stop = default) =>
        _turns.Take(Database, holder, _told.Add, stop);

    private void TakeOrStop(string holder)
    {
        using var stop = new CancellationTokenSource();
        _turns.Take(
            Database,
            holder,
            held =>
            {
                _told.Add(held);
                stop.Cancel();
            },
            stop.Token).Dispose();
    }
}
