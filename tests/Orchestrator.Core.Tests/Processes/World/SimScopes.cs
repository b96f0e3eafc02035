using Orchestrator.Core.Durability;
using Orchestrator.Ledger;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>What a run does to the durability of a database, and what others do about it once it is dead.</summary>
internal static class SimScopes
{
    public const string Ledger = "ledger";

    /// <summary>Flushes, judges, puts back and closes what dead runs left; what cannot be reached stays open.</summary>
    public static void Finish(SimWorld world, SimProcess process, LedgerReader reader)
    {
        if (world.Mistake == Mistake.ScopeForgotten)
        {
            return;
        }

        foreach (var scope in reader.OpenScopes().Where(scope => scope.Run != process.Run?.Number))
        {
            var target = world.Targets.First(one => one.Name == scope.Database);
            if (!target.IsDown)
            {
                Leave(world, process, reader, scope, isAlive: false);
            }
        }
    }

    /// <summary>Leaves one database.</summary>
    public static void Leave(
        SimWorld world, SimProcess process, LedgerReader reader, ScopeRecord scope, bool isAlive)
    {
        var target = world.Targets.First(one => one.Name == scope.Database);
        if (world.Mistake != Mistake.DoneWithoutHardened)
        {
            Judge(world, process, reader, scope, isAlive);
        }


        var holders = target.HoldersNow.Select(one => one.Run == scope.Run && !isAlive
            ? one with { IsAlive = false } : one).ToArray();
        var exit = ScopeExit.Decide(
            new LeavingScope(Ledger, scope.Run, scope.Found, scope.Set, scope.State == ScopeState.Relaxed),
            target.Setting, holders);
        if (exit.Restore is { } setting)
        {
            target.Setting = setting;
            world.Tell(process.Name, $"puts {target.Name} back behind run {scope.Run}");
        }

        process.PerhapsDie();
        target.Holders.RemoveAll(one => exit.Released.Any(released => released.Run == one.Run));
        process.PerhapsDie();
        var closed = scope with { State = exit.State, Closed = process.Time.GetUtcNow(), Why = exit.Why };
        if (isAlive)
        {
            process.WriteNow(() => ScopeStatements.Update(process.Commits.Statements, closed));
        }
        else
        {
            ScopeWriter.Change(process.Location, process.Time, FenceOf(world), closed);
        }
    }

    private static LeaseFence? FenceOf(SimWorld world) => world.Mistake == Mistake.ScopesWithoutLease ? null
        : new LeaseFence(SimLedger.Batch, Night.Environment);

    private static void Judge(
        SimWorld world, SimProcess process, LedgerReader reader, ScopeRecord scope, bool isAlive)
    {
        var target = world.Targets.First(one => one.Name == scope.Database);
        target.Flush();
        process.PerhapsDie();
        var open = reader.NotHardened(scope.Number);
        if (open.Count == 0)
        {
            return;
        }

        var judged = JudgedAttempts.Of(
            open, open.Select(one => one.Attempt).Where(target.OnDisk.Markers.Contains).ToHashSet(),
            _ => null);
        if (isAlive)
        {
            process.WriteNow(() => process.Commits.Writing.Judge(judged, process.Name, process.Time.GetUtcNow()));
        }
        else
        {
            ScopeWriter.Judge(process.Location, process.Time, FenceOf(world), judged, process.Name);
        }

        world.Referee.Judged(judged);
        process.PerhapsDie();
    }
}
