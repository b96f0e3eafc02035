using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests;

internal sealed class RowBatchPoolTests
{
    private static readonly RowColumn[] Columns =
    [
        new("A", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)),
        new("B", new SqlType(SqlTypeKind.BigInt)),
    ];

    [Test]
    public void A_batch_that_nobody_returned_is_seen()
    {
        var budget = new MemoryBudget(1 << 20);
        using var pool = new RowBatchPool(budget, Columns);

        var kept = pool.Rent(CancellationToken.None);
        pool.RentNow().Dispose();

        Assert.That(pool.Outstanding, Is.EqualTo(1));
        kept.Dispose();
        Assert.That((pool.Outstanding, budget.InUse), Is.EqualTo((0, 0L)));
    }

    [Test]
    public void A_batch_cannot_be_returned_twice()
    {
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), Columns);
        var batch = pool.Rent(CancellationToken.None);

        batch.Dispose();

        Assert.That(batch.Dispose, Throws.InvalidOperationException);
    }

    [Test]
    public void A_returned_batch_comes_back_empty()
    {
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), Columns);
        var batch = pool.Rent(CancellationToken.None);
        batch.Count = 1;
        batch.Columns[0].SetNull(0);
        batch.Block.Append(new byte[RowBatchPool.DefaultBytes + 1]);
        batch.Dispose();

        using var again = pool.Rent(CancellationToken.None);

        Assert.That(again, Is.SameAs(batch));
        Assert.That((again.Count, again.Columns[0].IsNull(0), again.Block.Used), Is.EqualTo((0, false, 0)));
        Assert.That(again.Block.Array, Is.Empty, "what a large row needed is let go");
    }

    [TestCase(1)]
    [TestCase(10)]
    [TestCase(1000)]
    public void A_batch_is_bounded_by_bytes_however_many_columns_there_are(int columns)
    {
        var budget = new MemoryBudget(1 << 30);
        using var pool = new RowBatchPool(budget, [.. Enumerable.Range(0, columns).Select(i => Columns[0])]);

        using var batch = pool.Rent(CancellationToken.None);

        Assert.That(budget.InUse, Is.LessThanOrEqualTo(4L * RowBatchPool.DefaultBytes));
        Assert.That(batch.RowsMax, Is.GreaterThan(0));
    }

    [Test]
    public void A_load_always_gets_one_batch_and_waits_for_the_next()
    {
        var budget = new MemoryBudget(1);
        using var pool = new RowBatchPool(budget, Columns);
        using var other = new RowBatchPool(budget, Columns);
        var first = pool.Rent(CancellationToken.None);
        using var theirs = other.Rent(CancellationToken.None);
        RowBatch? second = null;
        var waiter = new Thread(() => second = pool.Rent(CancellationToken.None));

        waiter.Start();
        SpinWait.SpinUntil(() => waiter.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
        var had = second;
        first.Dispose();
        waiter.Join();

        Assert.That(had, Is.Null);
        Assert.That(second, Is.Not.Null);
        second!.Dispose();
    }

    [Test]
    public void Of_several_rows_far_larger_than_the_bound_one_is_held_at_a_time()
    {
        var budget = new MemoryBudget(4 << 20);
        using var pool = new RowBatchPool(budget, Columns);
        using var other = new RowBatchPool(budget, Columns);
        var first = pool.Rent(CancellationToken.None);
        using var theirs = other.Rent(CancellationToken.None);
        first.GrowLarge(6 << 20, CancellationToken.None);
        var waiter = new Thread(() => theirs.GrowLarge(6 << 20, CancellationToken.None));

        waiter.Start();
        SpinWait.SpinUntil(() => waiter.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
        var had = theirs.Block.Array.Length;
        first.Dispose();
        waiter.Join();

        Assert.That((had, theirs.Block.Array.Length), Is.EqualTo((0, 6 << 20)));
        theirs.Block.LetGo();
        Assert.That(budget.InUse, Is.LessThan(1 << 20));
    }

    [Test]
    public void Rows_larger_than_a_batch_are_held_side_by_side_as_long_as_the_bound_allows()
    {
        var budget = new MemoryBudget(16 << 20);
        using var pool = new RowBatchPool(budget, Columns);
        using var first = pool.Rent(CancellationToken.None);
        using var second = pool.Rent(CancellationToken.None);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        first.GrowLarge(6 << 20, CancellationToken.None);
        second.GrowLarge(6 << 20, CancellationToken.None);
        using var third = pool.Rent(CancellationToken.None);

        Assert.That(budget.InUse, Is.LessThanOrEqualTo(budget.BytesMax));
        Assert.That(() => third.GrowLarge(6 << 20, cancelled.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void Waiting_for_memory_ends_when_the_attempt_is_cancelled()
    {
        using var pool = new RowBatchPool(new MemoryBudget(1), Columns);
        using var first = pool.Rent(CancellationToken.None);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        Assert.That(() => pool.Rent(cancelled.Token), Throws.InstanceOf<OperationCanceledException>());
    }
}
