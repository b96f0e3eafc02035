using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>The relaxed databases that packages of a plan write, each once, in declared order.</summary>
internal sealed class RelaxedList
{
    private readonly List<string> _names;

    public RelaxedList(PlanDraft draft)
    {
        var written = draft.Nodes.Select(node => Written(node.Definition)).OfType<string>()
            .ToHashSet(StringComparer.Ordinal);
        var connections = draft.Solution.Connections.Where(one => one.IsRelaxed && written.Contains(one.Name)).ToList();
        _names = [.. connections.Select(one => one.Name)];
        Databases = [.. connections.Select(one =>
            new RelaxedDatabase(one.Name, one.Durability.Flush, one.Durability.Every))];
    }

    public IReadOnlyList<RelaxedDatabase> Databases { get; }

    /// <summary>Where the package writes there.</summary>
    public int WrittenBy(ObjectDefinition definition) => Written(definition) is { } name ? _names.IndexOf(name) : -1;

    /// <summary>What a load or a class reads, where it is another database than the target.</summary>
    public IReadOnlyList<int> ReadBy(ObjectDefinition definition) =>
        [.. new[] { definition.Source?.Connection }.Concat(definition.Plugin?.Reads ?? [])
            .Concat(definition.Plugin?.Writes ?? []).OfType<string>().Distinct()
            .Where(name => name != Written(definition))
            .Select(name => _names.IndexOf(name)).Where(index => index >= 0)];

    private static string? Written(ObjectDefinition? definition) =>
        definition is { WritesTarget: true } ? definition.Target.Connection : null;
}
