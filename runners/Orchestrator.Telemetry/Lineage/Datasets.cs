using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// What packages read and write, as far as the metadata tell: what a query or a program reads nobody parses. Touches
/// nothing outside of the process.
/// </summary>
/// <param name="solution">The metadata.</param>
/// <param name="nodeOf">The node of a place in the run; null = it is not known.</param>
/// <param name="connections">Where connections lead.</param>
internal sealed class Datasets(
    Solution solution, Func<int, PlanNode?> nodeOf, IReadOnlyList<RunConnection> connections)
{
    // Of packages in the turns of loops, which came to the plan after this one was made.
    private readonly Dictionary<int, ObjectDefinition> _inTurns = [];

    /// <summary>What a package reads: its source, or what the packages write whose rows it reads.</summary>
    public IReadOnlyList<Dataset> InputsOf(PlanNode node) =>
        DefinitionOf(node) is not { } one ? []
        : one.Source is { } source && SourceOf(source) is { } found ? [found]
        : [.. node.Reads.Select(read => DefinitionOf(read)).OfType<ObjectDefinition>().SelectMany(TargetsOf)
            .Distinct()];

    /// <summary>What it writes; a check and a program write nothing that is known.</summary>
    public IReadOnlyList<Dataset> OutputsOf(PlanNode node) => DefinitionOf(node) is { IsLoad: true } one
        ? [.. TargetsOf(one)] : [];

    /// <summary>Which column comes from which; empty where nobody wrote columns, or it reads no one table or file.
    /// </summary>
    public static IReadOnlyList<FieldLine> LinesOf(PlanNode node) =>
        node.Payload is ObjectDefinition { Source.Query: null, Source.Procedure: null, Source.Command: null } one
            ? [.. one.Columns.Where(column => column.Value is null).Select(column => new FieldLine(
                column.Target, column.Name, column.SourceExpression is null && column.TargetExpression is null))]
            : [];

    private ObjectDefinition? DefinitionOf(int node) => nodeOf(node) is { } known ? DefinitionOf(known) : null;

    /// <summary>Of a package in a turn of a loop as it is with the values of that turn, unless nobody may see these.
    /// </summary>
    private ObjectDefinition? DefinitionOf(PlanNode node)
    {
        if (node.Payload is not ObjectDefinition definition || node.Turns.Count == 0)
        {
            return node.Payload as ObjectDefinition;
        }

        if (!_inTurns.TryGetValue(node.Index, out var made))
        {
            made = node.Turns.Any(turn => turn.IsSensitive) ? definition
                : TurnObject.Of(definition, node.Turns).Definition ?? definition;
            _inTurns.Add(node.Index, made);
        }

        return made;
    }

    private IEnumerable<Dataset> TargetsOf(ObjectDefinition one)
    {
        var target = one.Target;
        var place = target.Format is null
            ? Table(target.Connection, target.Schema, target.Name) : File(target.Connection, target.Name);
        if (place is not null)
        {
            yield return place with
            {
                Fields = one.Columns.Count == 0 ? place.Fields
                    : [.. one.Columns.Select(column => (column.Target, $"{column.DataType}"))],
            };
        }
    }

    private Dataset? SourceOf(ObjectSource source) => source switch
    {
        { Name: { } table } => Table(source.Connection, source.Schema, table),
        { File: { } file, Command: null } => File(
            source.Connection, source.Member is { } member ? $"{file}!{member}" : file),
        _ => null,
    };

    private Dataset? Table(string connection, string? schema, string name)
    {
        if (connections.FirstOrDefault(one => one.Connection == connection) is not { } place
            || solution.Connections.FirstOrDefault(one => one.Name == connection) is not { } declared)
        {
            return null;
        }

        var fields = solution.Catalog.FirstOrDefault(
            table => table.Connection == connection && table.Schema == schema && table.Name == name)?.Columns
            .Select(column => (column.Name, column.DataType is { } type ? $"{type}" : column.Native)).ToArray();
        var platform = declared.Facts;
        var store = platform.HostOf is { } hostOf ? $"{platform.LineageScheme}://{hostOf(place.Server)}"
            : platform.LineageScheme;
        var full = platform.DefaultSchema is { } own ? $"{schema ?? own}.{name}"
            : schema is null ? name : $"{schema}_{name}";
        return new Dataset(store, $"{place.Database}.{full}") { Fields = fields ?? [] };
    }

    private Dataset? File(string connection, string name) =>
        connections.FirstOrDefault(one => one.Connection == connection) is { } place
            ? new Dataset("file", Path.Join(place.Database, name).Replace('\\', '/')) : null;
}
