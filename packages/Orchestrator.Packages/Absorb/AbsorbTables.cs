using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>The buffer and the target of an object of kind absorb, and how they are made.</summary>
internal sealed class AbsorbTables
{
    private const string KeyPurpose = "key";

    private readonly ObjectDefinition _definition;
    private readonly Dialect _dialect;
    private readonly bool? _isLostInCrash;

    private AbsorbTables(ObjectDefinition definition, Dialect dialect, AbsorbDialect sql, bool? isLostInCrash = null) =>
        (_definition, _dialect, Sql, _isLostInCrash) = (definition, dialect, sql, isLostInCrash);

    /// <summary>Both of them.</summary>
    public BufferedTable Table => Sql.Table;

    /// <summary>The statements over them.</summary>
    public AbsorbDialect Sql { get; }

    private AbsorbOptions Options => _definition.Absorb!;

    /// <summary>Those of an object.</summary>
    public static AbsorbTables Of(ObjectDefinition definition, Dialect dialect)
    {
        var target = dialect.Table(definition.Target.Schema, definition.Target.Name);
        RowColumn[] columns = [.. definition.Columns.Select(column => new RowColumn(
            column.Target, column.DataType ?? UndeclaredType.Text, column.Nullable && column.Key == 0))];
        var latest = definition.Load.LatestBy.Value.Select(name =>
            definition.Columns.FirstOrDefault(column => column.Name == name)?.Target).FirstOrDefault();
        return new AbsorbTables(definition, dialect, dialect.Absorb(new BufferedTable(
            dialect.Table(definition.Target.Schema, BufferOf(definition)), target, columns,
            [.. definition.Columns.Where(column => column.Key > 0).OrderBy(column => column.Key)
                .Select(column => column.Target)],
            latest, definition.SystemColumns.Single().Column)
        {
            Index = definition.Absorb!.IsIndexed ? BufferIndex.Ordered : BufferIndex.None,
        }));
    }

    /// <summary>The same as they are in a database, or would be made there.</summary>
    /// <exception cref="PackageRefusedException">The buffer would have more columns than a table can.</exception>
    public AbsorbTables In(IDatabase database)
    {
        TableWidth.RefuseBuffer(_definition, _dialect, database.Platform.Name);
        var isThere = database.KindOf(Table.Buffer) is not null;
        var sql = _dialect.Absorb(Table with { Columns = AsInTarget(database) });
        var question = isThere ? sql.IsInMemory : sql.CanBeInMemory;
        return new AbsorbTables(
            _definition, _dialect, question is not null && database.Number(question) > 0 ? sql.InMemory : sql,
            isThere ? database.LostInCrash(Table.Buffer).Count > 0 : null);
    }

    /// <summary>Whether a crash of the server empties the buffer: as it is, or else as it would be made.</summary>
    public bool IsLossy => _isLostInCrash ?? IsMadeLossy;

    /// <summary>What is to be said of a buffer that a crash empties, or that is not as the metadata say; else null.
    /// </summary>
    public string? Warning => (IsLossy, IsMadeLossy) switch
    {
        (true, true) => Lossy,
        (true, false) => $"{Lossy}, although the metadata say `persisted: true`: {MakeAnew}",
        (false, true) =>
            $"'{Table.Buffer.Name}' is persisted, although the metadata say `persisted: false`: {MakeAnew}",
        _ => null,
    };

    // What is taken is compared as the target compares, whatever the buffer was made with.
    private IReadOnlyList<RowColumn> AsInTarget(IDatabase database) =>
        database.KindOf(Table.Target) != CatalogTable.Table ? Table.Columns
        : database.Alike(Table.Target, Table.Columns.Any(_dialect.IsKnownByDatabase)
            ? database.Complete(Table.Target, Table.Columns) : Table.Columns);

    private bool IsMadeLossy => !Options.Persisted && Sql.CanBeLossy;

    private string Lossy => $"'{Table.Buffer.Name}' is lossy: it is not persisted, and a crash of the server loses the "
        + "rows that are not drained yet";

    private static string MakeAnew => "it was made so. Drain it and make it anew (`orchestrator absorb drain`, `drop` "
        + "and `create`), or change the metadata";

    /// <summary>The buffer's name.</summary>
    public static string BufferOf(ObjectDefinition definition) =>
        definition.Absorb!.Buffer ?? $"{definition.Target.Name}_buffer";

    /// <summary>What makes the target, where it is missing.</summary>
    public IEnumerable<string> MakeTarget =>
        _dialect.KeyedTable(Table.Target, Table.Written, KeyColumns, KeyPurpose);

    private RowColumn[] KeyColumns => [.. Table.Columns.Where(column => Table.Key.Contains(column.Name))];

    /// <summary>What makes the buffer.</summary>
    /// <param name="first">The number of its first row.</param>
    public IEnumerable<string> MakeBuffer(long first) =>
        Sql.Create(new BufferOptions(Options.Persisted, first));

