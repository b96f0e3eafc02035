namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>The claim on a table, which is the lock of a row.</summary>
internal sealed class MarkerTests
{
    private const string Take = "UPDATE orchestrator_markers SET step = step + 1, run = @run "
        + "WHERE object_schema = @schema AND object_name = @name";

    private TestDatabase _database = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        var dialect = new MarkerDialect(TestDatabase.Platform.Dialect);
        using var target = _database.Open();
        OwnTable.Make(target, dialect.Table, dialect.Columns, dialect.OneRowPerTable, default);
        OwnTable.Commit(target, dialect.Add, default, ("schema", ""), ("name", "t"));
    }

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void Who_waits_is_told_the_run_that_has_it_and_takes_it_then()
    {
        using var first = _database.Open();
        using var second = _database.Open();
        first.Begin(CancellationToken.None);
        second.Begin(CancellationToken.None);
        TakeIt(first, 482, []);
        List<string?> told = [];
        var taken = 0L;
        var waits = new Thread(() => taken = TakeIt(second, 483, told));
        waits.Start();
        Assert.That(() => told.Count, Is.GreaterThan(0).After(300).Seconds.PollEvery(10).MilliSeconds);

        first.Commit();
        waits.Join();
        second.Commit();

        Assert.That((taken, told), Is.EqualTo((1L, new[] { "run 482", null })));
        Assert.That(_database.Ask("SELECT concat(step, ' ', run) FROM orchestrator_markers"), Is.EqualTo("2 483"));
    }

    [Test]
    public void Waiting_is_ended_by_its_token()
    {
        using var stop = new CancellationTokenSource();
        using var first = _database.Open();
        using var second = _database.Open(cancellation: stop.Token);
        first.Begin(CancellationToken.None);
        second.Begin(CancellationToken.None);
        TakeIt(first, 482, []);

        Assert.That(
            () => second.ExecuteOnMarker(
                Take, _ => stop.Cancel(), ("run", 483L), ("schema", ""), ("name", "t")),
            Throws.InstanceOf<OperationCanceledException>());
    }

    private static long TakeIt(IDatabase database, long run, List<string?> told) =>
        database.ExecuteOnMarker(Take, told.Add, ("run", run), ("schema", ""), ("name", "t"));
}
