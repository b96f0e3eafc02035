using Orchestrator.Engine;
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

    /// <summary>The source of a load, where it is another database than the target.</summary>
    public IReadOnlyList<int> ReadBy(ObjectDefinition definition) =>
        definition.Source?.Connection is { } source && source != definition.Target.Connection
            && _names.IndexOf(source) is >= 0 and var index ? [index] : [];

    private static string? Written(ObjectDefinition? definition) =>
        definition is { WritesTarget: true } ? definition.Target.Connection : null;
}
