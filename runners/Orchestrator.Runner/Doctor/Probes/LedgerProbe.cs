using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Reads how a ledger stands; nothing is changed.</summary>
internal static class LedgerProbe
{
    private const string Backups = "*.db";

    public static LedgerState Of(LedgerLocation location, TimeProvider time, TimeSpan limit)
    {
        var state = new LedgerState(location.Name, location.Place)
        {
            IsFile = location.File.Length > 0,
            Library = location.File.Length > 0 ? SqliteLibrary.Version : "",
        };
        try
        {
            if (LedgerStatus.Of(location, time) is not { } status)
            {
                return state with { Backup = NewestBackup(location, "") };
            }

            state = state with { Version = status.Version, Backup = NewestBackup(location, status.Backup) };
            using var reader = LedgerReader.Open(location, time)!;
            return WithDamage(reader.AtOneMoment(at => Read(state, at)), reader, time, limit);
        }
        catch (LedgerException fault)
        {
            return state with { Fault = fault, Backup = NewestBackup(location, "") };
        }
    }

    /// <summary>With what it knows of the attempts that targets name.</summary>
    public static LedgerState WithAttempts(
        LedgerState state, LedgerLocation location, TimeProvider time, Solution solution,
        IReadOnlyList<TargetState> targets)
    {
        if (!state.IsReadable)
        {
            return state;
        }

        using var reader = LedgerReader.Open(location, time)!;
        var own = $"{state.Identity}";
        var solutions = new Dictionary<long, string?>();
        var words = new MarkerWords(reader, solution, state.LastAttempt);
        MarkerState[] markers = [.. targets.SelectMany(target => target.Markers).Where(one => one.Ledger == own)];
        var atWork = state.NotEnded.Where(run => run.Verdict is null).Select(run => run.Number).ToHashSet();
        return state with
        {
            Attempts = targets.SelectMany(target => target.Loads.Select(load => load.Attempt)
                    .Concat(target.Attempts.Where(one => one.Ledger == own).Select(one => one.Attempt))
                    .Concat(target.ErrorTables.SelectMany(table => table.Attempts)))
                .Distinct().Select(reader.Attempt).OfType<AttemptRecord>()
                .ToDictionary(one => one.Id, one => new AttemptState(
                    one.Run, atWork.Contains(one.Run), one.Scope, SolutionOf(one.Run) == solution.Name)),
            Unknown = markers.Where(words.IsUnknown).ToHashSet(),
            LoadedSince = markers.Concat(targets.SelectMany(target => target.Unmarked))
                .Select(one => (Marker: one, Last: words.LoadedSince(one)))
                .Where(one => one.Last > 0).ToDictionary(one => one.Marker, one => one.Last),
            Adopted = reader.Adoptions(solution.Environment).ToDictionary(one => one.Node, one => one.LastAttempt),
        };

        string? SolutionOf(long run) => solutions.TryGetValue(run, out var known) ? known
            : solutions[run] = reader.Run(run)?.Solution;
    }

    private static LedgerState Read(LedgerState state, LedgerReader reader)
    {
        var last = reader.LastGiven;
        var runs = reader.Count;
        var notEnded = reader.NotEnded();
        return state with
        {
            Identity = runs > 0 ? reader.Identity : Guid.Empty,
            Runs = runs,
            LastRun = last.Run,
            LastAttempt = last.Attempt,
            NotEnded = notEnded,
            Requests = [.. notEnded.Where(run => run.Verdict is null)
                .SelectMany(run => reader.OpenRequests(run.Number))],
            Leases = reader.Leases(),
            OpenScopes = reader.OpenScopes(),
            FilesToMove = [.. reader.Runs(limit: int.MaxValue)
                .Select(run => (run.Solution, run.Batch, run.Environment)).Distinct()
                .Select(one => (one.Batch, one.Environment,
                    Files: reader.FilesToMove(one.Solution, one.Batch, one.Environment).Count))
                .Where(one => one.Files > 0)],
        };
    }

    private static LedgerState WithDamage(LedgerState state, LedgerReader reader, TimeProvider time, TimeSpan limit)
    {
        using var over = new CancellationTokenSource(limit, time);
        try
        {
            return state with { Damage = reader.Damage(over.Token) };
        }
        catch (OperationCanceledException)
        {
            return state with { IsDamageOpen = true };
        }
    }

    // What a migration had copied counts as well: it lies beside the ledger.
    private static string NewestBackup(LedgerLocation location, string noted)
    {
        var folder = new DirectoryInfo(Path.Combine(location.Folder, "backups"));
        return File.Exists(noted) ? noted
            : folder.Exists ? folder.EnumerateFiles(Backups).MaxBy(file => file.LastWriteTimeUtc)?.FullName ?? ""
            : "";
    }
}
