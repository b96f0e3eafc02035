using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Lab.Calibrate;
using Orchestrator.Lab.Calibrate.Inserts;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Cli.Lab;

/// <summary>`calibrate inserts --connection CONN`: the ladder from a row and a commit at a time to the bulk path.
/// </summary>
internal static class CalibrateInserts
{
    private const long RowsMostMax = 100_000_000;
    private const int WritersMostMax = 1_024;

    public static int Run(Call call)
    {
        var terms = TermsOf(call);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var connection = CalibratedConnection.Of(call, solution);
        var access = CallConnections.Access(call, solution);
        try
        {
            var address = CalibratedConnection.Database(call, solution, connection, access);
            return call.Flag(Consent.DryRun).Value
                ? Tell(call, connection, address, terms)
                : RunVerb.Listening(call, stop => Measure(call, solution, connection, address, terms, stop));
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(connection.Name, error));
            return error.Code == "ORC3409" ? ExitCode.Unreachable : ExitCode.Failed;
        }
        catch (CalibrationStuckException stuck)
        {
            call.Messages.Write(new Line("failed", Ink.Bad).Add($": {stuck.Message}"));
            return ExitCode.Failed;
        }
    }

    private static LadderTerms TermsOf(Call call)
    {
        var byDefault = new LadderTerms();
        return new LadderTerms
        {
            RungTime = CalibrateVerb.Time(call, CalibrateVerb.RungTime, byDefault.RungTime),
            RowsMax = CalibrateVerb.Number(call, CalibrateVerb.Rows, byDefault.RowsMax, RowsMostMax),
            WritersMax = (int)CalibrateVerb.Number(
                call, CalibrateVerb.Writers, byDefault.WritersMax, WritersMostMax),
            TimeMax = CalibrateVerb.Time(call, CalibrateVerb.TimeMax, byDefault.TimeMax),
        };
    }

    private static int Tell(Call call, Connection connection, DatabaseAddress address, LadderTerms terms)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        var table = new ScratchTable(
            platform, address, new DatabaseUse { IsTarget = true, Time = call.Host.Time }, terms.Patience);
        var steps = InsertLadder.Steps(platform.Dialect, terms);
        call.Write(
            () => LadderScreen.Dry(connection.Name, table.Where, steps, terms),
            () => LadderScreen.DryLines(connection.Name, table.Where, steps, terms));
        return ExitCode.Done;
    }

    private static int Measure(
        Call call, Solution solution, Connection connection, DatabaseAddress address, LadderTerms terms,
        Runner.StopRequests requests)
    {
        using var stop = new CalibrationStop(requests);
        var file = CalibrationFile.Of(call, $"inserts-{connection.Name}");
        var calibration = new InsertCalibration(
            ConnectionAccess.PlatformOf(connection)!, address, terms, call.Host.Time, stop.Token);
        stop.Leave = () => call.Warn(
            $"{calibration.Table.Where} may be left behind, which the next call then asks about");
        PutAway(call, solution, calibration.Table);
        call.Say($"inserts into {calibration.Table.Where}, which is removed at the end");
        var began = call.Host.Time.GetUtcNow();
        if (Climbed(call, connection, calibration) is not { } ladder)
        {
            return ExitCode.Failed;
        }

        var shown = new LadderScreen(connection.Name, $"{connection.Platform}", ladder)
        {
            Missing = calibration.Missing,
            Began = began,
        };
        var written = CalibrationFile.Written(call, file, shown.Figures());
        call.Write(() => shown.Document(written), () => shown.Lines(written));
        return calibration.WhyLeft is null && written is not null ? ExitCode.Done : ExitCode.Failed;
    }

    /// <summary>Null where it failed once the table was there, which is said; so is a table that is left.</summary>
    private static LadderResult? Climbed(Call call, Connection connection, InsertCalibration calibration)
    {
        try
        {
            return calibration.Climb(rung => call.Say(LadderScreen.Step(rung)));
        }
        catch (Exception fault) when (calibration.IsBegun
            && ConnectionAccess.Explain(fault, connection.Name) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(connection.Name, error));
            return null;
        }
        finally
        {
            if (calibration.WhyLeft is { } why)
            {
                call.Messages.Write(new Line("failed", Ink.Bad).Add(
                    $": {calibration.Table.Where} is left behind, which the next call asks about: {why}"));
            }
        }
    }

    /// <summary>What a calibration before has left, or one at work is using.</summary>
    /// <exception cref="UsageException">Somebody said no, or nobody is there to be asked.</exception>
    private static void PutAway(Call call, Solution solution, ScratchTable table)
    {
        if (table.IsThere() && Consent.Given(call, solution, $"remove {table.Where}, which a calibration that died has "
            + "left, unless one is at work with it just now"))
        {
            table.Remove();
        }
    }
}
