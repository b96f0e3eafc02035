using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Which loops of a project stand in the turns of which.</summary>
internal sealed class LoopNesting
{
    private readonly LoadContext _context;
    private readonly Dictionary<string, BuiltContainer> _loops = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<BuiltContainer>> _around = new(StringComparer.Ordinal);
    private readonly HashSet<string> _plain;

    public LoopNesting(LoadContext context, EffectiveProject project, IReadOnlyList<BuiltContainer> containers)
    {
        _context = context;
        _plain = [.. containers.Where(one => one.Model.Loop is null).Select(one => one.Model.Name)];
        foreach (var container in containers.Where(one => one.Model.Loop is not null))
        {
            _loops.TryAdd(container.Model.Name, container);
        }

        foreach (var container in _loops.Values)
        {
            _around[container.Model.Name] = Find(container);
            CheckNames(container, ForEachBuilder.Of(project.Draft)?.Variable);
        }
    }

    /// <summary>The loops around a container's own, the outermost first, and its own at the end.</summary>
    public IReadOnlyList<BuiltContainer> Around(BuiltContainer container) => _around[container.Model.Name];

    private List<BuiltContainer> Find(BuiltContainer container)
    {
        var around = new List<BuiltContainer> { container };
        for (var inner = container; inner.Model.Loop!.Within is { } name;)
        {
            if (!_loops.TryGetValue(name, out var outer))
            {
                Unknown(inner, name);
                break;
            }

            around.Insert(0, outer);
            if (around.Count > LoopDefinition.DepthMax || around.IndexOf(outer, 1) > 0)
            {
                TooDeep(container, around);
                return [container];
            }

            inner = outer;
        }

        return around;
    }

    private void Unknown(BuiltContainer container, string name)
    {
        var written = container.Map?.Map(LoopKeys.Section.Name)?.Scalar(LoopKeys.Within.Name)
            ?? new YamlScalar(container.Model.Loop!.At, 0, name, IsPlain: true);
        if (_plain.Contains(name))
        {
            _context.Bag.Error("ORC1185", written.At,
                $"the container '{name}' has no 'forEach', so that nothing stands in its turns",
                "give it one, or leave 'within' out");
            return;
        }

        _context.UnknownName("ORC1185", "container with a 'forEach'", written,
            _loops.Keys.Where(known => known != container.Model.Name));
    }

    private void TooDeep(BuiltContainer container, List<BuiltContainer> around)
    {
        var names = string.Join(" → ", around.Select(one => one.Model.Name));
        var isCircle = around.Count > 1 && around[0].Model.Name == around[^1].Model.Name;
        _context.Bag.Error("ORC1185", container.Model.Loop!.At, isCircle
            ? $"loops stand in each other: {names}"
            : $"the loop '{container.Model.Name}' stands too deep: {names}",
            isCircle ? "take 'within' out of one of them"
                : $"{LoopDefinition.DepthMax} loops may stand in each other: let a query give the rows of two at once");
    }

    // What an outer turn gives is read in an inner one: nobody would know which of two of one name is meant.
    private void CheckNames(BuiltContainer container, string? ofProject)
    {
        var own = container.Model.Loop!.Columns.Select(column => column.Name).ToList();
        var others = Around(container).SkipLast(1).SelectMany(outer => outer.Model.Loop!.Columns)
            .Select(column => column.Name).Append(ofProject);
        foreach (var name in own.Intersect(others.OfType<string>(), StringComparer.Ordinal))
        {
            _context.Bag.Error("ORC1186", container.Model.Loop.At,
                $"'{name}' has a value in each turn of '{container.Model.Name}', and in those around it as well",
                "name another with variable: NAME, or another column");
        }
    }
}
