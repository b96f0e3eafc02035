using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// What becomes of a firing: its run is begun once, goes on in a further run where its process died or was stopped, and
/// whatever else it ended with is how the firing ended. Pure.
/// </summary>
internal static class FiringCourse
{
    /// <summary>Processes for one firing that may come to nothing.</summary>
    public const int StartsMax = 4;

    /// <summary>Processes for one firing that may find a server silent: some three hours.</summary>
    public const int StartsOfUnreachableMax = 22;

    private static readonly TimeSpan HeldPause = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PauseMin = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan PauseMax = TimeSpan.FromMinutes(10);

    /// <summary>What is to be done now.</summary>
    public static FiringStep Next(FiringFound found)
    {
        if (found.HasProcess || found.Run == RunStand.AtWork)
        {
            return new FiringStep(FiringAction.Wait);
        }

        if (found.Run == RunStand.Ended && !MustGoOn(found))
        {
            return new FiringStep(FiringAction.End, found.Verdict);
        }

        // Who went on with it found that nothing was left to do.
        return found.ExitCode == ExitCode.Done && (found.Run != RunStand.None || found.IsRetry)
            ? new FiringStep(FiringAction.End, RunVerdict.Succeeded)
            : found.ExitCode is { } code ? Again(found, code) : new FiringStep(FiringAction.Start);
    }

    /// <summary>How long it is waited behind a process that came to nothing.</summary>
    public static TimeSpan Pause(int exitCode, int starts)
    {
        if (exitCode == ExitCode.HeldByAnother)
        {
            return HeldPause;
        }

        var pause = PauseMin * Math.Pow(2, Math.Clamp(starts - 1, 0, 10));
        return pause < PauseMax ? pause : PauseMax;
    }

    // Who asked for an end has it; a process that was stopped or killed is no reason to leave a night half done.
    private static bool MustGoOn(FiringFound found) => found.Verdict == RunVerdict.EndedUnexpectedly
        || (found.Verdict == RunVerdict.Cancelled && !found.IsCancelledBySomebody);

    private static FiringStep Again(FiringFound found, int code) =>
        (code == ExitCode.Usage && found.Run == RunStand.None) || found.Starts >= Most(code)
            ? GivenUp(found, code)
            : new FiringStep(
                found.SinceEnd < Pause(code, found.Starts) ? FiringAction.Wait : FiringAction.Start);

    private static int Most(int code) => code switch
    {
        ExitCode.HeldByAnother => int.MaxValue,
        ExitCode.Unreachable => StartsOfUnreachableMax,
        _ => StartsMax,
    };

    private static FiringStep GivenUp(FiringFound found, int code) => new(
        FiringAction.End,
        found.Run == RunStand.None ? null : found.Verdict ?? RunVerdict.EndedUnexpectedly,
        string.Create(CultureInfo.InvariantCulture, $"exit code {code} of process {found.Starts}: {found.Said}"));
}
