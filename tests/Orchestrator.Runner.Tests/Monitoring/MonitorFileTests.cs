using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Runner.Tests.Monitoring;

internal sealed class MonitorFileTests
{
    [Test]
    public async Task The_file_can_be_read_all_the_time_while_it_is_being_made()
    {
        using var folder = new TemporaryFolder();
        for (var round = 0; round < 40; round++)
        {
            var file = Path.Combine(folder.Path, $"{round}", "monitor.db");
            using var made = new CancellationTokenSource();
            var reading = Task.Run(() =>
            {
                while (!made.IsCancellationRequested)
                {
                    MonitorFile.OpenForReading(file, TimeProvider.System)?.Dispose();
                }
            });

            Assert.That(() => MonitorFile.OpenForWriting(file, TimeProvider.System, default).Dispose(), Throws.Nothing);
            await made.CancelAsync();
            await reading;
        }
    }
}
