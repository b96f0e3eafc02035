using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Cli.Verbs;

/// <summary>`absorb create|run|status|drain|drop [NODE]`: the buffers of objects of kind absorb.</summary>
internal static class AbsorbVerb
{
    private static readonly string[] Actions = ["create", "run", "status", "drain", "drop"];

    private static readonly Argument<string> Action = Verb.Required("ACTION", string.Join(", ", Actions));

    private static readonly Argument<string?> Node =
        Verb.Optional("NODE", "An object of kind absorb; `status` without one shows all");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        return new Verb("absorb", "Make, drain and drop the buffers that take bursts of rows", Run)
        {
            Takes = [Action, Node, Consent.Yes, Consent.DryRun],
            Examples =
            [
                "absorb create orders", "absorb run orders", "absorb status", "absorb drain orders",
                "absorb drop orders --dry-run",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = call.RequiredArgument(Action);
        if (!Actions.Contains(action))
        {
            throw new UsageException($"expected {string.Join(", ", Actions)}, got: '{action}'",
                Nearest.To(action, Actions) is { } near ? $"did you mean '{near}'?" : null);
        }

        RefuseIdle(call, action);
        if (SolutionAtHand.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        if (action == "status")
        {
            return Status(call, solution);
        }

        var definition = AbsorbAtHand.Object(solution, call.Argument(Node));
        try
        {
            var access = AbsorbAtHand.Access(call, solution, definition);
            return action switch
            {
                "create" => Create(call, definition, access),
                "run" => Drained(call, definition, () => Loop(call, definition, access)),
                "drain" => Drained(call, definition, () => access.Drain(_ => { })),
                _ => Drop(call, solution, access),
            };
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, definition.Target.Connection) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
            return error.Code is "ORC3571" or "ORC3572" ? ExitCode.HeldByAnother
                : error.Code == "ORC3409" ? ExitCode.Unreachable : ExitCode.Failed;
        }
    }

    private static void RefuseIdle(Call call, string action)
    {
        if (action != "drop")
        {
            Consent.RefuseIdle(call, $"absorb {action}", "asks nothing", Consent.Yes);
        }

        if (action is not ("drop" or "create"))
        {
            Consent.RefuseIdle(call, $"absorb {action}", "makes and drops nothing", Consent.DryRun);
        }
    }

    private static int Status(Call call, Solution solution)
    {
        var all = new List<(string, BufferStatus)>();
        var isFailed = false;
        foreach (var definition in AbsorbAtHand.Objects(solution, call.Argument(Node)))
        {
            try
            {
                all.Add((AbsorbAtHand.NameOf(definition), AbsorbAtHand.Access(call, solution, definition).Status()));
            }
            catch (Exception fault) when (ConnectionAccess.Explain(fault, definition.Target.Connection) is { } error)
            {
                call.Messages.Write(ConnectionTestScreen.Failure(definition.Target.Connection, error));
                isFailed = true;
            }
        }

        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(AbsorbScreen.Document(all)));
        }
        else
        {
            call.Results.Write(AbsorbScreen.Lines(all));
        }

        return isFailed ? ExitCode.Unreachable : ExitCode.Done;
    }

    private static int Create(Call call, ObjectDefinition definition, BufferAccess access)
    {
        var done = access.Create(call.Flag(Consent.DryRun).Value);
        WarnLossy(call, definition);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(new { schema_version = Json.SchemaVersion, done }));
        }
        else
        {
            call.Results.Write(done);
        }

        return ExitCode.Done;
    }

    private static int Drop(Call call, Solution solution, BufferAccess access)
    {
        var found = access.Status();
        var what = $"drop {found.Buffer} with {Words.Count(found.Backlog, "row")} not drained yet";
        var isGiven = found.IsThere && Consent.Given(call, solution, what);
        var isDropped = isGiven && access.Drop(mayLose: found.Backlog > 0);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(new
            {
                schema_version = Json.SchemaVersion,
                buffer = found.Buffer,
                backlog = found.Backlog,
                dropped = isDropped,
            }));
        }
        else if (isDropped || !found.IsThere)
        {
            call.Results.Write(isDropped ? $"{found.Buffer} was dropped" : $"{found.Buffer} is not there");
        }

        return ExitCode.Done;
    }

    private static int Drained(Call call, ObjectDefinition definition, Func<DrainedRows> drain)
    {
        WarnLossy(call, definition);
        var began = call.Host.Time.GetTimestamp();
        var rows = drain();
        var took = call.Host.Time.GetElapsedTime(began);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(
                AbsorbScreen.Document(AbsorbAtHand.NameOf(definition), rows, took)));
        }
        else
        {
            call.Results.Write(AbsorbScreen.Rows(rows, took));
        }

        return ExitCode.Done;
    }

    private static DrainedRows Loop(Call call, ObjectDefinition definition, BufferAccess access) => access.Run(
        (rows, took) =>
        {
            if (definition.Absorb!.PrintStatistics)
            {
                call.Say(AbsorbScreen.Rows(rows, took));
            }
        },
        (fault, pause) => call.Warn($"{fault.Message} Again in {Words.Duration(pause)}"),
        pause => !call.Host.Pause(pause));

    private static void WarnLossy(Call call, ObjectDefinition definition)
    {
        if (!definition.Absorb!.Persisted)
        {
            call.Warn(BufferAccess.Lossy(definition));
        }
    }
}
