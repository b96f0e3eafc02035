using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// Puts the objects of containers with a loop into its turns, as far as these are known before the run. What the run
/// finds out is a template: its objects know which variables will have a value.
/// </summary>
internal sealed class LoopExpansion(
    BuildScope scope, EffectiveProject project, BuiltContainers containers, Project? below)
{
    private static readonly IReadOnlyList<InstanceTurn> None = [];

    private readonly Dictionary<string, IReadOnlyList<IReadOnlyList<InstanceTurn>>> _turns =
        new(StringComparer.Ordinal);

    public (EffectiveProject Project, BuiltContainers Containers) Expand()
    {
        if (containers.Containers.All(container => container.Model.Loop is null))
        {
            return (project, containers);
        }

        var nesting = new LoopNesting(scope.Context, project, containers.Containers);
        foreach (var container in containers.Containers.Where(one => one.Model.Loop is not null))
        {
            _turns[container.Model.Name] = TurnsOf(container, nesting.Around(container));
        }

        return Put(nesting);
    }

    /// <summary>The turns of a container, each with those around it, as far out as they are known before the run.
    /// </summary>
    private IReadOnlyList<IReadOnlyList<InstanceTurn>> TurnsOf(
        BuiltContainer container, IReadOnlyList<BuiltContainer> around)
    {
        IEnumerable<IReadOnlyList<InstanceTurn>> turns = [None];
        var count = 1L;
        foreach (var loop in around.TakeWhile(one => one.Model.Loop!.IsKnown))
        {
            var own = LoopValues.Turns(scope, loop);
            count *= own.Count;
            if (count > LoopDefinition.TurnsMax)
            {
                scope.Context.Bag.Error("ORC1187", container.Model.Loop!.At,
                    $"'{container.Model.Name}' has {Words.Number(count)} turns with those around it, "
                    + $"{Words.Number(LoopDefinition.TurnsMax)} are taken",
                    "give it fewer values, or let several batches do parts of it");
                return [];
            }

            var outer = turns;
            turns = outer.SelectMany(before => own.Select(turn => (IReadOnlyList<InstanceTurn>)[.. before, turn]));
        }

        return [.. turns];
    }

    private (EffectiveProject, BuiltContainers) Put(LoopNesting nesting)
    {
        var objects = new List<EffectiveObject>();
        var byObject = new Dictionary<string, BuiltContainer>(StringComparer.Ordinal);
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        List<BuiltContainer> built = [.. containers.Containers.Select(one => WithTurns(one, nesting))];
        var byName = built.ToLookup(one => one.Model.Name, StringComparer.Ordinal);
        foreach (var one in project.Objects)
        {
            var container = containers.ByObject[one.Name];
            foreach (var made in Made(one, container, nesting))
            {
                if (byObject.TryAdd(made.Name, byName[container.Model.Name].First()))
                {
                    objects.Add(made);
                    places[made.Name] = containers.Places[one.Name];
                }
                else
                {
                    scope.Context.Bag.Error("ORC1188", one.At,
                        $"two objects of '{project.Draft.Name}' are called '{made.Name}', one of them in a turn",
                        "rename one of the two");
                }
            }
        }

        return (project with { Objects = objects }, new BuiltContainers(built, byObject, places));
    }

    private BuiltContainer WithTurns(BuiltContainer container, LoopNesting nesting) =>
        container.Model.Loop is null ? container : container with
        {
            Model = container.Model with
            {
                Turns = _turns[container.Model.Name],
                OpenAround = Open(nesting.Around(container).SkipLast(1)),
                WithoutTurns = _turns[container.Model.Name].Count > 0 ? []
                    : [.. project.Objects.Where(one => containers.ByObject[one.Name] == container)
                        .Select(one => one.WrittenName).Distinct()],
                IsExpanded = nesting.Around(container).All(loop => loop.Model.Loop!.IsKnown),
                KnownRows = container.Model.Loop.IsKnown ? LoopValues.Rows(scope, container) : null,
            },
        };

    private IEnumerable<EffectiveObject> Made(EffectiveObject one, BuiltContainer container, LoopNesting nesting)
    {
        if (container.Model.Loop is null)
        {
            CheckInherited(one);
            return [one];
        }

        var open = Open(nesting.Around(container));
        return _turns[container.Model.Name].Select(turns =>
        {
            var made = turns.Count == 0 ? one : LoopTurns.In(one, turns);
            return made with
            {
                Open = open,
                Group = turns.Count == 0 ? null
                    : $"{container.Model.Name}[{string.Join(',', turns.Select(turn => turn.Key))}]",
            };
        });
    }

    /// <summary>What loops give a value whose turns, or those around them, the run finds out.</summary>
    private static IReadOnlyList<InstanceValue> Open(IEnumerable<BuiltContainer> loops) =>
        [.. loops.SkipWhile(loop => loop.Model.Loop!.IsKnown).SelectMany(loop => loop.Model.Loop!.Columns)
            .Select(column => new InstanceValue(column.Name, column.Type, null))];

    // What it would repeat is there once for each turn.
    private void CheckInherited(EffectiveObject one)
    {
        if (one.IsInherited && below is not null && below.Containers.Any(container => container.Loop is not null)
            && below.Objects.All(other => other.Name != one.Name))
        {
            scope.Context.Bag.Error("ORC1188", one.At,
                $"'{one.Name}' of '{project.Draft.Name}' repeats what '{below.Name}' has in the turns of a loop",
                "leave it in the container that is inherited, which repeats the loop");
        }
    }
}
