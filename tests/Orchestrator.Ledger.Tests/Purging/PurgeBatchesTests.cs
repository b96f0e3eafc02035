using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests.Purging;

/// <summary>The short transactions of a purge, where others are in the way.</summary>
internal sealed class PurgeBatchesTests
{
    [Test]
    public void A_transaction_that_somebody_was_in_the_way_of_is_done_again_with_all_its_steps()
    {
        using var database = new Contended { InTheWay = 2 };

        Batches(database).Do([database.Step("a"), database.Step("b")]);

        Assert.That(database.Kept, Is.EqualTo(new[] { "a", "b" }));
        Assert.That(database.Begun, Is.EqualTo(3));
    }

    [Test]
    public void Who_is_in_the_way_for_ever_ends_it_with_that_fault()
    {
        using var database = new Contended { InTheWay = int.MaxValue };

        Assert.That(() => Batches(database).Do([database.Step("a")]), Throws.TypeOf<TimeoutException>());
        Assert.That((database.Kept.Count, database.IsOpen), Is.EqualTo((0, false)));
    }

    [Test]
    public void Another_fault_is_not_tried_again()
    {
        using var database = new Contended();

        Assert.That(
            () => Batches(database).Do([() => throw new InvalidDataException("full")]),
            Throws.TypeOf<InvalidDataException>());
        Assert.That((database.Begun, database.IsOpen), Is.EqualTo((1, false)));
    }

    private static PurgeBatches Batches(Contended database) => new(database, new StoppedClock(), default);

    private sealed class StoppedClock : TimeProvider
    {
        public override long GetTimestamp() => 0;
    }

    /// <summary>A ledger whose commits meet others so many times.</summary>
    private sealed class Contended : ILedgerDatabase
    {
        private readonly List<string> _written = [];

        public int InTheWay { get; set; }

        public int Begun { get; private set; }

        public bool IsOpen { get; private set; }

        public List<string> Kept { get; } = [];

        public LedgerSql Sql => LedgerSql.Sqlite;

        public long Version => LedgerSql.Version;

        public long Bytes => 0;

        public TimeSpan Now => TimeSpan.Zero;

        public string Session => "";

        public bool HasSessions => true;

        public Action Step(string name) => () => _written.Add(name);

        public Statement Prepare(string name) => throw new NotSupportedException();

        public Statement Write(string sql) => throw new NotSupportedException();

        public void BeginWriting(CancellationToken cancellation)
        {
            _written.Clear();
            Begun++;
            IsOpen = true;
        }

        public void BeginAlone(CancellationToken cancellation) => BeginWriting(cancellation);

        public void BeginReading() => throw new NotSupportedException();

        public void Commit()
        {
            if (InTheWay-- > 0)
            {
                throw new TimeoutException("40P01");
            }

            Kept.AddRange(_written);
            IsOpen = false;
        }

        public void Rollback() => IsOpen = false;

        public bool MayTryAgain(Exception error) => error is TimeoutException;

        public void Dispose()
        {
        }
    }
}
