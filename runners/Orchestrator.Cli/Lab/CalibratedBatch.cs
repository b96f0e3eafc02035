using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Run;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Lab;

/// <summary>The batch that a calibration may run again and again.</summary>
internal static class CalibratedBatch
{
    /// <summary>The packages of a plan that run.</summary>
    public static IEnumerable<ObjectDefinition> Objects(Plan plan) =>
        plan.Nodes.Select(node => node.Payload).OfType<ObjectDefinition>().Where(one => one.Enabled);

    /// <exception cref="UsageException">A target could not be loaded again, a package needs what is not allowed, or a
    /// second run would not do what the first did.</exception>
    public static void Refuse(Call call, RunRequest request)
    {
        Allowances.Refuse(request);
        var access = CallConnections.Access(call, request.Solution);
        var written = Objects(request.Plan).Select(one => one.Target.Connection)
            .Concat(request.Solution.Projects.SelectMany(project => project.Objects)
                .Where(Objects(request.Plan).Contains).SelectMany(one => one.Hooks).Select(hook => hook.Connection))
            .Distinct(StringComparer.Ordinal);
        foreach (var connection in request.Solution.Connections.Where(one => written.Contains(one.Name)))
        {
            CalibratedConnection.Refuse(
                connection, CalibratedConnection.HasLedger(call, request.Solution, connection, access));
        }

        var once = Objects(request.Plan).FirstOrDefault(one => request.Solution.Connections.Any(connection =>
            connection.Name == one.Source?.Connection && connection.Files.TakesOnce));
        if (once is not null)
        {
            throw new UsageException(
                $"{once.FullName} takes each file once, so that a second run would find none",
                "look at what runs of other nights took: --recorded");
        }
    }

    /// <summary>What makes a second run another one than the first.</summary>
    public static IEnumerable<string> Warnings(RunRequest request)
    {
        var marked = Objects(request.Plan).Where(one => one.Watermark is not null)
            .Select(one => one.FullName).ToArray();
        if (marked.Length > 0)
        {
            yield return $"{Words.Count(marked.Length, "package")} with a watermark "
                + $"{(marked.Length == 1 ? "loads" : "load")} only what is new, which is little after the first run: "
                + $"{string.Join(", ", marked.Take(5))}; --recorded compares runs of other nights";
        }
    }
}
