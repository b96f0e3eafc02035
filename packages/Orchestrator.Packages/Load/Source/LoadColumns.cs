using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Forms;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>The columns of one load: how each comes from the source, and what the target table has.</summary>
internal sealed record LoadColumns
{
    /// <summary>What the guard checks and the row batches hold, in order.</summary>
    public required IReadOnlyList<GuardColumn> Guarded { get; init; }

    /// <summary>The columns of the row batches.</summary>
    public required IReadOnlyList<RowColumn> Moved { get; init; }

    /// <summary>The columns that the engine fills.</summary>
    public required IReadOnlyList<FilledColumn> Filled { get; init; }

    /// <summary>Whether the last of the moved columns is the hash of the others.</summary>
    public bool HasHash { get; init; }

    /// <summary>The places of the columns that are hashed; null = all of them.</summary>
    public IReadOnlyList<int>? Hashed { get; init; }

    /// <summary>What fills the hash, for one thread; null = there is none.</summary>
    public RowHashes? MakeHashes() => HasHash ? new RowHashes(Hashed) : null;

    /// <summary>Columns of the target that no row brings: those that tell its versions.</summary>
    public IReadOnlyList<RowColumn> Versions { get; init; } = [];

    /// <summary>All columns of the target as it stands there.</summary>
    public IReadOnlyList<RowColumn> Table => Versions.Count == 0 ? Target : [.. Target, .. Versions];

    /// <summary>Whether the rows pass through undecoded.</summary>
    public bool Pass { get; init; }

    /// <summary>Whether the server copies the rows itself.</summary>
    public bool IsInside { get; init; }

    /// <summary>What the server computes, by column: SQL over the staged row.</summary>
    public IReadOnlyDictionary<string, string> Computed { get; init; } = new Dictionary<string, string>();

    /// <summary>The columns as they are written first, those that the engine fills last.</summary>
    public IReadOnlyList<RowColumn> Staged => [.. Moved, .. Filled.Select(filled => filled.Column)];

    /// <summary>The columns that are written into the target, those that the engine fills last.</summary>
    public IReadOnlyList<RowColumn> Target => [.. Results ?? Moved, .. Filled.Select(filled => filled.Column)];

    /// <summary>What the target has in the place of the moved columns; null = the same.</summary>
    private IReadOnlyList<RowColumn>? Results { get; init; }

    /// <summary>The name in the source of each of the moved columns.</summary>
    public IReadOnlyList<string> SourceNames { get; init; } = [];

    /// <summary>How text of the source writes the values of each of the moved columns; null = as the engine does.
    /// </summary>
    private IReadOnlyList<ValueForm?> SourceForms { get; init; } = [];

    /// <summary>
    /// A row in the names and forms of the source, as <see cref="RejectedRow.SourceRow"/> keeps it; null = it is not
    /// kept.
    /// </summary>
    /// <param name="vectorOf">The values of a moved column, by its place.</param>
    public string? SourceRow(Func<int, ColumnVector> vectorOf, int row) => RowText.Write(
        Enumerable.Range(0, Guarded.Count).Where(place => !Guarded[place].IsFilled)
            .DistinctBy(place => Guarded[place].Source)
            .Select(place => (SourceNames[place], vectorOf(place), SourceForms.ElementAtOrDefault(place))), row);

