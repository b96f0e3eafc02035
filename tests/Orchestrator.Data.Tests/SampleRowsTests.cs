using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data.Tests;

internal sealed class SampleRowsTests
{
    private const int Variant = 8;

    [Test]
    public void Rows_have_other_identifiers_each_time_and_those_that_every_server_takes()
    {
        var rows = new SampleRows(500);

        rows.Renew();
        Guid[] first = [.. rows.Ids];
        rows.Renew();

        Assert.That(rows.Ids.Concat(first), Is.Unique);
        Assert.That(
            rows.Ids.Select(id => id.ToByteArray()[Variant]), Is.All.InRange((byte)0x81, (byte)0xBF));
    }

    [Test]
    public void So_have_those_of_a_batch()
    {
        using var sample = new SampleBatch();

        sample.Renew();

        var ids = sample.Batch.Columns[0];
        for (var row = 0; row < sample.Batch.Count; row++)
        {
            Assert.That(ids.Bytes(row)[Variant], Is.InRange((byte)0x81, (byte)0xBF));
        }
    }
}
