using Orchestrator.Core.Tests.Processes.World;

namespace Orchestrator.Core.Tests.Processes;

/// <summary>One seeded world from its first process to its last retry.</summary>
internal static class SimulatedNights
{
    private const int StepsMax = 20_000;
    private const int RetriesMax = 40;
    private static readonly TimeSpan Trouble = TimeSpan.FromMinutes(12);

    /// <summary>Runs the world of a seed; a rule that was broken is in it.</summary>
    public static SimWorld Run(int seed, Mistake mistake = Mistake.None)
    {
        var world = new SimWorld(seed, mistake);
        var processes = world.Random.Next(2, 5);
        for (var slot = 0; slot < processes; slot++)
        {
            world.Post(null, world.Between(0, 20), () => Trigger(world));
        }

        world.Faults.Begin();
        var end = world.Now + Trouble;
        world.RunWhile(() => world.Now < end && world.Steps < StepsMax);
        world.Faults.End();
        Finish(world);
        return world;
    }

    /// <summary>Somebody starts the batch, sometimes twice at once, and again some time later.</summary>
    private static void Trigger(SimWorld world)
    {
        if (!world.Faults.AreOn)
        {
            return;
        }

        for (var twice = world.Chance(30) ? 2 : 1; twice > 0; twice--)
        {
            Start(world);
        }

        world.Post(null, world.Between(1, world.Chance(50) ? 10 : 120), () => Trigger(world));
    }

    private static SimProcess Start(SimWorld world)
    {
        world.Processes.RemoveAll(one => one.IsDead && one.IsForgotten);
        var process = new SimProcess(world, ++world.Started);
        world.Processes.Add(process);
        process.Begin();
        return process;
    }

    /// <summary>Nothing goes wrong any more: the batch is retried until it succeeds.</summary>
    private static void Finish(SimWorld world)
    {
        world.RunUntil(world.Now + TimeSpan.FromMinutes(5));
        var before = world.Referee.Successes;
        for (var retries = 0; world.Broken is null && !IsDone(world, before); retries++)
        {
            world.Require(retries < RetriesMax, "retries come to an end");
            var process = Start(world);
            world.Require(world.RunWhile(() => !process.IsDead), "every process ends");
            world.RunUntil(world.Now + TimeSpan.FromMinutes(1));
        }

        if (world.Broken is null)
        {
            world.Referee.CheckTheEnd();
        }
    }

    private static bool IsDone(SimWorld world, int before) => world.Referee.Successes > before;
}