    /// <summary>Finds the columns in the source, and says what they are in the target.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="store">The rules of where the target is.</param>
    /// <param name="source">Columns of the source.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <param name="recordSource">Where the rows come from, for the column that says so.</param>
    /// <param name="leftOut">Columns of the source, by name, that are not loaded; null = none.</param>
    /// <exception cref="PackageRefusedException">A column is missing, or cannot be one in the target.</exception>
    public static LoadColumns Resolve(
        ObjectDefinition definition, StoreRules store, IReadOnlyList<RowColumn> source, long attempt,
        string? recordSource, IReadOnlySet<string>? leftOut = null)
    {
        IReadOnlyList<FoundColumn> found = [.. FoundColumn.Among(source, definition, store.Columns)
            .Where(column => column.IsHash || leftOut?.Contains(column.Source.Name) != true)];
        var filledRoles = definition.SystemColumns.Where(VersionColumns.IsFilled).ToArray();
        RowColumn[] moved = [.. found.Select(column => Declared(column, definition, store.Name))];
        RowColumn[] filled = [.. filledRoles.Select(column => new RowColumn(column.Column, column.DataType))];
        Refuse(store, [.. moved, .. filled]);
        moved = [.. moved.Select(column => Kept(column, store.Columns))];
        (moved, filled) = Completed(moved, [.. filled.Select(column => Kept(column, store.Columns))], store);
        moved = AsThere(moved, store);
        var results = moved;
        moved = [.. results.Zip(found, (result, column) => StagedAs(result, column, store))];
        var versions = VersionColumns.Of(
            definition, [.. results, .. filled], column => Kept(column, store.Columns));
        Refuse(store, [.. moved, .. filled, .. versions]);
        var limits = store.LimitsOf(moved, moved.Length + filled.Length);
        return new LoadColumns
        {
            Moved = moved,
            Results = results,
            Computed = found.Where(column => column.Definition.TargetExpression is not null).ToDictionary(
                column => column.Definition.Target, column => column.Definition.TargetExpression!),
            HasHash = HashColumn.Of(definition) is not null,
            Hashed = VersionColumns.Hashed(definition, moved),
            Versions = versions,
            SourceNames = [.. found.Select(column => column.Source.Name)],
            SourceForms =
            [
                .. found.Select((column, place) => column.Source.Forms is not { } forms ? null
                    : limits[place].IsNumberText ? forms.Number : forms.Of(moved[place].Type)),
            ],
            Guarded =
            [
                .. moved.Zip(found).Select((one, place) => Guard(one.First, one.Second, definition, limits[place])),
            ],
            Filled =
            [
                .. filled.Zip(filledRoles, (column, role) => new FilledColumn(
                    column, role.Role == "RowAuditId" ? attempt : recordSource)),
            ],
        };
    }

    private static (RowColumn[] Moved, RowColumn[] Filled) Completed(
        RowColumn[] moved, RowColumn[] filled, StoreRules store)
    {
        if (!moved.Concat(filled).Any(store.Columns.IsKnownByDatabase))
        {
            return (moved, filled);
        }

        var all = store.Complete([.. moved, .. filled]);
        return ([.. all.Take(moved.Length)], [.. all.Skip(moved.Length)]);
    }

    // What the metadata let be NULL takes none where its table, which somebody else has made, takes none; and text that
    // it pads is of its type, so that keys are found and changes seen as that type has them.
    private static RowColumn[] AsThere(RowColumn[] moved, StoreRules store)
    {
        if (store.There is not { } ask || !moved.Any(column => column.Nullable || IsVarying(column.Type)))
        {
            return moved;
        }

        var there = store.Columns.ByName(ask(), column => column.Name);
        return
        [
            .. moved.Select(column => there.Find(column.Name) is not { } found ? column : column with
            {
                Nullable = column.Nullable && found.Nullable,
                Type = Pads(found.Type, column) ? found.Type : column.Type,
            }),
        ];
    }

    private static bool IsVarying(SqlType type) => type.Kind is SqlTypeKind.VarChar or SqlTypeKind.NVarChar;

    // Packages of other tools know no type of a fixed length. What is longer than the table's text would be cut.
    private static bool Pads(SqlType there, RowColumn column)
    {
        var isSameText = (there.Kind, column.Type.Kind) is (SqlTypeKind.Char, SqlTypeKind.VarChar)
            or (SqlTypeKind.NChar, SqlTypeKind.NVarChar);
        return isSameText && column.Native is null && column.Type.Length > 0 && column.Type.Length <= there.Length;
    }

    /// <summary>A column as the metadata want it in the target: what a platform says of its own type counts only on the
    /// same one, and where the metadata name no other.</summary>
    /// <param name="found">The column.</param>
    /// <param name="definition">The load.</param>
    /// <param name="platform">The target's platform as people write it.</param>
    public static RowColumn Declared(FoundColumn found, ObjectDefinition definition, string platform)
    {
        var column = found.Definition;
        var mapped = definition.TypeMappings.FirstOrDefault(mapping => mapping.From == found.Source.Type)?.To;
        var isItsOwn = column.DataType is null && mapped is null && found.Source.Native?.Platform == platform;
        return new RowColumn(
            column.Target, column.DataType ?? mapped ?? found.Source.Type, column.Nullable && column.Key == 0)
        {
            Native = isItsOwn ? found.Source.Native : null,
        };
    }

