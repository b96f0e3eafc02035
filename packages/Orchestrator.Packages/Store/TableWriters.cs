using System.Runtime.CompilerServices;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Which objects of a solution write a table; looked up once per solution.</summary>
internal sealed class TableWriters
{
    private static readonly ConditionalWeakTable<Solution, TableWriters> Known = [];

    private readonly ILookup<(string Connection, string Schema, string Table), ObjectDefinition> _byTable;
    private readonly Dictionary<string, ObjectDefinition> _byName = new(StringComparer.Ordinal);

    private TableWriters(Solution solution)
    {
        var objects = solution.Projects.SelectMany(p => p.Objects).ToArray();
        _byTable = objects.Where(o => o.IsLoad).ToLookup(o => KeyOf(o, solution));
        foreach (var definition in objects)
        {
            _byName.TryAdd(definition.FullName, definition);
        }
    }

    /// <summary>The loads that write the same table through the same connection, in declared order.</summary>
    public static IEnumerable<ObjectDefinition> OfSameTable(ObjectDefinition definition, Solution solution) =>
        For(solution)._byTable[KeyOf(definition, solution)];

    /// <summary>The load in whose file a check or statement works; null where it is its own.</summary>
    public static ObjectDefinition? WorkedOnBy(ObjectDefinition definition, Solution solution)
    {
        if (definition.IsLoad)
        {
            return null;
        }

        var writers = OfSameTable(definition, solution).ToArray();
        return writers.FirstOrDefault(o => o.Project == definition.Project && o.Container == definition.Container)
            ?? writers.FirstOrDefault(o => o.Project == definition.Project)
            ?? writers.FirstOrDefault()
            ?? definition.DependsOn.Select(d => Named(definition, d.Object, solution))
                .FirstOrDefault(o => o is { IsLoad: true } && o.Target.Connection == definition.Target.Connection);
    }

    private static ObjectDefinition? Named(ObjectDefinition from, string name, Solution solution)
    {
        var known = For(solution)._byName;
        return known.GetValueOrDefault($"{from.Project}/{name}") ?? known.GetValueOrDefault(name);
    }

    private static (string, string, string) KeyOf(ObjectDefinition definition, Solution solution)
    {
        var target = definition.Target;
        if (Platforms.Of(solution, target.Connection)?.Dialect is not { } dialect)
        {
            return (target.Connection, target.Schema ?? "", target.Name);
        }

        var table = dialect.Table(target.Schema, target.Name);
        return (target.Connection, dialect.Fold(table.Schema ?? ""), dialect.Fold(table.Name));
    }

    private static TableWriters For(Solution solution) => Known.GetValue(solution, static s => new TableWriters(s));
}
