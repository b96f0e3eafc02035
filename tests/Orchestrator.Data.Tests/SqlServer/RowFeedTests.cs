using Orchestrator.Core.Types;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class RowFeedTests
{
    private const int Rows = 3;

    private static readonly RowColumn Number = new("n", new SqlType(SqlTypeKind.Int));

    // Each pair of 64 moments comes about five times.
    [Test]
    public void A_batch_that_is_offered_while_the_copy_asks_for_its_first_row_is_taken_whole() => Offer(20_000);

    [Test]
    [Category("Full")]
    public void Half_a_million_batches_are_taken_whole() => Offer(500_000);

    private static void Offer(int feeds)
    {
        using var pool = new RowBatchPool(new RunResources().Memory, [Number]);
        using var batch = pool.RentNow();
        for (; batch.Count < Rows; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count;
        }

        using var both = new Barrier(2);
        var feed = New();
        var seen = new List<int>();
        var copy = new Thread(() =>
        {
            for (var i = 0; i < feeds; i++)
            {
                both.SignalAndWait();
                Thread.SpinWait(i % 64);
                seen = All(feed);
                both.SignalAndWait();
            }
        });
        copy.Start();
        var wrong = 0;
        for (var i = 0; i < feeds; i++)
        {
            feed = New();
            both.SignalAndWait();
            Thread.SpinWait(i / 64 % 64);
            feed.Offer(batch, 0, Rows);
            feed.End();
            both.SignalAndWait();
            wrong += seen.SequenceEqual(Enumerable.Range(0, Rows)) ? 0 : 1;
            feed.Dispose();
        }

        copy.Join();

        Assert.That(wrong, Is.Zero);
    }

    private static RowFeed New() => new([ColumnBox.For(Number.Type)], []);

    private static List<int> All(RowFeed feed)
    {
        var rows = new List<int>();
        try
        {
            while (feed.Read())
            {
                rows.Add((int)feed.GetValue(0));
            }
        }
        catch (NullReferenceException)
        {
            rows.Add(-1);
        }

        feed.Release();
        return rows;
    }
}
