using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Connections;

/// <summary>`connections list|test [CONN]`: what the connections are, and whether they lead anywhere.</summary>
internal static class ConnectionsVerb
{
    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "list: what the metadata say of each; grants: the rights that its objects need, as statements "
            + "(neither connects); test: whether it answers; refresh: write its tables into the catalog anew; drift: "
            + "what is other there than in the catalog");

    private static readonly Argument<string?> Name = Verb.Optional(
        "CONN", "A connection, or all [default: all; grants and refresh take one]");

    private const string All = "all";

    private static readonly string[] Actions = ["list", "test", "grants", "refresh", "drift"];

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Name.CompletionSources.Add(Completions.Connections);
        return new Verb("connections", "Look at the connections, and at what is behind them", Run)
        {
            Takes =
            [
                Action, Name, TableScope.Include, TableScope.Exclude, ConnectionGrants.Role, Consent.Yes,
                Consent.DryRun,
            ],
            Examples =
            [
                "connections list", "connections test Staging --environment prod",
                "connections refresh Crm --include \"sales.*\" --dry-run", "connections drift all",
                "connections grants Staging --role etl",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        RefuseIdle(call, action);
        TableScope.RefuseEmpty(call);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        IReadOnlyList<Connection> chosen = call.Argument(Name) is { } name and not All
            ? [Find(solution, name)] : solution.Connections;
        return action switch
        {
            "list" => List(call, solution, chosen),
            "test" => Test(call, solution, chosen),
            "drift" => ConnectionDrift.Show(call, solution, Databases(chosen, call.Argument(Name) is not null)),
            "grants" => ConnectionGrants.Show(call, solution, One(call, solution)),
            _ => ConnectionRefresh.Run(call, solution, One(call, solution)),
        };
    }

    // An option that would do nothing was meant for something else.
    private static void RefuseIdle(Call call, string action)
    {
        var tables = call.Texts(TableScope.Include).Concat(call.Texts(TableScope.Exclude)).Any();
        if (tables && action is not ("refresh" or "drift"))
        {
            throw new UsageException($"--include and --exclude choose tables, and `connections {action}` reads none");
        }

        if (action != "grants")
        {
            Consent.RefuseIdle(call, $"connections {action}", "grants nothing", ConnectionGrants.Role);
        }

        if (action != "refresh")
        {
            Consent.RefuseIdle(
                call, $"connections {action}", "changes nothing anyway", Consent.Yes, Consent.DryRun);
        }
    }

    private static Connection One(Call call, Solution solution) => call.Argument(Name) is { } name and not All
        ? Databases([Find(solution, name)], isNamed: true)[0]
        : throw new UsageException($"which connection? `connections {call.RequiredArgument(Action)}` takes one",
            $"connections: {string.Join(", ", solution.Connections.Select(connection => connection.Name))}");

    private static Connection[] Databases(IReadOnlyList<Connection> chosen, bool isNamed) =>
        isNamed && chosen is [{ IsFolder: true } folder]
            ? throw new UsageException($"'{folder.Name}' is a folder of files, not a database")
            : [.. chosen.Where(connection => !connection.IsFolder)];

    /// <summary>The connection of that name.</summary>
    /// <exception cref="UsageException">There is none; it lists them.</exception>
    public static Connection Find(Solution solution, string name)
    {
        var names = solution.Connections.Select(connection => connection.Name).ToArray();
        var near = NearName.To(name, names);
        return solution.Connections.FirstOrDefault(connection => connection.Name == name) ?? throw new UsageException(
            $"there is no connection '{name}'" + (near is null ? "" : $"; did you mean '{near}'?"),
            $"connections: {string.Join(", ", names)}");
    }

    private static int List(Call call, Solution solution, IReadOnlyList<Connection> chosen)
    {
        call.Write(() => ConnectionsScreen.Document(solution, chosen), () => ConnectionsScreen.Lines(solution, chosen));
        return ExitCode.Done;
    }

    private static int Test(Call call, Solution solution, IReadOnlyList<Connection> chosen)
    {
        var access = CallConnections.Access(call, solution);
        var tested = chosen.SelectMany(connection => ConnectionTest.Of(connection, access, call.Host.Time)).ToArray();
        call.Write(() => ConnectionTestScreen.Document(tested), () => ConnectionTestScreen.Lines(tested));
        return tested.Any(each => each.Error is not null) ? ExitCode.Unreachable : ExitCode.Done;
    }
}
