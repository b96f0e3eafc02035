using System.CommandLine;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Cli.Run;

/// <summary>`absorb create|ingest|run|status|drain|drop [NODE]`: the buffers of objects of kind absorb.</summary>
internal static class AbsorbVerb
{
    private static readonly string[] Actions = ["create", "ingest", "run", "status", "drain", "drop"];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "create: make the buffer; ingest: fill it from standard input; run: drain it as rows come; status: "
            + "what waits in it; drain: drain what is in it, and end; drop: remove it");

    private static readonly Argument<string?> Node =
        Verb.Optional("NODE", "An object of kind absorb; `status` without one shows all");

    private static readonly string[] Formats = ["csv", "jsonl"];

    private static readonly Option<string> Format = new("--format")
    {
        HelpName = "NAME",
        Description = "`ingest`: how the rows of standard input are written: csv (with a header; default) or jsonl",
    };

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Format.CompletionSources.Add(Formats);
        return new Verb("absorb", "Make, fill, drain and drop the buffers that take bursts of rows",
            call => Stoppable.Run(call, () => Run(call)))
        {
            Takes = [Action, Node, Format, Consent.Yes, Consent.DryRun],
            Examples =
            [
                "absorb create orders", "absorb ingest orders --format jsonl", "absorb run orders",
                "absorb status", "absorb drain orders",
                "absorb drop orders --dry-run",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        RefuseIdle(call, action);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        if (action == "status")
        {
            return Status(call, solution);
        }

        var definition = CallAbsorbers.Object(solution, call.Argument(Node));
        try
        {
            var access = CallAbsorbers.Access(call, solution, definition);
            return action switch
            {
                "create" => Create(call, access),
                "ingest" => Ingest(call, definition, access),
                "run" => Looped(call, definition, access),
                "drain" => Drained(call, definition, access, () => access.Drain(_ => { })),
                _ => Drop(call, solution, access),
            };
        }
        catch (OperationCanceledException) when (call.Host.Stop.IsCancellationRequested)
        {
            // Nothing has been done then; who has asked is told by the exit code.
            return ExitCode.Done;
        }
        catch (Exception fault) when (ConnectionAccess.ExplainAtTarget(fault, definition) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
            return IsHeld(error) ? ExitCode.HeldByAnother
                : IsUnreachable(error) ? ExitCode.Unreachable : ExitCode.Failed;
        }
    }

    // Nothing has been done then: with the first failure of another kind it has.
    private static bool IsUnreachable(PackageError error) =>
        error is { Code: "ORC3409", Phase: "open", Class: ErrorClass.Transient };

    private static void RefuseIdle(Call call, string action)
    {
        if (action != "drop")
        {
            Consent.RefuseIdle(call, $"absorb {action}", "asks nothing", Consent.Yes);
        }

        if (action != "ingest" && call.IsGiven(Format))
        {
            throw new UsageException($"`absorb {action}` reads no standard input: leave --format out", null);
        }

        if (action is not ("drop" or "create"))
        {
            Consent.RefuseIdle(call, $"absorb {action}", "makes and drops nothing", Consent.DryRun);
        }
    }

    private static int Status(Call call, Solution solution)
    {
        var all = new List<(string, BufferStatus)>();
        var code = ExitCode.Done;
        foreach (var definition in CallAbsorbers.Objects(solution, call.Argument(Node)))
        {
            try
            {
                all.Add((definition.FullName, CallAbsorbers.Access(call, solution, definition).Status()));
            }
            catch (Exception fault) when (ConnectionAccess.ExplainAtTarget(fault, definition) is { } error)
            {
                call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
                code = IsUnreachable(error) ? ExitCode.Unreachable : ExitCode.Failed;
            }
        }

        call.Write(() => AbsorbScreen.Document(all), () => all.Count == 0 ? [] : AbsorbScreen.Lines(all));
        return code;
    }

    private static int Create(Call call, BufferAccess access)
    {
        Warn(call, access);
        var done = access.Create(call.Flag(Consent.DryRun).Value);
        call.Write(() => new { schema_version = Json.SchemaVersion, done }, () => [done]);
        return ExitCode.Done;
    }

    private static int Drop(Call call, Solution solution, BufferAccess access)
    {
        var found = access.Status();
        var what = $"drop {found.Buffer} with {Words.Count(found.Backlog, "row")} not drained yet";
        var isGiven = found.IsThere && Consent.Given(call, solution, what);
        var isDropped = isGiven && access.Drop(mayLose: found.Backlog);
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                buffer = found.Buffer,
                backlog = found.Backlog,
                dropped = isDropped,
            },
            () => isDropped ? [$"{found.Buffer} was dropped"]
                : found.IsThere ? [] : [$"{found.Buffer} is not there"]);
        return ExitCode.Done;
    }

    private static int Ingest(Call call, ObjectDefinition definition, BufferAccess access)
    {
        var format = call.Text(Format).Value ?? Formats[0];
        if (!Formats.Contains(format))
        {
            throw new UsageException($"--format: expected {string.Join(" or ", Formats)}, got: '{format}'", null);
        }

        if (call.Host.InIsTerminal)
        {
            throw new UsageException("standard input is a terminal: pipe rows into it",
                $"as in `producer | {call.Host.Command} absorb ingest {definition.Name} --format {format}`");
        }

        Warn(call, access);
        var (result, lines) = access.Ingest(call.Host.Input(), format, _ => { }, call.Warn);
        if (result.Error is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
            if (lines > 0 || error.Class != ErrorClass.OutcomeUnknown)
            {
                call.Warn(lines == 0 ? "No row of standard input is in the buffer"
                    : $"The rows of standard input up to line {Words.Number(lines)} are in the buffer");
            }
        }

        AbsorbScreen.Write(call, definition.FullName, result.Counts, lines);
        return result.Error is null ? ExitCode.Done : ExitCode.Failed;
    }

    private static int Drained(
        Call call, ObjectDefinition definition, BufferAccess access, Func<DrainedRows> drain)
    {
        Warn(call, access);
        var began = call.Host.Time.GetTimestamp();
        var rows = drain();
        Tell(call, definition, rows, call.Host.Time.GetElapsedTime(began));
        return ExitCode.Done;
    }

    private static void Tell(Call call, ObjectDefinition definition, DrainedRows rows, TimeSpan took) => call.Write(
        () => AbsorbScreen.Document(definition.FullName, rows, took),
        () => [AbsorbScreen.Rows(rows, took)]);

    private static int Looped(Call call, ObjectDefinition definition, BufferAccess access)
    {
        var loop = new AbsorbLoop(call, definition, access);
        var began = call.Host.Time.GetTimestamp();
        try
        {
            return Drained(call, definition, access, loop.Run);
        }
        catch (Exception fault) when (loop.IsBegun
            && ConnectionAccess.ExplainAtTarget(fault, definition) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
            Tell(call, definition, loop.Total, call.Host.Time.GetElapsedTime(began));
            return IsHeld(error) ? ExitCode.HeldByAnother : ExitCode.Failed;
        }
    }

    private static bool IsHeld(PackageError error) => error.Code is "ORC3571" or "ORC3572";

    private static void Warn(Call call, BufferAccess access)
    {
        if (access.Warning() is { } warning)
        {
            call.Warn(warning);
        }
    }
}
