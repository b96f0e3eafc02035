using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>What operators do with the buffer of one object of kind absorb, outside of a run.</summary>
/// <param name="context">The object, with the clock and the token of the call; nothing of it is recorded.</param>
/// <param name="owner">Who drains, for others to read.</param>
public sealed class BufferAccess(PackageContext context, string owner)
{
    private readonly DrainOwner _drainer = DrainOwner.New(owner);
    private readonly DatabaseAccess _access = DatabaseAccess.ToTarget(context);

    private DrainWait Wait => DrainWait.Of(context, context.Cancellation);

    private AbsorbTables Tables => AbsorbTables.Of(context.Object, _access.Platform.Dialect);

    /// <summary>What is to be said of the buffer as it is, or would be made, where a crash empties it or it is not as
    /// the metadata say; else null.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public string? Warning()
    {
        if (!Tables.Sql.InMemory.CanBeLossy)
        {
            return null;
        }

        using var database = _access.Open();
        return Tables.In(database).Warning;
    }

    /// <summary>Makes buffer and target where they are missing.</summary>
    /// <param name="isDry">Only says what would be done.</param>
    /// <returns>What was done, as a sentence.</returns>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public string Create(bool isDry)
    {
        using var turn = _access.TakeTurn();
        using var database = _access.Open();
        var tables = Tables.In(database);
        var name = tables.Table.Buffer;
        var isThere = tables.IsThere(database);
        if (isThere && !context.Object.Absorb!.DropExisting)
        {
            return $"'{name}' is there already, and `dropExisting` is false: nothing was done";
        }

        if (isThere)
        {
            BufferDrop.RefuseRows(database, tables.Sql, "create");
        }

        if (!isDry)
        {
            using (isThere ? DrainLease.Take(database, tables.Sql, _drainer, context.Cancellation, Wait) : null)
            {
                if (isThere)
                {
                    Interruptibly(database, () => BufferDrop.Run(
                        database, tables.Sql, mayLose: 0, "create", context.Cancellation));
                    tables = Tables.In(database);
                }

                tables.Ensure(database, context.Cancellation);
            }
        }

        return $"'{name}' {(isDry ? "would be" : "was")} made{(isThere ? " anew" : "")}{tables.Sql.Place}";
    }

    /// <summary>Drops the buffer.</summary>
    /// <param name="mayLose">So many rows that are not drained may go with it.</param>
    /// <returns>Whether it was there.</returns>
    /// <exception cref="OperationCanceledException">It was stopped while others kept it waiting.</exception>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public bool Drop(long mayLose)
    {
        using var turn = _access.TakeTurn();
        using var database = _access.Open();
        var tables = Tables.In(database);
        if (!tables.IsThere(database))
        {
            return false;
        }

        using var lease = DrainLease.Take(database, tables.Sql, _drainer, context.Cancellation, Wait);
        Interruptibly(
            database, () => BufferDrop.Run(database, tables.Sql, mayLose, "drop", context.Cancellation));
        return true;
    }

    /// <summary>How it stands.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public BufferStatus Status()
    {
        var tables = Tables;
        var found = new BufferStatus($"{tables.Table.Buffer}", $"{tables.Table.Target}", false, tables.IsLossy);
        if (_access.Platform.Abilities.IsFile && !File.Exists(_access.Address.File))
        {
            return found;
        }

        using var database = DatabaseAccess.ToReadTarget(context).Open();
        if (!tables.IsThere(database))
        {
            return found;
        }

        tables = tables.In(database);
        found = found with
        {
            IsThere = true,
            IsLossy = tables.IsLossy,
            Backlog = database.Number(tables.Sql.Count),
            Age = TimeSpan.FromMilliseconds(Math.Max(0, database.Number(tables.Sql.Age))),
        };
        var drainers = tables.Sql.Drainers;
        var row = database.KindOf(drainers.Table) is null ? []
            : database.Ask(drainers.Read, DrainLease.Row(database.Platform.Dialect, tables.Table.Buffer)).First;
        return row.Count == 0 ? found : found with
        {
            Drainer = row[0]!,
            Heard = row[0]!.Length == 0 ? null
                : TimeSpan.FromMilliseconds(Math.Max(0, database.Number(tables.Sql.Now) - Value(row[2]))),
            Drained = Value(row[3]),
            Arriving = Value(row[4]),
            Draining = Value(row[5]),
        };
    }

    /// <summary>Loads a stream into the buffer, as rows come; they are not drained.</summary>
    /// <param name="input">Text in UTF-8.</param>
    /// <param name="format">csv (with a header) or jsonl.</param>
    /// <param name="told">Told the rows so far.</param>
    /// <param name="warn">Told what else is to be said of them; null = nobody wants to know.</param>
    /// <returns>What became of it, and how many lines are done.</returns>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public (PackageResult Result, long Lines) Ingest(
        Stream input, string format, Action<RowCounts> told, Action<string>? warn = null)
    {
        using (_access.TakeTurn())
        using (var database = _access.Open())
        {
            Tables.In(database).Ensure(database, context.Cancellation);
        }

        var ingest = new BufferIngest(context, warn ?? (_ => { }));
        return (ingest.Run(input, format, told), ingest.Lines);
    }

    /// <summary>Drains all that is there, or as much as is drained by the time that somebody asks to stop.</summary>
    /// <param name="told">Told what is done so far.</param>
    /// <exception cref="OperationCanceledException">It was stopped while another one had the buffer.</exception>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public DrainedRows Drain(Action<DrainedRows> told)
    {
        using var turn = _access.TakeTurn();
        using var one = new Drainer(
            _access, Tables, context, _drainer, DrainRejects.Of(context), context.Cancellation);
        try
        {
            Interruptibly(one.Database, () => one.Drain.All(told, context.Cancellation));
        }
        catch (OperationCanceledException) when (context.Cancellation.IsCancellationRequested)
        {
            // What it had not committed is taken back; the rest counts.
        }

        return one.Drain.Total;
    }

    /// <summary>Drains until it is told to stop, and then what is there.</summary>
    /// <param name="told">Told each batch that took rows, and how long it took.</param>
    /// <param name="measured">Told now and then how the buffer stands.</param>
    /// <param name="failed">Told a failure behind which it begins again, and when.</param>
    /// <param name="wait">Waits; false = it is to stop.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains: too many failures in a row.
    /// </exception>
    public DrainedRows Run(
        Action<DrainedRows, TimeSpan> told, Action<BufferStatus> measured, Action<Exception, TimeSpan> failed,
        Func<TimeSpan, bool> wait)
    {
        // A stop is heard between batches: the last of them still need the database.
        var unstopped = context with { Cancellation = CancellationToken.None };
        return new DrainLoop(
            DatabaseAccess.ToTarget(unstopped), Tables, unstopped, _drainer, told, measured, failed, wait)
        {
            Stop = context.Cancellation,
        }.Run();
    }

    // What others have locked is waited for no longer than until somebody asks to stop.
    private void Interruptibly(IDatabase database, Action work)
    {
        using var interrupt = database.Interruption.On(context.Cancellation);
        try
        {
            work();
        }
        catch (Exception fault) when (Faults.IsExpected(fault)
            && Faults.Result(fault, "drain", "", context.Cancellation).Outcome == NodeState.Cancelled)
        {
            throw new OperationCanceledException(fault.Message, fault, context.Cancellation);
        }
    }

    private static long Value(string? text) => long.Parse(text!, CultureInfo.InvariantCulture);
}
