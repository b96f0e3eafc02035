using Orchestrator.Data;
using Orchestrator.Packages.Load.Paths;

namespace Orchestrator.Packages.Tests.Load.Paths;

/// <summary>What passes between the thread that reads and the one that writes.</summary>
internal sealed class PreparedBatchesTests
{
    private readonly PreparedBatches _prepared = new(capacity: 1);
    private readonly RowBatchPool _pool = new(new RunResources().Memory, [new RowColumn("a", default)]);

    [OneTimeTearDown]
    public void Remove() => _pool.Dispose();

    [Test]
    public void All_batches_arrive_in_their_order_and_then_there_are_no_more()
    {
        var queue = new PreparedBatches(capacity: 2);
        var added = Enumerable.Range(0, 1000).Select(_ => _pool.RentNow()).ToArray();
        var writer = new Thread(() =>
        {
            Array.ForEach(added, batch => queue.Add(batch, CancellationToken.None));
            queue.Complete();
        });
        writer.Start();

        var taken = new List<RowBatch>();
        while (queue.TryTake(out var batch))
        {
            taken.Add(batch);
        }

        writer.Join();
        Assert.That(taken, Is.EqualTo(added));
        Assert.That(queue.TryTake(out _), Is.False, "and none later");
    }

    [Test]
    public void Who_waits_for_room_is_stopped_and_adds_nothing()
    {
        using var stop = new CancellationTokenSource();
        _prepared.Add(_pool.RentNow(), CancellationToken.None);
        Exception? fault = null;
        var writer = new Thread(() => fault = Assert.Catch(() => _prepared.Add(_pool.RentNow(), stop.Token)));
        writer.Start();

        stop.Cancel();
        writer.Join();
        _prepared.Complete();

        Assert.That(fault, Is.InstanceOf<OperationCanceledException>());
        Assert.That(_prepared.TryTake(out _), Is.True);
        Assert.That(_prepared.TryTake(out _), Is.False);
    }
}
