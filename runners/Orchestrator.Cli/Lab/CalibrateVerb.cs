using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Run;

namespace Orchestrator.Cli.Lab;

/// <summary>`calibrate inserts|concurrency`: how a database takes rows best, and how many packages at once.</summary>
internal static class CalibrateVerb
{
    private static readonly string[] Actions = ["inserts", "concurrency"];

    private static readonly Argument<string> Action = Verb.Required("ACTION", string.Join(" or ", Actions));

    public static Option<string> Connection { get; } = CommonOptions.Text(
        "--connection", "CONN", "Of inserts: the connection, which must be reloadable");

    public static Option<string> RungTime { get; } = CommonOptions.Text(
        "--rung-time", "TIME", "Of inserts: how long one step inserts at most [default: 5s]");

    public static Option<string> Rows { get; } = CommonOptions.Text(
        "--rows", "N", "Of inserts: rows of one step at most [default: 500000]");

    public static Option<string> Writers { get; } = CommonOptions.Text(
        "--writers", "N", "Of inserts: sessions that insert side by side, at most [default: 64]");

    public static Option<string> Batch { get; } = CommonOptions.Text(
        "--batch", "BATCH", "Of concurrency: the batch [default: as of run]");

    public static Option<bool> Recorded { get; } = CommonOptions.Flag(
        "--recorded", "Of concurrency: only look at the runs that the ledger has");

    public static Option<string> GateMost { get; } = CommonOptions.Text(
        "--gate-max", "N", "Of concurrency: the largest gate [default: four times processors + 2, or all packages]");

    public static Option<string> Rounds { get; } = CommonOptions.Text(
        "--rounds", "N", "Of concurrency: runs at each gate, of which the median counts [default: 3]");

    public static Option<string> TimeMax { get; } = CommonOptions.Text(
        "--time", "TIME", "Begin nothing more after this time [default: 10m, of concurrency 30m]");

    public static Option<string> Target { get; } = CommonOptions.Text(
        "--file", "FILE", "Where to write the HTML report [default: in .orchestrator/calibration]");

    private static Option[] OfInserts => [Connection, RungTime, Rows, Writers];

    private static Option[] OfConcurrency => [Batch, Recorded, GateMost, Rounds, RunVerb.Allow];

    private static Option[] OfRuns => [GateMost, Rounds, RunVerb.Allow, TimeMax, Consent.DryRun, Consent.Yes];

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Connection.CompletionSources.Add(Completions.Connections);
        Batch.CompletionSources.Add(Completions.Batches);
        return new Verb("calibrate", "Measure how a database is loaded best, and what to write for it", Run)
        {
            Takes =
            [
                Action, .. OfInserts, .. OfConcurrency, TimeMax, Target, Consent.DryRun, Consent.Yes,
            ],
            Examples =
            [
                "calibrate inserts --connection Staging --dry-run", "calibrate inserts --connection Staging",
                "calibrate inserts --connection Staging --writers 16 -o json",
                "calibrate concurrency --batch Nightly", "calibrate concurrency --recorded",
            ],
        };
    }

    /// <summary>A whole number of an option, within its bounds.</summary>
    public static long Number(Call call, Option<string> option, long byDefault, long most)
    {
        var (text, from) = call.Text(option);
        return text is null ? byDefault
            : long.TryParse(text, NumberStyles.None, null, out var number) && number >= 1 && number <= most ? number
            : throw new UsageException($"expected {from} to be a whole number from 1 to {most}, got: '{text}'");
    }

    /// <summary>A time of an option, which is not nothing.</summary>
    public static TimeSpan Time(Call call, Option<string> option, TimeSpan byDefault) =>
        call.Duration(option) is { Value: { } time, From: var from }
            ? time > TimeSpan.Zero ? time : throw new UsageException($"expected {from} to be more than nothing, got: 0")
            : byDefault;

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        var isOfInserts = action == "inserts";
        Consent.RefuseIdle(
            call, $"calibrate {action}", "has no use for it", isOfInserts ? OfConcurrency : OfInserts);
        if (call.Flag(Recorded).Value)
        {
            Consent.RefuseIdle(call, $"calibrate {action} {Recorded.Name}", "runs nothing", OfRuns);
        }

        return isOfInserts ? CalibrateInserts.Run(call) : CalibrateConcurrency.Run(call);
    }
}
