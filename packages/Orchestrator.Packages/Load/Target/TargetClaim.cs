using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// The claim of one attempt on its target: the first statement of each of its transactions writes the marker of the
/// table, whose row then is locked until the end. So no two loads write one table at a time, one that a newer run has
/// overtaken writes nothing, and a commit that was not answered can be looked up.
/// </summary>
/// <param name="context">The attempt.</param>
/// <param name="table">The target.</param>
/// <param name="access">The way to its database.</param>
/// <param name="comparison">Compares target and ledger before the first row; null = nobody does.</param>
internal sealed class TargetClaim(
    PackageContext context, TableName table, DatabaseAccess access, TargetComparison? comparison)
{
    private const string NoLedger = "";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly Dialect _dialect = access.Platform.Dialect;
    private readonly MarkerDialect _sql = new(access.Platform.Dialect);
    private readonly string _ledger = context.Ledger.ToString();
    private bool _isMade;
    private long _step = context.StepsBefore;
    private bool _isJudged;

    private (string, object?)[] Table =>
        [("schema", table.Schema is null ? "" : _dialect.Fold(table.Schema)), ("name", _dialect.Fold(table.Name))];

    private (string, object?)[] Values =>
    [
        .. Table, ("ledger", _ledger), ("run", context.Run), ("attempt", context.AttemptId),
        ("token", RunToken.Of(context.Run, context.RunId)),
    ];

    /// <summary>The claim, for a writer that makes it itself once the marker is there.</summary>
    public Claim Statement => new(_sql.Table, _sql.Take, Values);

    /// <summary>The number of the first of so many transactions that a writer is about to make.</summary>
    public long NextSteps(int count)
    {
        var first = _step + 1;
        _step += count;
        return first;
    }

    /// <summary>Begins a transaction that has the table alone, waiting for others.</summary>
    /// <exception cref="PackageRefusedException">A newer run has loaded the table.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public void Begin(IDatabase database, CancellationToken cancellation)
    {
        _step++;
        BeginJudged(database, cancellation);
        if (Take(database))
        {
            return;
        }

        database.Rollback();
        Prepare(database, cancellation);
        BeginJudged(database, cancellation);
        if (!Take(database))
        {
            throw Overtaken(database);
        }
    }

    /// <summary>
    /// Whether the transaction was committed whose commit got no answer, read over a new connection once it is over;
    /// null = it cannot be known.
    /// </summary>
    public bool? IsCommitted()
    {
        var begun = context.Time.GetTimestamp();
        while (true)
        {
            try
            {
                using var database = access.OpenAnyway();
                return Read(database);
            }
            catch (Exception fault) when (Faults.IsExpected(fault))
            {
                if (context.Time.GetElapsedTime(begun) > Patience)
                {
                    return null;
                }

                CancellationToken.None.WaitHandle.WaitOne(Pause);
            }
        }
    }

    private bool Take(IDatabase database)
    {
        var isTaken = IsMade(database) && database.ExecuteOnMarker(_sql.Take, Tell, [.. Values, ("step", _step)]) > 0;
        _isJudged |= isTaken;
        return isTaken;
    }

    private bool IsMade(IDatabase database) => _isMade = _isMade || database.KindOf(_sql.Table) is not null;

    // Before it is written over, and with its row locked: what others have written may not be recorded yet, and whoever
    // waits for that must not hold up the other's next transaction.
    private void BeginJudged(IDatabase database, CancellationToken cancellation)
    {
        while (true)
        {
            database.Begin(cancellation);
            if (_isJudged || comparison is null
                || comparison.Judge(Found(database), () => database.KindOf(table) is not null) is not { } holder)
            {
                return;
            }

            database.Rollback();
            access.WaitWithoutTurn(() => new OtherRuns(context).Await($"{table}", holder));
        }
    }

    private IReadOnlyList<string?> Found(IDatabase database)
    {
        if (!IsMade(database))
        {
            return [];
        }

        database.ExecuteOnMarker(_sql.Await, Tell, Table);
        return database.Ask(_sql.Read, Table).First;
    }

    private void Tell(string? holder) =>
        context.HeldUp(WaitReason.Claim, holder is null ? null : $"{table}, held by {holder}");

    private bool? Read(IDatabase database)
    {
        database.Begin(CancellationToken.None);

        // The server may not have noticed yet that we are gone; its transaction ends one way or the other.
        database.ExecuteOnMarker(_sql.Await, Tell, Table);
        var found = database.Ask(_sql.Read, Table).First;
        database.Rollback();
        if (found.Count == 0 || (found[0] != _ledger && found[0] != NoLedger))
        {
            return null;
        }

        // A row that nobody has written since it was made tells that we have not, either. Another step of the attempt
        // is that of an earlier try, over another path, which counted its own.
        return found[0] == NoLedger ? false
            : Number(found[2]) == context.AttemptId ? Number(found[3]) == _step
            : Number(found[2]) > context.AttemptId ? null
            : false;
    }

    // In transactions of their own, so that nobody waits for the end of a load to begin the next one.
    private void Prepare(IDatabase database, CancellationToken cancellation)
    {
        OwnTable.Make(database, _sql.Table, _sql.Columns, _sql.OneRowPerTable, cancellation);
        OwnTable.Make(database, () => database.Ask(_sql.Read, Table).Rows > 0, () => database.Execute(_sql.Add, Table),
            cancellation);
    }

    private PackageRefusedException Overtaken(IDatabase database)
    {
        var found = database.Ask(_sql.Read, Table).First;
        var run = found.Count == 0 ? "a newer run" : $"run {found[1]}";
        return new PackageRefusedException(
            "ORC3440", ErrorClass.Config, "open",
            $"The table '{table}' was loaded by {run}, and run {context.Run} began before it: it writes no more there. "
            + "Start a new run where its rows are wanted; where the ledger was put back by a copy that is older than "
            + "the table, `orchestrator doctor --fix` lets its numbers go on behind it.");
    }

    internal static long Number(string? text) => long.Parse(text ?? "0", CultureInfo.InvariantCulture);
}
