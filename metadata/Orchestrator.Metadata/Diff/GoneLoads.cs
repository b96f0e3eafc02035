using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Diff;

/// <summary>A package that an earlier plan has and a later one does not, and whose table nobody writes there.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Connection">The connection of its table.</param>
/// <param name="Table">The table, which keeps the rows that it has.</param>
/// <param name="Readers">The packages that read the table all the same, by name, in the order of the plan.</param>
/// <param name="IsOfListedFile">Whether its project has an object for each file that is there (`objects: "*"`).</param>
public sealed record GoneLoad(
    string Name, string Connection, string Table, IReadOnlyList<string> Readers, bool IsOfListedFile);

/// <summary>Finds out whose rows stay as they are, because who has loaded them is no more in the plan.</summary>
public static class GoneLoads
{
    /// <summary>Those of the earlier plan, in its order: whose table is read, or who is gone because no file is there.
    /// </summary>
    /// <param name="earlier">The plan of a run before.</param>
    /// <param name="today">The plan now.</param>
    /// <param name="solution">The solution that it was compiled from.</param>
    public static IReadOnlyList<GoneLoad> Of(PlanContent earlier, Plan today, Solution solution)
    {
        var names = today.Nodes.Select(node => node.Name).ToHashSet(StringComparer.Ordinal);
        ObjectDefinition[] packages = [.. today.Nodes.Select(node => node.Payload).OfType<ObjectDefinition>()];
        return
        [
            .. earlier.Nodes.Where(node => node.Kind == NodeKind.Package && !names.Contains(node.Name))
                .Select(node => Of(node, solution, packages)).OfType<GoneLoad>()
                .Where(gone => gone.Readers.Count > 0 || gone.IsOfListedFile),
        ];
    }

    private static GoneLoad? Of(PlanEntry node, Solution solution, ObjectDefinition[] packages)
    {
        if (PlanTarget.Of(node) is not { Connection: var connection, Schema: var schema, Name: { } table }
            || KindTable.Of(node.Value("kind")).Target != TargetUse.Written
            || Key(solution, connection, schema, table) is not { } key
            || packages.Any(one => one.WritesTarget && Written(solution, one) == key))
        {
            return null;
        }

        var project = node.Name.Split('/')[0];
        return new GoneLoad(node.Name, connection, table,
            [.. packages.Where(one => one.Enabled && Read(solution, one) == key).Select(one => one.FullName)],
            solution.Projects.Any(one => one is { ListsFiles: true, Inherit: null } && one.Name == project));
    }

    private static string? Written(Solution solution, ObjectDefinition one) =>
        Key(solution, one.Target.Connection, one.Target.Schema, one.Target.Name);

    private static string? Read(Solution solution, ObjectDefinition one) =>
        one.Source is { Name: { } table } source ? Key(solution, source.Connection, source.Schema, table)
        : KindTable.Of(one.Kind).IsCheck ? Written(solution, one)
        : null;

    // Where each writer has a file of its own, a name alone says nothing; neither does that of a file.
    private static string? Key(Solution solution, string connection, string? schema, string table) =>
        solution.Connections.FirstOrDefault(one => one.Name == connection) is { IsFolder: false } known
            && !TableNames.IsSplit(known)
            ? $"{TableNames.Store(known)}|{TableNames.Table(known, schema, table)}"
            : null;
}