    // As it was read, and text without an end: what becomes of it the server says, when it has computed it.
    private static RowColumn StagedAs(RowColumn result, FoundColumn found, StoreRules store) =>
        found.Definition.TargetExpression is null ? result
        : ValueStorages.IsText(found.Source.Type) ? new RowColumn(result.Name, UndeclaredType.Text)
        : Kept(new RowColumn(result.Name, found.Source.Type)
        {
            Native = found.Source.Native?.Platform == store.Name ? found.Source.Native : null,
        }, store.Columns);

    private static RowColumn Kept(RowColumn column, ColumnRules rules) =>
        column.Native is null ? column with { Type = rules.Kept(column.Type) } : column;

    private static GuardColumn Guard(
        RowColumn column, FoundColumn found, ObjectDefinition definition, ColumnLimits limits)
    {
        var policies = found.Definition.Policies;
        return new GuardColumn
        {
            Name = column.Name,
            Source = found.Place,
            Type = column.Type,
            Limits = limits,
            // The hash is made behind the guard.
            Nullable = column.Nullable || found.IsHash,
            IsFilled = found.IsHash,
            Key = found.Definition.Key,
            Sensitive = found.Definition.Sensitive,
            OnTruncation = Policy(policies.OnTruncation, definition),
            OnScaleLoss = Policy(policies.OnScaleLoss, definition),
            OnEncodingLoss = Policy(policies.OnEncodingLoss, definition),
            OnRangeLoss = Policy(policies.OnRangeLoss, definition),
            OnNull = Policy(policies.OnNull, definition),
        };
    }

    private static GuardPolicy Policy(Setting<Policy> policy, ObjectDefinition definition)
    {
        var isWritten = policy.At.Line > 0;
        var chosen = isWritten ? policy.Value
            : definition.Errors.OnError.Value == Metadata.Model.Policy.Redirect ? Metadata.Model.Policy.Redirect
            : policy.Value;
        return chosen switch
        {
            Metadata.Model.Policy.Redirect => GuardPolicy.Redirect,
            Metadata.Model.Policy.Truncate => GuardPolicy.Truncate,
            _ => GuardPolicy.Fail,
        };
    }

    private static void Refuse(StoreRules store, IReadOnlyList<RowColumn> columns)
    {
        foreach (var column in columns)
        {
            if (store.Columns.ColumnRefusal(column.Name) is { } why)
            {
                throw new PackageRefusedException(
                    "ORC3402", ErrorClass.Config, "open",
                    $"'{column.Name}' cannot be a column in {store.Name}: {why}. "
                    + "Give the column another `target` name.");
            }

            if (column.Native is null && store.Columns.TypeRefusal(column.Type) is { } whyNot)
            {
                throw new PackageRefusedException(
                    "ORC3415", ErrorClass.Config, "open",
                    $"The column '{column.Name}' cannot be {column.Type} in {store.Name}: {whyNot}. "
                    + "Declare the column with another `dataType`.");
            }
        }

        string[] names = [.. columns.Select(column => column.Name)];
        if (store.Columns.FirstDuplicate(names) is { } twice)
        {
            throw new PackageRefusedException(
                "ORC3402", ErrorClass.Config, "open",
                $"The columns '{names.First(name => store.Columns.Fold(name) == store.Columns.Fold(twice))}' and "
                + $"'{twice}' are one in {store.Name}. Give one of them another `target` name.");
        }
    }
}

/// <summary>Which columns a target can have.</summary>
/// <param name="Name">Its platform as people write it.</param>
/// <param name="Columns">The rules.</param>
/// <param name="Complete">Adds what only the place itself knows of columns.</param>
internal sealed record StoreRules(
    string Name, ColumnRules Columns, Func<IReadOnlyList<RowColumn>, IReadOnlyList<RowColumn>> Complete)
{
    /// <summary>Asks for the columns of a table that the load never makes, which then say what takes no NULL and what
    /// is padded; null = the metadata say it alone.</summary>
    public Func<IReadOnlyList<RowColumn>>? There { get; init; }

    /// <summary>What columns hold there, where the place itself has to be asked; null = as the rules say.</summary>
    public Func<IReadOnlyList<RowColumn>, IReadOnlyList<ColumnLimits>>? Limits { get; init; }

    /// <summary>What columns hold.</summary>
    /// <param name="columns">The first of its columns.</param>
    /// <param name="count">How many it has.</param>
    public IReadOnlyList<ColumnLimits> LimitsOf(IReadOnlyList<RowColumn> columns, int count) =>
        Limits?.Invoke(columns) ?? [.. columns.Select((column, place) => Columns.LimitsAt(column, place, count))];
}
