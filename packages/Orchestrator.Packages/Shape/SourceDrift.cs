using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Shape;

/// <summary>
/// Holds the columns of a source, as they are when a load begins, against what is known of them: by the catalog where
/// it has the table, else by the columns that the object names. Pure.
/// </summary>
internal sealed class SourceDrift
{
    private static readonly ChangeKind[] Looked =
    [
        ChangeKind.ColumnAdded, ChangeKind.ColumnRemoved, ChangeKind.ColumnRenamed, ChangeKind.TypeChanged,
        ChangeKind.TypeNarrowed, ChangeKind.TypeWidened, ChangeKind.PrecisionChanged, ChangeKind.NullabilityChanged,
    ];

    private readonly ObjectDefinition _definition;
    private readonly KnownTable? _known;
    private readonly Dialect? _dialect;
    private readonly IReadOnlyList<RowColumn> _there;

    private SourceDrift(ObjectDefinition definition, Solution solution, IReadOnlyList<RowColumn> there)
    {
        (_definition, _there) = (definition, there);
        var source = definition.Source!;
        _dialect = Platforms.Of(solution, source.Connection)?.Dialect;
        _known = source.Name is { } name
            ? CatalogTables.Find(solution, source.Connection, source.Schema, name)
            : null;
    }

    /// <summary>What `drift` has the load leave alone, for its warnings.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="solution">The solution, with its catalog.</param>
    /// <param name="there">The columns of the source; null = nobody asked for them.</param>
    /// <exception cref="PackageRefusedException">There are differences that it may not leave alone.</exception>
    public static IReadOnlyList<string> Of(
        ObjectDefinition definition, Solution solution, IReadOnlyList<RowColumn>? there)
    {
        if (definition.Load.Drift.Value is not { } drift || there is not { Count: > 0 })
        {
            return [];
        }

        var changes = new SourceDrift(definition, solution, there).Changes().ToArray();
        var refused = changes.Where(change => !MayBeLeft(change, drift, definition)).ToArray();
        return refused.Length > 0 ? throw Refusal(definition, refused)
            : changes.Length > 0 ? [$"the source has drifted, and the load goes on: {Texts(definition, changes)}"]
            : [];
    }

    // What is new is left out or, where all columns are taken, added; what has another type the guard looks at.
    private static bool MayBeLeft(Change change, Drift drift, ObjectDefinition definition) => drift switch
    {
        Drift.Fail => false,
        _ when change.Kind == ChangeKind.ColumnAdded => true,
        Drift.AddColumns => false,
        _ => definition.Columns.Count == 0
            || change.Kind is not (ChangeKind.ColumnRemoved or ChangeKind.ColumnRenamed),
    };

    private IEnumerable<Change> Changes() => _known is null
        ? LeftOut().Select(column => Added(new KnownColumn { Name = column.Name, DataType = column.Type }))
        : new ColumnDifference(_dialect!, _known, Live()).All().Where(change => Looked.Contains(change.Kind))
            .Select(Seen).OfType<Change>();

    // Columns that the engine fills are no news where one stage reads what another has written.
    private IEnumerable<RowColumn> LeftOut() => _definition.Columns.Count == 0
        ? []
        : _there.Where(column => !IsNamed(column.Name) && _definition.SystemColumns.All(own =>
            !own.Column.Equals(column.Name, StringComparison.OrdinalIgnoreCase)));

    private Change? Seen(Change change)
    {
        var was = change.Kind == ChangeKind.ColumnRenamed ? change.Old : change.Column;
        if (change.Kind == ChangeKind.ColumnAdded)
        {
            return _definition.Columns.Count == 0 || LeftOut().Any(column => column.Name == change.Column)
                ? change
                : null;
        }

        return _definition.Columns.Count == 0 || IsNamed(was) ? change
            : change.Kind == ChangeKind.ColumnRenamed && !IsNamed(change.New)
                ? Added(Live().Columns.First(column => column.Name == change.New))
            : null;
    }

    private bool IsNamed(string name) => _definition.Columns.Any(column => column.Value is null
        && column.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private Change Added(KnownColumn column) => new(
        ChangeKind.ColumnAdded, _definition.Source!.Schema, _definition.Source.Name ?? "", column.Name, "",
        ColumnDifference.TypeOf(column));

    private KnownTable Live() => new()
    {
        Connection = _known!.Connection,
        Schema = _known.Schema,
        Name = _known.Name,
        Columns = [.. _there.Select(column => new KnownColumn
        {
            Name = column.Name,
            DataType = column.Type,
            Nullable = column.Nullable,
            Native = column.Native?.Declaration ?? "",
        })],
    };

    private static PackageRefusedException Refusal(ObjectDefinition definition, Change[] changes) => new(
        "ORC3600", ErrorClass.Config, "open",
        $"The source of '{definition.FullName}' is not what is known of it: "
        + $"{Texts(definition, changes)}. Write into the metadata what shall be loaded"
        + (definition.Source!.Name is null ? "" : $", take what is there now into the catalog "
            + $"(`connections refresh {definition.Source.Connection}`)")
        + ", or write another `load: {drift: …}`.");

    // The header of a file that came without one is its first row.
    private static string Texts(ObjectDefinition definition, Change[] changes) =>
        definition.Source!.File is not null && definition.Columns.Any(column => column.Sensitive)
            ? $"{changes.Length} columns are new"
            : string.Join("; ", changes.Select(Text));

    private static string Text(Change change) => $"{change.Words} '{change.Column}'" + (change switch
    {
        { Kind: ChangeKind.ColumnRenamed } => $" (was '{change.Old}')",
        { Old.Length: 0 } => $" ({change.New})",
        { New.Length: 0 } => $" (was {change.Old})",
        _ => $" ({change.Old} -> {change.New})",
    });
}
