using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Verbs;

/// <summary>`connections list|test [CONN]`: what the connections are, and whether they lead anywhere.</summary>
internal static class ConnectionsVerb
{
    private static readonly Argument<string> Action =
        Verb.Required("ACTION", "list (never connects) or test (opens each for reading)");

    private static readonly Argument<string?> Name = Verb.Optional("CONN", "A connection [default: all]");

    public static Verb Create()
    {
        Action.CompletionSources.Add("list", "test");
        Name.CompletionSources.Add(Completions.Connections);
        return new Verb("connections", "List the connections, or test whether each can be reached", Run)
        {
            Takes = [Action, Name],
            Examples = ["connections list", "connections test", "connections test Staging --environment prod"],
        };
    }

    private static int Run(Call call)
    {
        var action = call.RequiredArgument(Action);
        if (action is not ("list" or "test"))
        {
            throw new UsageException($"expected list or test, got: '{action}'",
                Nearest.To(action, ["list", "test"]) is { } near ? $"did you mean '{near}'?" : null);
        }

        if (SolutionAtHand.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var chosen = call.Argument(Name) is { } name ? [Find(solution, name)] : solution.Connections;
        return action == "list" ? List(call, solution, chosen) : Test(call, solution, chosen);
    }

    /// <summary>The connection of that name.</summary>
    /// <exception cref="UsageException">There is none; it lists them.</exception>
    public static Connection Find(Solution solution, string name)
    {
        var names = solution.Connections.Select(connection => connection.Name).ToArray();
        var near = Nearest.To(name, names);
        return solution.Connections.FirstOrDefault(connection => connection.Name == name) ?? throw new UsageException(
            $"there is no connection '{name}'" + (near is null ? "" : $"; did you mean '{near}'?"),
            $"connections: {string.Join(", ", names)}");
    }

    private static int List(Call call, Solution solution, IReadOnlyList<Connection> chosen)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(ConnectionsScreen.Document(solution, chosen)));
        }
        else
        {
            call.Results.Write(ConnectionsScreen.Lines(solution, chosen));
        }

        return ExitCode.Done;
    }

    private static int Test(Call call, Solution solution, IReadOnlyList<Connection> chosen)
    {
        var access = ConnectionsAtHand.Access(call, solution);
        var tested = chosen.SelectMany(connection => ConnectionTest.Of(connection, access, call.Host.Time)).ToArray();
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(ConnectionTestScreen.Document(tested)));
        }
        else
        {
            call.Results.Write(ConnectionTestScreen.Lines(tested));
        }

        return tested.Any(each => each.Error is not null) ? ExitCode.Unreachable : ExitCode.Done;
    }
}
