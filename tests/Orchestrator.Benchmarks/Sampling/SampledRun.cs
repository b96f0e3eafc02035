using System.Diagnostics;
using Npgsql;
using Orchestrator.Benchmarks.Durability;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Benchmarks.Sampling;

/// <summary>
/// A night run by the command in a process of its own: what its ledger says that looking at the database has cost, and
/// what the kernel says of the thread that looked and of the server's process that answered it.
/// </summary>
/// <param name="Duration">From the beginning of the run to its end.</param>
/// <param name="Said">What the ledger says.</param>
/// <param name="Thread">Processor time of the thread.</param>
/// <param name="Session">Processor time of the server's process, from its first moment on.</param>
internal sealed record SampledRun(TimeSpan Duration, DatabaseEvidence Said, TimeSpan Thread, TimeSpan Session)
{
    private static readonly TimeSpan Rhythm = TimeSpan.FromMilliseconds(10);

    /// <summary>What the ledger says, as a share of the run.</summary>
    public double SaidShare => (Said.ProcessorTime + Said.ServerTime) / Duration;

    /// <summary>What the kernel says, as a share of the run.</summary>
    public double SeenShare => (Thread + Session) / Duration;

    /// <summary>Runs the night once.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static SampledRun Of(RowByRowNight night, string environment)
    {
        var start = new ProcessStartInfo(
            Path.Combine(AppContext.BaseDirectory, "orchestrator"), ["run", "--environment", environment])
        {
            WorkingDirectory = night.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        _ = process.StandardOutput.ReadToEndAsync();
        var told = process.StandardError.ReadToEndAsync();
        var (thread, session) = Watch(process, night);
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{process.ExitCode}: {told.GetAwaiter().GetResult()}");
        }

        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(night.Folder), TimeProvider.System)!;
        var run = reader.Find("latest");
        return new SampledRun(
            run.Ended!.Value - run.Started, reader.DatabaseEvidence(run.Number).Single(), thread, session);
    }

    private static (TimeSpan Thread, TimeSpan Session) Watch(Process process, RowByRowNight night)
    {
        OnProcessor? thread = null, session = null;
        using (var connection = new NpgsqlConnection(night.ConnectionString))
        {
            connection.Open();
            while (!process.WaitForExit(Rhythm))
            {
                thread ??= OnProcessor.Find(process.Id, "evidence");
                session ??= thread is null ? null : SessionOf(connection);
                thread?.Ask();
                session?.Ask();
            }
        }

        return thread is not null && session is not null ? (thread.Time, session.Time)
            : throw new InvalidOperationException("nobody looked at the database");
    }

    private static OnProcessor? SessionOf(NpgsqlConnection connection)
    {
        using var command = new NpgsqlCommand(
            "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'orchestrator % evidence'", connection);
        return command.ExecuteScalar() is int process ? new OnProcessor($"/proc/{process}") : null;
    }
}
