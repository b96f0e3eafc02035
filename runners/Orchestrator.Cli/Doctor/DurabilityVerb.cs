using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core.Durability;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>`durability status|restore`: which databases are relaxed, and putting back what a dead run left.</summary>
internal static class DurabilityVerb
{
    private static readonly string[] Actions = ["status", "restore"];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "status: which databases are relaxed, and by which run; restore: put back what dead runs left");

    private static readonly Argument<string?> Connection = Verb.Optional("CONN", "Only this connection");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Connection.CompletionSources.Add(Completions.Connections);
        return new Verb("durability", "Show which databases are relaxed, put back what a dead run left", Run)
        {
            Takes = [Action, Connection, Consent.DryRun],
            Examples = ["durability status", "durability restore", "durability restore Staging --dry-run"],
        };
    }

    private static int Run(Call call) => call.RequiredArgument(Action) switch
    {
        "status" => Status(call),
        "restore" => Restore(call),
        var other => throw new UsageException(
            $"expected status or restore, got: '{other}'", NearName.Hint(other, Actions)),
    };

    private static int Status(Call call)
    {
        Consent.RefuseIdle(call, "durability status", "changes nothing anyway", Consent.DryRun);
        var connection = call.Argument(Connection);
        var databases = Host(call).Status(connection);
        if (databases.Count == 0)
        {
            call.Say(connection is null ? "no connection has delayedDurability, and no run has relaxed a database"
                : $"'{connection}' has no delayedDurability, and no run has relaxed it");
        }

        call.Write(
            () => DurabilityScreen.Document(databases),
            () => DurabilityScreen.Lines(databases).Concat(
                databases.Any(IsLeft) ? [$"next: {NextCommands.Line(call, "durability restore")}"] : []));
        return ExitCode.Done;
    }

    private static int Restore(Call call)
    {
        var host = Host(call);
        var connection = call.Argument(Connection);
        var isDry = call.Flag(Consent.DryRun).Value;
        var atWork = host.AtWork(connection);
        var done = host.Dead(connection)
            .Select(scope => isDry ? new DeadScope(scope, [], null) : host.Restore(scope)).ToArray();
        var strangers = host.Status(connection).Where(database => database.Strangers.Count > 0)
            .Select(database => (Database: database, Left: isDry ? null : host.RestoreStrangers(database))).ToArray();
        call.Write(
            () => DurabilityScreen.Restored(done, strangers, atWork, isDry),
            () => DurabilityScreen.Lines(done, strangers, atWork, isDry));

        call.NoteWarnings(done.Any(one => one.Scope.State == ScopeState.LeftAlone));
        return done.Any(one => one.StillOpen is not null) ? ExitCode.Failed
            : atWork.Count > 0 || strangers.Any(one => one.Left is { IsDone: false }) ? ExitCode.HeldByAnother
            : ExitCode.Done;
    }

    private static bool IsLeft(DatabaseDurability one) => one is { Scope: { Closed: null }, IsAtWork: false }
        || one.Strangers.Any(holder => !holder.IsAlive);

    private static DurabilityHost Host(Call call)
    {
        // What is lost is judged by what its package does.
        var solution = CallSolution.Load(call).Solution ?? CallLedger.Connections(call);
        RefuseNothing(call);
        RefuseUnknownEnvironment(call);
        var placeholders = new PlaceholderResolver(call.Host.Secrets, call.Host.Variable);
        placeholders.RememberThoseNamedIn(solution.Connections.Select(one => one.ConnectionString ?? ""));
        if (call.Argument(Connection) is { } name && solution.Connections.All(one => one.Name != name))
        {
            throw new UsageException(
                $"there is no connection '{name}'", NearName.Hint(name, solution.Connections.Select(one => one.Name)));
        }

        return new DurabilityHost(
            solution, CallLedger.Location(call), placeholders, call.Host.Secrets, call.Host.Time, call.Host.Stop);
    }

    // Its connections may lead elsewhere, and the database in question would read as if it were well.
    private static void RefuseUnknownEnvironment(Call call)
    {
        if (call.EnvironmentName is { } name && Completions.Environments(call.SolutionFolder) is var known
            && !known.Contains(name))
        {
            throw new UsageException($"the environment '{name}' is not known: its file does not exist",
                NearName.Hint(name, known) ?? (known.Count > 0 ? $"there is: {string.Join(", ", known)}"
                    : $"create environments/{name}.yaml, or leave --environment out"));
        }
    }

    // A wrong name must not read as if nothing were relaxed. Where the ledger is gone, databases tell what to restore.
    private static void RefuseNothing(Call call)
    {
        using var reader = CallLedger.Open(call);
        if (reader is null && !File.Exists(Path.Combine(call.SolutionFolder, "solution.yaml")))
        {
            throw new UsageException($"there is neither a solution.yaml nor a ledger in {call.SolutionFolder}",
                "run it where solution.yaml lies, or name the folder with -C");
        }
    }
}
