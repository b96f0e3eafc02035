using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// The turn of a package to drain: where another one drains, it waits until that has drained what is there now, or is
/// silent for so long that it can be taken over.
/// </summary>
internal sealed class DrainTurn(
    PackageContext context, DatabaseAccess access, AbsorbTables tables, DrainRejects? rejects)
{
    /// <summary>How often is asked whether the buffer is free.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly DrainOwner _owner =
        DrainOwner.New($"run {context.Run} ({context.Object.FullName})");

    /// <summary>Takes it; null = there is nothing left to do.</summary>
    /// <exception cref="OperationCanceledException">The attempt shall stop.</exception>
    public Drainer? Take()
    {
        var last = Ask(sql => sql.Last);
        var isWaiting = false;
        try
        {
            while (true)
            {
                var (drainer, held) = Open();
                if (held is null || Ask(sql => sql.HasUpTo, ("last", last)) == 0)
                {
                    return drainer;
                }

                isWaiting = true;
                context.HeldUp(WaitReason.Claim, held.What);
                context.Cancellation.WaitHandle.WaitOne(Pause);
                context.Cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (isWaiting)
            {
                context.HeldUp(WaitReason.Claim, null);
            }
        }
    }

    private (Drainer? Drainer, BufferHeldException? Held) Open()
    {
        try
        {
            return (new Drainer(access, tables, context, _owner, rejects, context.Cancellation), null);
        }
        catch (BufferHeldException held)
        {
            return (null, held);
        }
    }

    private long Ask(Func<Data.Absorb.AbsorbDialect, string> question, params (string, object?)[] values)
    {
        using var database = access.Open();
        return tables.IsThere(database) ? database.Number(question(tables.In(database).Sql), values) : 0;
    }
}
