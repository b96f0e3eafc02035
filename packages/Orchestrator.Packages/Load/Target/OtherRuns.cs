using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>Waits for other runs that load the same, while nothing is held that they may need: no turn, no lock, and
/// no source but one that cannot be read again.</summary>
internal sealed class OtherRuns(PackageContext context)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>Waits before the source is opened.</summary>
    /// <exception cref="PackageRefusedException">Nobody knows what a run that is over has left.</exception>
    /// <exception cref="OperationCanceledException">The attempt shall stop.</exception>
    public void Await()
    {
        var target = context.Object.Target;
        var table = target.Schema is null ? target.Name : $"{target.Schema}.{target.Name}";
        if (target.Format is null && TargetComparison.Of(context, table, null, null, mayLetGo: true) is { } comparison)
        {
            Await(table, comparison.HeldBefore);
        }
    }

    /// <summary>Waits until nobody has to be recorded first.</summary>
    /// <exception cref="OperationCanceledException">The attempt shall stop.</exception>
    public void Await(string table, Func<string?> holder)
    {
        string? told = null;
        while (holder() is { } now)
        {
            if (now != told)
            {
                told = now;
                context.HeldUp(WaitReason.Claim, $"{table}, held by {told}");
            }

            context.Cancellation.WaitHandle.WaitOne(Pause);
            context.Cancellation.ThrowIfCancellationRequested();
        }

        if (told is not null)
        {
            context.HeldUp(WaitReason.Claim, null);
        }
    }

    /// <summary>What cannot be read again was read, and another run has loaded the package meanwhile.</summary>
    public static PackageRefusedException ReadInVain(string table) => new(
        PackageCodes.ReadInVain, ErrorClass.Config, "open",
        $"Another run has loaded '{table}' by the same package while this one read what cannot be read again (a pipe, "
        + "a command, a procedure), so that where it began is out of date. Nothing was written. Run it again once its "
        + "source gives the rows anew, and let no two batches load one package at a time.");
}
