using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Runner.Targets;

namespace Orchestrator.Cli.Run;

/// <summary>The objects of kind absorb that a call names, and the way to their buffers.</summary>
internal static class CallAbsorbers
{
    /// <summary>Those of that name; all where none is given.</summary>
    /// <exception cref="UsageException">There is none, or it may mean several.</exception>
    public static IReadOnlyList<ObjectDefinition> Objects(Solution solution, string? name)
    {
        var all = SolutionTargets.Absorbers(solution).ToArray();
        var found = name is null ? all
            : all.Where(each => each.FullName == name).ToArray() is [var one]
            ? [one] : all.Where(each => each.Name == name).ToArray();
        if (found.Length == 0)
        {
            throw new UsageException(
                name is null ? "no object of the solution is of kind absorb" : $"there is no buffer of '{name}'",
                all.Length == 0 ? "`orchestrator help absorb` says how one is declared"
                    : $"objects of kind absorb: {string.Join(", ", all.Select(each => each.FullName))}");
        }

        return name is null || found.Length == 1 ? found : throw new UsageException(
            $"'{name}' may mean {found.Length} objects: give one of them in full",
            string.Join(", ", found.Select(each => each.FullName)));
    }

    /// <summary>The only one that is meant.</summary>
    /// <exception cref="UsageException">There is none, or there are several.</exception>
    public static ObjectDefinition Object(Solution solution, string? name) => Objects(solution, name) is [var only]
        ? only : throw new UsageException("which object? There are several of kind absorb",
            string.Join(", ", Objects(solution, null).Select(each => each.FullName)));

    /// <summary>The way to the buffer of an object, with the variables and secrets of this call.</summary>
    public static BufferAccess Access(Call call, Solution solution, ObjectDefinition definition) =>
        CallConnections.Targets(call, solution).Buffer(
            definition, call.SolutionFolder, new WaitTeller(call).HeldUp);
}
