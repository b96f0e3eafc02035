using Orchestrator.Core.Alerts;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>
/// Two services on one ledger, killed between any two of noting, claiming, sending and recording, while runs fail and
/// the target is away for a while: each failure arrives, and by the names of messages once.
/// </summary>
internal sealed class AlertSimulationTests
{
    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    [TestCase(4)]
    public async Task Each_failure_arrives_and_no_message_of_two_names_tells_it_twice(int seed)
    {
        using var rig = new AlertRig();
        var world = new World(rig, new Random(seed));

        for (var step = 0; step < 120; step++)
        {
            await world.StepAsync();
        }

        await world.CalmAsync();

        var once = rig.Arrived.DistinctBy(message => message.Id).SelectMany(message => message.Occurrences)
            .Select(told => told.Run!.Value).ToList();
        Assert.That(once, Is.EquivalentTo(Enumerable.Range(1, world.Failed).Select(run => (long)run)), $"seed {seed}");
        Assert.That(rig.Records().Select(record => record.State), Is.All.EqualTo(AlertState.Sent));
        Assert.That(rig.Arrived.Select(message => message.Id).Distinct().Count(), Is.LessThan(world.Failed));
    }

    private sealed class World(AlertRig rig, Random random)
    {
        private readonly AlertLoop[] _loops = [rig.Begin(), rig.Begin()];

        public int Failed { get; private set; }

        public async Task StepAsync()
        {
            rig.Clock.Advance(TimeSpan.FromSeconds(random.Next(5, 120)));
            var one = random.Next(2);
            // Either the target is away, or the answer gets lost on its way back, or all is well.
            rig.Answer = random.Next(5) switch
            {
                0 => (_, _) => Task.FromResult(new SendResult(false, "HTTP 503")),
                1 => LostAnswer,
                _ => (_, _) => Task.FromResult(new SendResult(true, "ok")),
            };
            switch (random.Next(8))
            {
                case 0 or 1:
                    rig.Fail("Nightly", random.Next(3) == 0 ? "Dwh" : "Crm");
                    Failed++;
                    break;
                case 2:
                    // Killed with what it has claimed, be it sent by now or not: nothing of it is recorded.
                    await Settled(_loops[one]);
                    _loops[one].Dispose();
                    _loops[one] = rig.Begin();
                    break;
                default:
                    _loops[one].Turn();
                    if (random.Next(2) == 0)
                    {
                        await Settled(_loops[one]);
                    }

                    break;
            }
        }

        public async Task CalmAsync()
        {
            await Task.WhenAll(_loops.Select(Settled));
            rig.Answer = (_, _) => Task.FromResult(new SendResult(true, "ok"));
            await rig.PassAsync(TimeSpan.FromHours(2), _loops);
        }

        private Task<SendResult> LostAnswer(AlertTarget target, AlertMessage message)
        {
            rig.Arrived.Enqueue(message);
            return Task.FromResult(new SendResult(false, "the connection was lost"));
        }

        private static Task Settled(AlertLoop loop) =>
            Task.WhenAll(loop.AtWork.Select(sent => sent.ContinueWith(_ => { }, TaskScheduler.Default)));
    }
}
