using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Compared;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Targets;

/// <summary>The way to the databases of a solution beside its runs, with the variables and secrets of who asks.
/// </summary>
/// <param name="solution">The solution.</param>
/// <param name="secrets">Remembers each secret that is used.</param>
/// <param name="variable">The value of an environment variable; null = it is not set.</param>
/// <param name="time">The clock.</param>
/// <param name="cancellation">Ends what is asked.</param>
public sealed class SolutionTargets(
    Solution solution, Secrets secrets, Func<string, string?> variable, TimeProvider time,
    CancellationToken cancellation)
{
    private readonly PlaceholderResolver _placeholders = Remembering(solution, secrets, variable);

    /// <summary>The way to its connections.</summary>
    public ConnectionAccess Connections => new(
        solution, _placeholders.Resolve, _placeholders.ResolveConnection, time, cancellation)
    {
        SendHttp = new OutboundHttp(time).Send,
    };

    /// <summary>The objects of kind absorb, in declared order.</summary>
    public static IReadOnlyList<ObjectDefinition> Absorbers(Solution solution) =>
        [.. solution.Projects.SelectMany(project => project.Objects)
            .Where(each => KindTable.Of(each.Kind).HasBuffer)];

    /// <summary>The way to the buffer of an object of kind absorb.</summary>
    /// <param name="definition">The object.</param>
    /// <param name="folder">A folder of who asks.</param>
    /// <param name="heldUp">Told what is waited for, and null when it goes on.</param>
    public BufferAccess Buffer(ObjectDefinition definition, string folder, Action<string?> heldUp) => new(
        Context(definition, solution, folder) with { HeldUp = (_, what) => heldUp(what) },
        $"process {Environment.ProcessId} on {Environment.MachineName}");

    /// <summary>The rows of a table, file or query, for who compares them.</summary>
    /// <param name="place">The place, whose connection the solution has.</param>
    /// <param name="format">Format of a file; null = the one that is called as its ending, else csv.</param>
    /// <param name="folder">A folder of who asks.</param>
    /// <param name="stop">Stops what looks at them.</param>
    public DataRows Rows(DataPlace place, string? format, string folder, CancellationToken stop) => new(
        solution, place, format, (definition, read) => Context(definition, read, folder) with
        {
            SendHttp = new OutboundHttp(time).Send,
            Cancellation = stop,
        });

    private PackageContext Context(ObjectDefinition definition, Solution of, string folder) => new()
    {
        Object = definition,
        Solution = of,
        AttemptId = 0,
        Run = 0,
        Folder = folder,
        Resolve = _placeholders.Resolve,
        ResolveConnection = _placeholders.ResolveConnection,
        Progress = (_, _) => { },
        Resources = new RunResources(),
        HeldUp = (_, _) => { },
        Time = time,
        Cancellation = cancellation,
    };

    private static PlaceholderResolver Remembering(Solution solution, Secrets secrets, Func<string, string?> variable)
    {
        var placeholders = new PlaceholderResolver(secrets, variable);
        placeholders.RememberThoseNamedIn(solution.Connections.Select(one => one.ConnectionString ?? ""));
        return placeholders;
    }
}
