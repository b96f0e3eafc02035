using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Idempotency;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// The marker of one attempt on a relaxed database: in the last transaction of its work, so that both survive or
/// neither does; apart only where hooks with transactions of their own come after that, or nothing was written.
/// </summary>
internal sealed class AttemptMark(PackageContext context)
{
    private const string Phase = "flush";

    private bool _isPrepared;

    /// <summary>Whether it is committed.</summary>
    public bool IsThere { get; private set; }

    /// <summary>Whether it shares the fate of the work, being part of its last transaction.</summary>
    public bool IsWithLast => IsLast(context.Object);

    /// <summary>Whether an attempt leaves it in the last transaction of its work.</summary>
    public static bool IsLast(ObjectDefinition definition) => !HookedRun.Of(definition, HookTime.After)
        .Any(hook => hook.Connection == definition.Target.Connection);

    /// <summary>What shows that an attempt leaves one with the last transaction of its work.</summary>
    public static IEnumerable<(string Purpose, string Text)> ShownWithLast(
        ObjectDefinition definition, Solution solution) => IsLast(definition) ? Shown(definition, solution) : [];

    /// <summary>What shows that it leaves one in a transaction of its own.</summary>
    public static IEnumerable<(string Purpose, string Text)> ShownApart(
        ObjectDefinition definition, Solution solution) => IsLast(definition) ? []
        : Shown(definition, solution).SelectMany(shown => ((string, string)[])
        [
            ("begin", Platforms.Of(solution, definition.Target.Connection)!.Dialect.BeginText), shown,
            ("commit", "COMMIT"),
        ]);

    /// <summary>Does the work of the attempt, and leaves the marker with it or behind it.</summary>
    public PackageResult Around(Func<PackageContext, PackageResult> work)
    {
        var result = work(context with { Mark = this });
        return result.Outcome == NodeState.Succeeded && !IsThere ? AddApart(result) : result;
    }

    /// <summary>Makes the table where it is missing; no transaction is open.</summary>
    public void Prepare(IDatabase database)
    {
        if (!_isPrepared)
        {
            Markers(database).Prepare(context.Cancellation);
            _isPrepared = true;
        }
    }

    /// <summary>Writes it within the last transaction of the work, unless hooks come after that.</summary>
    public void AddWithLast(IDatabase database)
    {
        if (IsWithLast)
        {
            CrashPoint.Around("mark.within", () => Markers(database).Add(context.Run, context.AttemptId));
        }
    }

    /// <summary>That transaction is committed.</summary>
    public void Stand() => IsThere = IsWithLast;

    // In a transaction of its own, after all that the attempt has done.
    private PackageResult AddApart(PackageResult result)
    {
        var access = DatabaseAccess.ToTarget(context);
        try
        {
            using var turn = access.TakeTurn();
            Settled(access);
            IsThere = true;
            return result;
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var failed = Faults.Result(
                fault, Phase, context.Object.Target.Connection, context.Cancellation, result.Counts);
            return NotMarked(failed) with { LoadPath = result.LoadPath };
        }
    }

    private static (string, string)[] Shown(ObjectDefinition definition, Solution solution) =>
        Addresses.Find(solution, definition.Target.Connection).IsRelaxed
        && Platforms.Of(solution, definition.Target.Connection) is { Dialect: var dialect }
            ? [("mark the attempt as done", new AttemptMarkerDialect(dialect).Add)]
            : [];

    private AttemptMarkers Markers(IDatabase database) => new(database, context.Ledger.ToString());

    // A commit without an answer is looked up over a new connection, and made again where it did not happen.
    private void Settled(DatabaseAccess access)
    {
        try
        {
            Add(access);
        }
        catch (Exception fault) when (access.Platform.Explain(fault) is { IsConnectionLost: true })
        {
            Add(access);
        }
    }

    private void Add(DatabaseAccess access)
    {
        using var database = access.OpenAnyway();
        var markers = Markers(database);
        markers.Prepare(CancellationToken.None);
        if (markers.Found([context.AttemptId]).Count == 0)
        {
            database.Begin(CancellationToken.None);
            markers.Add(context.Run, context.AttemptId);
            CrashPoint.Around("mark.apart", database.Commit);
        }
    }

    private PackageResult NotMarked(PackageResult failed)
    {
        var mayRunAgain = !IdempotencyContract.RunsOnce(context.Object);
        if (failed.Error is null && mayRunAgain)
        {
            return failed;
        }

        var error = failed.Error ?? new PackageError
        {
            Code = "ORC4008",
            Class = ErrorClass.OutcomeUnknown,
            Phase = Phase,
            Connection = context.Object.Target.Connection,
            Message = "The package was asked to stop.",
        };
        return failed with
        {
            Outcome = NodeState.Failed,
            Error = error with
            {
                Class = mayRunAgain ? error.Class : ErrorClass.OutcomeUnknown,
                Message = $"Its work is committed, but not the marker that tells it survived. {error.Message}",
            },
        };
    }
}
