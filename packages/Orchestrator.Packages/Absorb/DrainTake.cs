using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Takes a buffer that nobody drains, or whose drainer is silent. One that stands still in the middle of a transaction
/// holds its row, and nobody could take that before it goes on: so its session is ended, where it is not at work, and
/// where that cannot be done it is waited for.
/// </summary>
internal sealed class DrainTake(IDatabase database, AbsorbDialect sql, DrainOwner owner)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly DrainerDialect _drainers = sql.Drainers;
    private readonly (string, object?)[] _row = DrainLease.Row(database.Platform.Dialect, sql.Table.Buffer);

    /// <summary>Takes it.</summary>
    /// <returns>The number by which it is known from now on.</returns>
    /// <exception cref="BufferHeldException">Another one drains it.</exception>
    /// <exception cref="OperationCanceledException">A token fired while waiting.</exception>
    public long Run(DrainWait wait, CancellationToken cancellation)
    {
        var session = _drainers.Session is { } question ? database.Ask(question).First[0] : "";
        var told = "";
        try
        {
            while (true)
            {
                var (isTaken, found) = Try(session, cancellation);
                if (isTaken)
                {
                    return found.Token;
                }

                var why = Awaited(found);
                if (why != told)
                {
                    wait.HeldUp(told = why);
                }

                wait.Stop.WaitHandle.WaitOne(Pause);
                wait.Stop.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (told.Length > 0)
            {
                wait.HeldUp(null);
            }
        }
    }

    private (bool IsTaken, FoundOwner Found) Try(string? session, CancellationToken cancellation)
    {
        database.Begin(cancellation);
        try
        {
            var now = database.Number(sql.Now);
            var before = now - (long)DrainLease.Lasts.TotalMilliseconds;
            var isLocked = _drainers.IsHeld is { } question && database.Number(question, _row) > 0;
            var isTaken = !isLocked && database.Execute(
                _drainers.Take,
                [.. _row, ("owner", owner.Words), ("drainer", $"{owner.Id}"), ("session", session), ("now", now),
                    ("before", before)]) == 1;
            var found = FoundOwner.Of(database.Ask(_drainers.Read, _row).First);
            database.Commit();
            return isTaken || (isLocked && found.MayBeTaken(owner, before)) ? (isTaken, found) : throw Held(found, now);
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private string Awaited(FoundOwner found)
    {
        if (found.Owner.Length == 0)
        {
            return $"'{sql.Table.Buffer}', which another one takes";
        }

        var holder = _drainers.Holder is not { } question ? found.Session
            : database.Ask(question, _row).First is [{ } known] ? known : "";
        return $"'{sql.Table.Buffer}', which {found.Owner} drains: it has stood still in the middle of a transaction, "
            + $"over session {(holder.Length > 0 ? holder : found.Session)}{End(holder, found.Session)}";
    }

    // Why it could not be ended; one that is at work is not, nor one that may not be the drainer's.
    private string End(string holder, string taken)
    {
        if (_drainers.EndSession is not { } end || holder.Length == 0)
        {
            return "";
        }

        if (holder != taken)
        {
            return $", which is not ended, as it took the buffer over another one ({taken}): a pooler lends them";
        }

        try
        {
            database.Execute(end, ("session", holder));
            return "";
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { IsConnectionLost: false } why)
        {
            return $", which cannot be ended: {why.Text}";
        }
    }

    private BufferHeldException Held(FoundOwner found, long now) => new(
        $"'{sql.Table.Buffer}', which {found.Owner} drains",
        $"'{sql.Table.Buffer}' is drained by {found.Owner}, who was heard {(now - found.Renewed) / 1000} s ago: one "
        + $"drains at a time. Where it is no more, another may begin {DrainLease.Lasts.TotalSeconds:0} s after it was "
        + "heard last.");

    private sealed record FoundOwner(string Owner, long Token, long Renewed, string Drainer, string Session)
    {
        public static FoundOwner Of(IReadOnlyList<string?> row) => new(
            row[0]!, long.Parse(row[1]!, CultureInfo.InvariantCulture),
            long.Parse(row[2]!, CultureInfo.InvariantCulture), row[6]!, row[7]!);

        public bool MayBeTaken(DrainOwner by, long before) =>
            Owner.Length == 0 || Drainer == $"{by.Id}" || Renewed < before;
    }
}