    /// <summary>Makes what is missing, in a transaction of its own; what is there is looked at.</summary>
    /// <exception cref="PackageRefusedException">What is there cannot be used.</exception>
    public void Ensure(IDatabase database, CancellationToken cancellation)
    {
        OwnTable.Make(
            database, () => IsTargetThere(database),
            () => database.CreateKeyedTable(Table.Target, Table.Written, KeyColumns, KeyPurpose), cancellation);
        if (Sql.IsMadeInTransaction)
        {
            OwnTable.Make(database, () => IsBufferThere(database), () => Create(database), cancellation);
        }
        else if (!IsBufferThere(database))
        {
            Create(database);
        }
    }

    // Its numbers go on behind those that the target holds, else its rows would all be older.
    private void Create(IDatabase database)
    {
        foreach (var statement in MakeBuffer(database.Number(Sql.LastHeld) + 1))
        {
            database.Execute(statement);
        }
    }

    /// <summary>Whether the buffer is there, whatever columns it has beside those of each buffer.</summary>
    /// <exception cref="PackageRefusedException">Something else has its name.</exception>
    public bool IsThere(IDatabase database)
    {
        if (database.KindOf(Table.Buffer) is not { } kind)
        {
            return false;
        }

        var there = database.Columns(Table.Buffer).Select(column => _dialect.Fold(column.Name)).ToHashSet();
        return kind == "table" && there.Contains(_dialect.Fold(BufferedTable.Number))
            && there.Contains(_dialect.Fold(BufferedTable.Since)) ? true : throw new PackageRefusedException(
            "ORC3570", ErrorClass.Config, "open", $"'{Table.Buffer}' is no buffer, but another {kind}: it lacks "
            + $"'{BufferedTable.Number}' or '{BufferedTable.Since}'. Give the buffer another name in "
            + "`absorb: {buffer: …}`.");
    }

    private bool IsBufferThere(IDatabase database)
    {
        if (!IsThere(database))
        {
            return false;
        }

        var there = database.Columns(Table.Buffer);
        foreach (var column in Table.Columns)
        {
            var found = there.FirstOrDefault(one => _dialect.Fold(one.Name) == _dialect.Fold(column.Name))
                ?? throw new PackageRefusedException("ORC3570", ErrorClass.Config, "open",
                    $"The buffer '{Table.Buffer}' has no column '{column.Name}'. Add it: ALTER TABLE "
                    + $"{_dialect.Quote(Table.Buffer)} ADD {_dialect.Declare(column)}; where rows wait and it is in "
                    + "the key, drain them first with the metadata as they were.");
            if (found.Nullable && Table.Key.Contains(column.Name))
            {
                throw new PackageRefusedException("ORC3570", ErrorClass.Config, "open",
                    $"The column '{column.Name}' of the buffer '{Table.Buffer}' takes NULL, and it is in the key: rows "
                    + "without a key have no place in the target. Make it NOT NULL.");
            }
        }

        return true;
    }

    private bool IsTargetThere(IDatabase database)
    {
        if (database.KindOf(Table.Target) is null)
        {
            return _definition.Target.Create ? false : throw new PackageRefusedException(
                "ORC3401", ErrorClass.Config, "open", $"The table '{Table.Target}' is not there, and `create: never` "
                + "forbids to make it.");
        }

        var there = database.Columns(Table.Target);
        RefuseLack(
            there, Table.Target, [.. Table.Written.Select(column => column.Name)],
            $"Add it. '{Table.Held}' (bigint, NULL) keeps the number that a row had in the buffer, so that no older "
            + "row is written over a newer one; `systemColumns: {RowBufferId: {column: …}}` gives it another name.");
        var others = ColumnsLeftAlone.Of(
            _definition, TargetShape.Differences(_dialect, there, Table.Written),
            AskedTable.Of(database, Table.Target));
        if (others.Unfilled.Count > 0 && !HasTriggers(database))
        {
            others.RefuseUnfilled(Table.Target);
        }

        return true;
    }

    // One may fill what no row brings: rows are drained by statements, which fire it.
    private bool HasTriggers(IDatabase database) =>
        database.Dependents(Table.Target).Any(each => each.StartsWith("trigger ", StringComparison.Ordinal));

    private void RefuseLack(IReadOnlyList<RowColumn> columns, TableName table, string[] wanted, string advice)
    {
        var there = columns.Select(column => _dialect.Fold(column.Name)).ToHashSet();
        if (wanted.FirstOrDefault(name => !there.Contains(_dialect.Fold(name))) is { } lacked)
        {
            throw new PackageRefusedException("ORC3570", ErrorClass.Config, "open",
                $"The table '{table}' has no column '{lacked}'. {advice}");
        }
    }
}
