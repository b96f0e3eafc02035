using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What can be said only when all projects are built: dependencies, targets that fold, narrowing.</summary>
internal static class ProjectChecks
{
    public static void Check(LoadContext context, IReadOnlyList<Project> projects,
        IReadOnlyList<Connection> connections)
    {
        var objects = projects.SelectMany(project => project.Objects).ToList();
        var names = objects.Select(one => one.FullName).ToHashSet(StringComparer.Ordinal);
        foreach (var one in objects)
        {
            var isImported = context.Options.IsImported(one.Project);
            foreach (var on in one.DependsOn.Concat(one.AnyOf.SelectMany(any => any)).Where(on =>
                on.On == DependencyOn.Object && !names.Contains(Full(one, on))
                && !(isImported && !on.Object.Contains('/', StringComparison.Ordinal))))
            {
                var name = new YamlScalar(on.At, on.Object.Length, on.Object, IsPlain: true);
                context.UnknownName("ORC1023", "object", name, on.Object.Contains('/', StringComparison.Ordinal)
                    ? names
                    : objects.Where(other => other.Project == one.Project).Select(other => other.Name));
            }
        }

        Targets(context, objects, connections);
        var writers = objects.Where(one => one.IsLoad).ToLookup(TableOf);
        foreach (var one in objects.Where(one => one.Source is { Name: not null }))
        {
            var writer = writers[(one.Source!.Connection, one.Source.Schema, one.Source.Name!)].FirstOrDefault();
            if (writer is not null)
            {
                NarrowingCheck(context, writer, one);
            }
        }
    }

    public static (string Connection, string? Schema, string Name) TableOf(ObjectDefinition one) =>
        (one.Target.Connection, one.Target.Schema, one.Target.Name);

    private static string Full(ObjectDefinition one, Dependency on) =>
        on.Object.Contains('/', StringComparison.Ordinal) ? on.Object : $"{one.Project}/{on.Object}";

    private static void Targets(LoadContext context, List<ObjectDefinition> objects,
        IReadOnlyList<Connection> connections)
    {
        var known = connections.ToDictionary(connection => connection.Name);
        var taken = new Dictionary<string, ObjectDefinition>(StringComparer.Ordinal);
        foreach (var one in objects.Where(one => one.IsLoad
            && known.TryGetValue(one.Target.Connection, out var connection) && !HasSchemas(connection.Facts)))
        {
            var key = TableNames.Written(known[one.Target.Connection], one);
            var table = one.Target.Schema is null ? one.Target.Name : $"{one.Target.Schema}_{one.Target.Name}";
            if (!taken.TryAdd(key, one) && TableOf(taken[key]) != TableOf(one))
            {
                context.Bag.Error("ORC1037", one.At,
                    $"'{one.FullName}' and '{taken[key].FullName}' would write one table, "
                    + $"'{table}': {PlatformTable.Words(HasNoSchemas)} has no schemas and does not tell case",
                    "give one another target");
            }
        }
    }

    private static bool HasNoSchemas(PlatformFacts row) => !HasSchemas(row) && row.Form != StoreForm.Folder;

    // There a table is written as its server names it, and whoever writes it in another case means the same.
    private static bool HasSchemas(PlatformFacts row) => row.DefaultSchema is not null;

    private static void NarrowingCheck(LoadContext context, ObjectDefinition writer, ObjectDefinition reader)
    {
        foreach (var column in reader.Columns.Where(
            column => column is { SourceExpression: null, TargetExpression: null }))
        {
            var from = writer.Columns.FirstOrDefault(other => other.Target == column.Name)?.DataType;
            if (from is null || column.DataType is not { } to)
            {
                continue;
            }

            foreach (var narrowing in Narrowing.Between(from.Value, to))
            {
                var (key, policy) = column.Policies.For(narrowing.Loss);
                if (policy.At == Origin.Default)
                {
                    context.Bag.Warning("ORC1040", column.At,
                        $"'{column.Name}' of '{reader.FullName}' becomes narrower: {narrowing.Why}",
                        $"a value that does not fit fails the load; write {key}: fail if that is meant, or redirect");
                }
            }
        }
    }
}
