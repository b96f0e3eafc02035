using System.Diagnostics;
using OpenTelemetry;
using Orchestrator.Telemetry;

namespace Orchestrator.Runner.Tests.Telemetry;

internal sealed class SendFaultsTests
{
    [Test]
    public void What_a_full_queue_has_no_room_for_is_counted()
    {
        using var faults = new SendFaults();
        using var stuck = new Stuck();
        using var queue = new BatchActivityExportProcessor(stuck, maxQueueSize: 4, maxExportBatchSize: 4);
        const int All = 100;

        for (var i = 0; i < All; i++)
        {
            using var span = new Activity("span") { ActivityTraceFlags = ActivityTraceFlags.Recorded };
            queue.OnEnd(span);
        }

        stuck.GoOn.Set();
        queue.Shutdown();

        Assert.That(faults.Dropped, Is.Positive.And.EqualTo(All - stuck.Sent));
    }

    private sealed class Stuck : BaseExporter<Activity>
    {
        public ManualResetEventSlim GoOn { get; } = new();

        public int Sent { get; private set; }

        public override ExportResult Export(in Batch<Activity> batch)
        {
            GoOn.Wait();
            foreach (var _ in batch)
            {
                Sent++;
            }

            return ExportResult.Success;
        }

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            GoOn.Dispose();
        }
    }
}
