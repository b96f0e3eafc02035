using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Draws the edges between packages: what they depend on, and whose rows they read.</summary>
internal sealed class DataEdges(PlanDraft draft)
{
    private readonly ILookup<string, DraftNode> _writers = draft.Packages.Values
        .Where(node => node.WritesTable)
        .OrderBy(node => node.Index)
        .ToLookup(node => Key(draft, node.Definition!.Target.Connection, node.Definition.Target.Schema,
            node.Definition.Target.Name));

    private readonly DraftNode[] _fileWriters = [.. draft.Packages.Values
        .Where(node => node.Definition!.Target.Format is not null)
        .OrderBy(node => node.Index)];

    public static void Add(PlanDraft draft)
    {
        var edges = new DataEdges(draft);
        foreach (var package in draft.Nodes.Where(node => node is { Kind: NodeKind.Package, Hooks: null }))
        {
            edges.AddDependencies(package);
            edges.AddReads(package);
        }
    }

    private void AddDependencies(DraftNode package)
    {
        foreach (var dependency in package.Definition!.DependsOn)
        {
            var other = DependencyNames.Resolve(draft, package, dependency);
            if (other is null)
            {
                continue;
            }

            var waited = Waited(other, package);
            if (waited != other && dependency.Outcome == Outcome.Success)
            {
                package.Reads.Add(other.Index);
            }

            if (!package.Constraints.TryAdd(waited.Index, dependency.Outcome)
                && package.Constraints[waited.Index] == Outcome.Completion)
            {
                package.Constraints[waited.Index] = dependency.Outcome;
            }

            AddCondition(package, waited, dependency);
        }

        AddAny(package);

        // A hook before a group is waited for, and no rows of it are read: what is done behind it stays done.
        package.Reads.UnionWith(package.Constraints
            .Where(constraint => constraint.Value == Outcome.Success
                && draft.Nodes[constraint.Key] is { Hooks: null, Kind: NodeKind.Package })
            .Select(constraint => constraint.Key));
    }

    /// <summary>From outside of a loop nobody knows its turns: the loop is waited for.</summary>
    private static DraftNode Waited(DraftNode other, DraftNode package) =>
        LoopsAround.Between(other, package).FirstOrDefault() ?? other;

    private void AddCondition(DraftNode package, DraftNode other, Dependency dependency)
    {
        if (dependency.When is { } when && !package.Whens.TryAdd(other.Index, when))
        {
            draft.Error("ORC2026", dependency.At,
                $"{package.Name} depends on {other.Name} under two conditions",
                "Write one, and join them by 'and'.");
        }
    }

    private void AddAny(DraftNode package)
    {
        foreach (var group in package.Definition!.AnyOf)
        {
            DraftDependency[] known =
            [
                .. group.Select(dependency => (On: DependencyNames.Resolve(draft, package, dependency), dependency))
                    .Where(one => one.On is not null)
                    .Select(one => new DraftDependency(
                        Waited(one.On!, package), one.dependency.Outcome, one.dependency.When)),
            ];
            if (known.Length > 0)
            {
                package.Any.Add(known);
            }
        }
    }

    private void AddReads(DraftNode package)
    {
        DraftNode[] found = [.. Read(package).Where(writer => writer != package)];
        if (found.All(writer => draft.BarrierBetween(package, writer)))
        {
            package.ReadsLater.UnionWith(found.Select(writer => writer.Index));
        }

        foreach (var writer in found)
        {
            if (draft.BarrierBetween(package, writer) || package.Constraints.ContainsKey(writer.Index))
            {
                continue;
            }

            package.Reads.Add(writer.Index);
            if (package.Project!.Ordering == Ordering.Dependencies && !draft.BarrierBetween(writer, package))
            {
                package.Constraints.TryAdd(Waited(writer, package).Index, Outcome.Success);
            }
        }
    }

    /// <summary>Who writes what a package reads; a check reads what it checks.</summary>
    private IEnumerable<DraftNode> Read(DraftNode package)
    {
        var definition = package.Definition!;
        var found = Enumerable.Empty<DraftNode>();
        if (definition.InheritedFrom is { } name && draft.Packages.TryGetValue(name, out var inherited)
            && MayBeReadAt(definition.Source, inherited.Definition!))
        {
            found = found.Append(inherited);
        }

        if (definition.Source is { Name: { } table } source)
        {
            found = found.Concat(Writers(source, table));
            if (source.WrittenBy is { } writer
                && draft.Packages.TryGetValue($"{writer.Project}/{writer.Object}", out var known))
            {
                found = found.Append(known);
            }
        }

        if (definition.Source is { File: { } pattern } files)
        {
            found = found.Concat(FileWriters(files, pattern));
        }

        if (KindTable.Of(definition.Kind).IsCheck)
        {
            found = found.Concat(Writers(AsSource(definition), definition.Target.Name));
        }

        return found.Distinct();
    }

    // Who names another connection to read at reads nothing of what it repeats.
    private bool MayBeReadAt(ObjectSource? source, ObjectDefinition repeated) => source is null
        || draft.Caps.Connection(source.Connection) is not { } read
        || draft.Caps.Connection(repeated.Target.Connection) is not { } written
        || TableNames.Store(read) == TableNames.Store(written);

    private IEnumerable<DraftNode> Writers(ObjectSource source, string table)
    {
        var known = draft.Caps.Connection(source.Connection);
        return known is null ? [] : _writers[Key(draft, source.Connection, source.Schema, table)]
            .Where(writer => TableNames.IsWrittenBy(TableNames.Store(known), source, writer.Definition!));
    }

    private IEnumerable<DraftNode> FileWriters(ObjectSource source, string pattern)
    {
        var known = draft.Caps.Connection(source.Connection);
        return known is null ? [] : _fileWriters.Where(node => node.Definition is { } writer
            && draft.Caps.Connection(writer.Target.Connection) is { } other
            && TableNames.Store(other) == TableNames.Store(known)
            && Wildcard.Matches(pattern, writer.Load.Pattern.Value == LoadPattern.Append
                ? FileParts.Of(writer.Target.Name, 0)
                : writer.Target.Name, source.IgnoreCase));
    }

    /// <summary>A check looks into the file that its own place names.</summary>
    private static ObjectSource AsSource(ObjectDefinition check) => new()
    {
        Connection = check.Target.Connection,
        Schema = check.Target.Schema,
        WrittenBy = new TableWriter(check.Project, check.Container, check.Name),
    };

    private static string Key(PlanDraft draft, string connection, string? schema, string table) =>
        draft.Caps.Connection(connection) is { } known
            ? $"{TableNames.Store(known)}|{TableNames.Table(known, schema, table)}"
            : "";
}
