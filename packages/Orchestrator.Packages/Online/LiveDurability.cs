using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Online;

/// <summary>Holds what a solution says of durability against what a database tells of its own. Pure.</summary>
internal static class LiveDurability
{
    /// <summary>What is not as the solution says.</summary>
    public static IEnumerable<Diagnostic> Found(Solution solution, LiveDatabase database)
    {
        var connection = database.Connection;
        foreach (var obstacle in database.Obstacles.Where(obstacle => obstacle.RulesOut))
        {
            yield return new Diagnostic(
                "ORC3519", Severity.Warning, connection.Durability.At,
                $"a run will not relax the durability of '{connection.Name}': {obstacle.What}",
                obstacle.Advice.TrimEnd('.'));
        }

        if (!connection.IsRelaxed && Relaxed(database) is { } setting
            && !solution.Connections.Any(one => one.IsRelaxed && one.Durability.Connection == connection.Name))
        {
            yield return new Diagnostic(
                "ORC3520", Severity.Warning, connection.At,
                $"the database of '{connection.Name}' has {setting}, and nothing in the solution says so: each package "
                + "brings what it loads to disk by itself, and what others commit there a crash of the server can take",
                AdviceOn(connection.Facts));
        }
    }

    /// <summary>What is worth knowing.</summary>
    public static IEnumerable<string> Notes(LiveDatabase database)
    {
        var name = database.Connection.Name;
        if (!database.Connection.IsRelaxed)
        {
            return database.Facts.Where(fact => fact.Kind == FactKind.AlwaysDurable).Select(fact =>
                $"{name} uses {fact.Name}, with which its commits are always fully durable");
        }

        var known = database.Obstacles.Where(obstacle => !obstacle.RulesOut)
            .Select(obstacle => $"{name}: {obstacle.What}. {obstacle.Advice}");
        return Relaxed(database) is { } setting
            ? known.Append($"{name} has {setting} already: unless a run that is at work did it, it stays so")
            : known;
    }

    private static string AdviceOn(PlatformFacts platform) => platform.Scopes.Count == 0
        ? "set it back, or leave it so where all that the server holds can be loaded again"
        : "set it back, or let a run flush for many packages at once: `reloadable: true` and "
            + "`delayedDurability: {mode: forced}`";

    private static string? Relaxed(LiveDatabase database) =>
        database.Facts.FirstOrDefault(fact => fact.Kind == FactKind.Relaxed)?.Name;
}
