using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// One attempt on a database that this run has not relaxed, where others can: nobody else would flush what it commits.
/// So it looks before the work and behind it, and what was relaxed is on disk before anybody is told of success.
/// </summary>
internal sealed class WatchedRun
{
    private readonly PackageContext _context;
    private readonly Func<PackageContext, PackageResult> _work;
    private readonly string _connection;

    private WatchedRun(PackageContext context, Func<PackageContext, PackageResult> work)
    {
        (_context, _work) = (context, work);
        _connection = context.Object.Target.Connection;
    }

    /// <summary>Runs the work of an attempt, watched where its platform asks for it.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="isMarked">Whether it may leave its marker; else it is a part of one.</param>
    public static PackageResult Run(
        PackageContext context, Func<PackageContext, PackageResult> work, bool isMarked)
    {
        var platform = context.PlatformOf(Addresses.Find(context.Solution, context.Object.Target.Connection));
        return platform is { Abilities.CommitsAsDatabaseSays: true }
            ? new WatchedRun(context, work).Run(platform, isMarked)
            : work(context);
    }

    private PackageResult Run(IPlatform platform, bool isMarked)
    {
        DurabilityWatch watch;
        try
        {
            watch = DurabilityWatch.Open(_context, isMarked);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            // Who may not look works as if nothing were relaxed; what else there is the work itself finds.
            var known = platform.Explain(fault);
            return fault is OperationCanceledException || known is { IsConnectionLost: true }
                || known is { Class: DatabaseFaultClass.Transient or DatabaseFaultClass.Cancelled }
                ? Faults.Result(fault, "open", _connection, _context.Cancellation)
                : _work(_context);
        }

        using (watch)
        {
            return Run(watch);
        }
    }

    private PackageResult Run(DurabilityWatch watch)
    {
        Tell(watch);
        var result = watch.Mark is { } mark ? mark.Around(_work) : _work(_context);
        result = result.Outcome == NodeState.Succeeded ? Hardened(result, watch) : result;
        watch.Forget();
        return result;
    }

    private PackageResult Hardened(PackageResult result, DurabilityWatch watch)
    {
        try
        {
            return watch.NotHardened() is { } lost ? Lost(result, lost.Why, watch, lost.IsGone) : result;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Lost(result, $"no flush could be made: {Faults.Text(fault)}", watch, isGone: false);
        }
    }

    private PackageResult Lost(PackageResult result, string why, DurabilityWatch watch, bool isGone) =>
        Lost(result, why, watch, LostWork.ClassOf(_context.Object, isGone));

    private PackageResult Lost(PackageResult result, string why, DurabilityWatch watch, ErrorClass type) => new()
    {
        Outcome = NodeState.Failed,
        Counts = result.Counts,
        LoadPath = result.LoadPath,
        Warnings = result.Warnings,
        Error = new PackageError
        {
            Code = "ORC4008",
            Class = type,
            Phase = "flush",
            Connection = _connection,
            Message = $"Its work is committed, and not known to be on disk: {why}. Somebody else has relaxed the "
                + $"database behind '{_connection}'{Setting(watch)}. "
                + (type == ErrorClass.OutcomeUnknown
                    ? LoadContract.AddsAgain(_context.Object)
                        ? "Look at the table before you run it again, as it would add its rows once more; "
                        : "Look at what it changes before you run it again, as it is not declared `idempotent: true`; "
                    : "Run it again; ")
                + "set the database back, or give the connection `delayedDurability`.",
        },
    };

    private void Tell(DurabilityWatch watch)
    {
        if (watch.WasRelaxed && _context.Resources.IsNew($"relaxed by others: {_connection}"))
        {
            _context.Message($"Somebody else has relaxed the database behind '{_connection}'{Setting(watch)}: each "
                + "package that writes it is flushed by itself before it has succeeded.");
        }
    }

    private static string Setting(DurabilityWatch watch) =>
        watch.Setting is { Length: > 0 } setting ? $" ({setting})" : "";
}
