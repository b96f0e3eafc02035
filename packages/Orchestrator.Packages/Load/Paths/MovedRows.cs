using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// The rows of one attempt on their way: moves them from where they are prepared to where they are written, counts what
/// became of each, and keeps the rejected ones where the load fails.
/// </summary>
internal sealed class MovedRows(PackageContext context)
{
    // Who stops a package does not wait for millions of rows; those that came first tell what is wrong.
    private const int KeptWhenStopped = 100_000;

    private readonly Lock _access = new();

    /// <summary>What is under way, as errors name it: open, read, guard, write or publish.</summary>
    public string Phase { get; private set; } = "open";

    /// <summary>The connection at which it is.</summary>
    public string Connection { get; private set; } = context.Object.Source?.Connection ?? "";

    /// <summary>What became of the rows so far.</summary>
    public RowCounts Counts { get; set; }

    /// <summary>Where rejected rows are kept, for messages.</summary>
    public string Errors { get; set; } = "";

    /// <summary>Why rejected rows could not be kept, as the end of a message; empty where they were.</summary>
    public string NotKept { get; private set; } = "";

    /// <summary>The file of the row that was one too many; empty = none was.</summary>
    public string Suspect { get; private set; } = "";

    /// <summary>Something else is under way.</summary>
    public void Enter(string phase, string connection)
    {
        (Phase, Connection) = (phase, connection);
        context.Phase(phase);
    }

    /// <summary>They are moved once more, from the first one.</summary>
    public void BeginAgain() => (Counts, NotKept) = (default, "");

    /// <summary>Lets the server copy all of them.</summary>
    public void Copy(ILoadTarget target, LoadSource source)
    {
        Enter("write", context.Object.Target.Connection);
        var rows = target.Copy(source);
        Counts += new RowCounts(rows, rows, 0, 0, 0, 0, 0, 0);
        context.Progress(Counts.Read, Counts.Inserted);
    }

    /// <summary>Writes what one pipeline hands out; several threads may be at it.</summary>
    /// <exception cref="PackageRefusedException">More were rejected than are allowed.</exception>
    public void WriteAll(
        LoadPipeline pipeline, Func<RowBatch, long> write, RejectSpool rejects, Action<string, string> enter)
    {
        enter("read", context.Object.Source?.Connection ?? "");
        while (pipeline.TryTake(out var batch))
        {
            using (batch)
            {
                enter("write", context.Object.Target.Connection);
                lock (_access)
                {
                    rejects.Add(batch.Rejected);
                    Counts += new RowCounts(
                        batch.Read, 0, 0, 0, 0, 0, batch.Rejected.Count, batch.Truncated);
                    RefuseTooMany(rejects);
                }

                var written = batch.Count;
                var refused = write(batch);
                lock (_access)
                {
                    Counts += new RowCounts(0, written - refused, 0, 0, 0, 0, refused, 0);
                    context.Progress(Counts.Read, Counts.Inserted);
                }
            }

            enter("read", context.Object.Source?.Connection ?? "");
        }
    }

