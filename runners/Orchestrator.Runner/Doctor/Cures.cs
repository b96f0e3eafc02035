using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Doctor;

/// <summary>
/// What removes findings: each goes the way that a run, a retry or another verb goes. Whatever a live run holds (the
/// lock of a batch, a table, a scope) is asked for first and left alone.
/// </summary>
internal sealed class Cures(
    DoctorRequest request, ConnectionAccess access, Func<IReadOnlyList<Connection>> looked)
{
    private readonly OutsideText _outside = new(request.Secrets);

    public CureResult Do(Cure cure)
    {
        try
        {
            return cure.Kind switch
            {
                CureKind.CloseDead => CloseDead(cure),
                CureKind.Restore => Restore(cure),
                CureKind.RestoreStrangers => RestoreStrangers(cure),
                CureKind.DropLoads => DropLoads(cure),
                CureKind.ForgetTables => ForgetTables(cure),
                CureKind.ForgetAttempts => ForgetAttempts(cure),
                CureKind.DropErrorTables => DropErrorTables(cure),
                CureKind.CompleteArtifacts => CompleteArtifacts(cure),
                CureKind.RemoveFolders => RemoveFolders(cure),
                CureKind.Adopt => new AdoptionCure(request, access, looked()).Do(cure),
                _ => throw new ArgumentOutOfRangeException(nameof(cure), cure.Kind, "nobody knows such a cure"),
            };
        }
        catch (LedgerException refused)
        {
            return new CureResult(refused.Message.TrimEnd('.'), IsDone: false);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return new CureResult(refused.Message.TrimEnd('.'), IsDone: false);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, cure.Of) is { } error)
        {
            return new CureResult(error.Message.TrimEnd('.'), IsDone: false);
        }
    }

    /// <summary>As a run begins, and ends at once: with its lock, its lease, and the dead recorded as such.</summary>
    private CureResult CloseDead(Cure cure)
    {
        using var held = RunLock.Acquire(request.Ledger, cure.Of, cure.Environment);
        var patience = new LedgerPatience { Cancellation = request.Cancellation, Held = held };
        using var ledger = LedgerWriter.Open(request.Ledger, request.Time, patience);
        using var lease = LeaseKeeper.Begin(request.Ledger, held, ledger);
        var artifacts = new RunArtifacts(request.Solution.Folder, request.Ledger, _outside);
        var dead = ledger.FindEndedUnexpectedly(held, artifacts.Promise);
        var said = new List<string>();
        using var reader = Reader();
        Writer(said).CompleteOthers(reader, dead, own: 0, cure.Of, cure.Environment);
        return new CureResult(
            dead.Count == 0 ? $"the lease of batch {cure.Of} is given back"
                : $"run {string.Join(", ", dead.Select(run => run.Number))} is recorded as ended unexpectedly",
            IsDone: true);
    }

    private CureResult Restore(Cure cure)
    {
        var host = DurabilityHost();
        if (host.Dead(cure.Of).FirstOrDefault(one => one.Number == cure.Scope) is not { } scope)
        {
            return new CureResult($"the durability of {cure.Of} was put back by somebody else", IsDone: true);
        }

        var dead = host.Restore(scope);
        return new CureResult(DeadScopeText.Of(dead).TrimEnd('.'), dead.StillOpen is null);
    }

    private CureResult RestoreStrangers(Cure cure)
    {
        var host = DurabilityHost();
        var left = host.Status(cure.Of).Where(one => one.Strangers.Count > 0).Select(host.RestoreStrangers)
            .OfType<StrangersLeft>().ToArray();
        return new CureResult(
            left.Length == 0 ? $"{cure.Of} names nobody any more" : string.Join("; ", left.Select(one => one.Why)),
            left.All(one => one.IsDone));
    }

    private CureResult DropLoads(Cure cure) => Written(cure, database =>
    {
        var markers = new MarkerDialect(database.Platform.Dialect);
        var hasMarkers = database.KindOf(markers.Table) is not null;
        foreach (var load in cure.Loads)
        {
            Transaction(database, () =>
            {
                // Behind whoever loads the table just now: its claim is the lock of this row.
                if (hasMarkers && load.Target is { } target)
                {
                    database.ExecuteOnMarker(
                        markers.Await, _ => { }, ("schema", target.Schema ?? ""), ("name", target.Name));
                }

                database.DropLoadTable(load.Name);
            });
        }

        return $"{Words.Count(cure.Loads.Count, "load table")} of {cure.Of} {Are(cure.Loads.Count)} dropped";
    });

    private CureResult ForgetTables(Cure cure) => Written(cure, database =>
    {
        var markers = new MarkerDialect(database.Platform.Dialect);
        foreach (var marker in cure.Markers)
        {
            Transaction(database, () => database.ExecuteOnMarker(
                markers.Remove, _ => { }, ("schema", marker.Table.Schema ?? ""), ("name", marker.Table.Name),
                ("ledger", marker.Ledger), ("attempt", marker.Attempt)));
        }

        return $"{Words.Count(cure.Markers.Count, "marker")} of {cure.Of} {Are(cure.Markers.Count)} removed";
    });

    private CureResult ForgetAttempts(Cure cure) => Written(cure, database =>
    {
        using var reader = Reader();
        new AttemptMarkers(database, $"{reader.Identity}").Remove(cure.Attempts, request.Cancellation);
        return $"the markers of {Words.Count(cure.Attempts.Count, "attempt")} in {cure.Of} are removed";
    });

    private CureResult DropErrorTables(Cure cure)
    {
        using var reader = Reader();
        using var locks = BatchLocks.Take(request.Ledger, reader, request.Solution);
        return ErrorTableCure.Do(
            cure, $"{reader.Identity}", work => Written(cure, work), Transaction, request.Cancellation);
    }

    private CureResult CompleteArtifacts(Cure cure)
    {
        var said = new List<string>();
        using var reader = Reader();
        foreach (var run in cure.Runs)
        {
            Writer(said).Complete(reader, run);
        }

        return said.Count > 0 ? new CureResult(_outside.Line(said[0]).TrimEnd('.'), IsDone: false)
            : new CureResult($"the artifacts of {Words.Count(cure.Runs.Count, "run")} are complete", IsDone: true);
    }

    private CureResult RemoveFolders(Cure cure)
    {
        foreach (var run in cure.Runs)
        {
            Directory.Delete(RunFolders.Of(request.Solution.Folder, request.Ledger, run), recursive: true);
        }

        return new CureResult(
            $"{Words.Count(cure.Runs.Count, "folder")} of runs {Are(cure.Runs.Count)} removed", IsDone: true);
    }

    private CureResult Written(Cure cure, Func<IDatabase, string> write) =>
        Written(cure, database => new CureResult(write(database), IsDone: true));

    private CureResult Written(Cure cure, Func<IDatabase, CureResult> write)
    {
        var connection = request.Solution.Connections.First(one => one.Name == cure.Of);
        var platform = ConnectionAccess.PlatformOf(connection)!;
        var address = access.Databases(connection).First(one => one.File == cure.File);
        var use = new DatabaseUse
        {
            IsTarget = true,
            Time = request.Time,
            Cancellation = request.Cancellation,
            Application = "orchestrator doctor",
        };
        using var database = platform.Open(address, use);
        return write(database);
    }

    private void Transaction(IDatabase database, Action work)
    {
        database.Begin(request.Cancellation);
        try
        {
            work();
            database.Commit();
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private LedgerReader Reader() => LedgerReader.Reopen(request.Ledger, request.Time);

    private DurabilityHost DurabilityHost() => new(
        request.Solution, request.Ledger, request.Placeholders, request.Secrets, request.Time, request.Cancellation);

    private ArtifactsWriter Writer(List<string> said) => new(
        request.Solution.Folder, request.Command, request.Time, request.Ledger, _outside, said.Add);

    private static string Are(int count) => count == 1 ? "is" : "are";
}
