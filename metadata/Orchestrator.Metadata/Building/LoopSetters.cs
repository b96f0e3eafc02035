using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// Makes the package that finds out the turns of a loop over a query or files: it sets a value that is rows, as any
/// package may, so that its attempts, its retry and what a later run knows of it are those of any package.
/// </summary>
internal sealed class LoopSetters(BuildScope scope, Draft project, Cascade above)
{
    public IEnumerable<ObjectDefinition> Of(BuiltContainers containers) => containers.Containers
        .Where(container => container.Model.Loop is { Kind: LoopKind.Query or LoopKind.Files })
        .SelectMany(container => container.Model.Turns.Select(turns => Of(container, turns)))
        .OfType<ObjectDefinition>();

    private ObjectDefinition? Of(BuiltContainer container, IReadOnlyList<InstanceTurn> around)
    {
        var loop = container.Model.Loop!;
        if (!RunValueType.TryRows(loop.Columns, out var type, out var problem))
        {
            scope.Context.Bag.Error("ORC1180", loop.At,
                $"the query of '{container.Model.Name}' gives no rows to loop over: {problem}",
                "name the columns of the result with their types: rows: {Code: char(2)}");
            return null;
        }

        var name = container.Model.SetterName;
        var instance = around.Count == 0 ? null : new Instance(name, around);
        var cascade = above.Under(container.Map);
        return new ObjectDefinition
        {
            Name = instance?.Name ?? name,
            Project = project.Name,
            Instance = instance,
            Given = [.. instance?.Values ?? [], .. container.Model.OpenAround],
            Group = instance?.Name ?? name,
            Kind = KindTable.OfTurns(loop.Kind).Word,
            Container = name,
            Target = new ObjectTarget(loop.Connection ?? "", null, name),
            Sql = loop.Query,
            FileTask = loop.Files is not { } pattern ? null : new FileTask
            {
                Connection = loop.Connection,
                Files = pattern.Replace('\\', '/'),
                IgnoreCase = loop.IgnoreCase,
                IsListed = true,
                At = loop.At,
            },
            TellsTurns = true,
            Idempotent = true,
            Sets = new ValueSets
            {
                Each = [new ValueSet($"{project.Name}/{instance?.Name ?? name}", type, ValueSets.Rows, loop.At)],
                At = loop.At,
            },
            Retry = cascade.Retry(),
            PackageTimeout = cascade.PackageTimeout(),
            At = loop.At,
        };
    }
}