    /// <summary>The target itself refuses a row.</summary>
    /// <exception cref="PackageRefusedException">It is one more than is allowed.</exception>
    public void Refuse(RejectedRow row, RejectSpool rejects)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        lock (_access)
        {
            rejects.Add([row]);
            RefuseTooMany(rejects);
        }
    }

    /// <summary>Rows of the source that a flow has left out.</summary>
    public void LeaveOut(long count) => Counts += new RowCounts(count, 0, 0, 0, 0, count, 0, 0);

    /// <summary>All has been read, and nothing is published.</summary>
    /// <param name="isCommitted">Whether some of it stands whatever comes of it.</param>
    /// <exception cref="PackageRefusedException">It is not as many rows as `expect` asks for.</exception>
    public void RefuseUnexpected(bool isCommitted = false)
    {
        if (context.Object.Expect.RowsRead is { } text && !RowCountRule.Parse(text)!.Holds(Counts.Read))
        {
            Enter("check", context.Object.Source?.Connection ?? "");
            throw new PackageRefusedException(
                "ORC3431", ErrorClass.Data, "check",
                $"{Counts.Read} rows were read, and `rowsRead` expects {text}"
                + (isCommitted ? $"; {TargetRows.WhatStands}. " : ", so that nothing is published. ")
                + "See to the source, or correct what is expected.");
        }
    }

    /// <summary>The load has failed: takes back what is not published, and keeps the rejected rows.</summary>
    /// <param name="pipeline">What reads; null = several do, or nothing.</param>
    /// <param name="target">What is written into; null = it could not be opened.</param>
    /// <param name="rejects">The rejected rows.</param>
    /// <param name="fault">What it failed of.</param>
    public void Keep(LoadPipeline? pipeline, ILoadTarget? target, RejectSpool rejects, Exception fault)
    {
        if (fault is PackageRefusedException { Error.Class: ErrorClass.OutcomeUnknown })
        {
            return;
        }

        CountUnwritten(pipeline, target is null ? null : rejects, fault);
        Counts = Counts with
        {
            Inserted = target?.Kept ?? 0,
            Rejected = Math.Max(Counts.Rejected, rejects.Count),
        };
        try
        {
            var kept = context.Cancellation.IsCancellationRequested ? KeptWhenStopped : int.MaxValue;
            target?.Abandon(fault, rejects.Count > 0 ? rejects.Rows().Take(kept) : null);
            TellNotKept(target is null ? Counts.Rejected : 0, "the target could not be opened");
            TellNotKept(target is null ? 0 : rejects.Count - kept, "the package was stopped");
        }
        catch (Exception second) when (Faults.IsExpected(second))
        {
            // The first failure is the one to show; without room or lock there is nowhere to keep the rows.
            TellNotKept(rejects.Count, QuotedWords.Shown(Faults.Text(second), context));
        }
    }

    /// <summary>They are to be moved once more in another way: takes back what is not published.</summary>
    public static void TakeBack(ILoadTarget target, Exception fault)
    {
        try
        {
            target.Abandon(fault, null);
        }
        catch (Exception second) when (Faults.IsExpected(second))
        {
            // Who begins again finds out what ails the database.
        }
    }

    private void CountUnwritten(LoadPipeline? pipeline, RejectSpool? rejects, Exception fault)
    {
        if (Phase == "open")
        {
            // What was read while the target could not be opened was read all the same.
            foreach (var batch in pipeline?.Rest() ?? [])
            {
                using (batch)
                {
                    Count(batch.Rejected, batch.Read, rejects);
                }
            }
        }

        if ((Phase == "open" ? pipeline?.Refusal : fault as DataRefusedException) is { } refused)
        {
            Phase = refused == fault && refused.Rejected.Any(row => row.Row == refused.Row) ? "guard" : Phase;
            Count(refused.Rejected, refused.RowsRead, rejects);
        }
    }

    private void Count(IReadOnlyList<RejectedRow> rejected, long read, RejectSpool? rejects)
    {
        rejects?.Add(rejected);
        Counts += new RowCounts(read, 0, 0, 0, 0, 0, rejected.Count, 0);
    }

    private void TellNotKept(long rows, string why) => NotKept = rows <= 0 ? NotKept
        : $" {rows} rejected rows could not be kept in {Errors}: {why}.";

    private void RefuseTooMany(RejectSpool rejects)
    {
        var max = context.Object.Errors.MaxErrors.Value;
        if (max >= 0 && rejects.Count > max)
        {
            Suspect = rejects.LastFile;
            throw new PackageRefusedException(
                "ORC3408", ErrorClass.Data, "guard",
                $"{rejects.Count} rows were rejected, and `maxErrors: {max}` allows no more. They are in "
                + $"{Errors}; correct them at the source, which the next load reads again, or raise the limit.");
        }
    }
}
