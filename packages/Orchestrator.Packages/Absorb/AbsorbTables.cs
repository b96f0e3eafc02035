using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>The buffer and the target of an object of kind absorb, and how they are made.</summary>
internal sealed class AbsorbTables
{
    private readonly ObjectDefinition definition;
    private readonly Dialect dialect;

    private AbsorbTables(ObjectDefinition definition, Dialect dialect, BufferedTable table)
    {
        (this.definition, this.dialect, Table) = (definition, dialect, table);
        Sql = dialect.Absorb(table);
    }

    /// <summary>Both of them.</summary>
    public BufferedTable Table { get; }

    /// <summary>The statements over them.</summary>
    public AbsorbDialect Sql { get; }

    private AbsorbOptions Options => definition.Absorb!;

    /// <summary>Those of an object.</summary>
    public static AbsorbTables Of(ObjectDefinition definition, Dialect dialect)
    {
        var target = dialect.Table(definition.Target.Schema, definition.Target.Name);
        RowColumn[] columns = [.. definition.Columns.Select(column => new RowColumn(
            column.Target, column.DataType ?? LoadChecks.TypeOfText, column.Nullable && column.Key == 0))];
        var latest = definition.Load.LatestBy.Value.Select(name =>
            definition.Columns.FirstOrDefault(column => column.Name == name)?.Target).FirstOrDefault();
        return new AbsorbTables(definition, dialect, new BufferedTable(
            dialect.Table(definition.Target.Schema, BufferOf(definition)), target, columns,
            [.. definition.Columns.Where(column => column.Key > 0).OrderBy(column => column.Key)
                .Select(column => column.Target)],
            latest, definition.SystemColumns.Single().Column));
    }

    /// <summary>The buffer's name.</summary>
    public static string BufferOf(ObjectDefinition definition) =>
        definition.Absorb!.Buffer ?? $"{definition.Target.Name}_buffer";

    /// <summary>What makes the target, where it is missing.</summary>
    public IEnumerable<string> MakeTarget =>
    [
        dialect.CreateTable(Table.Target, Table.Written),
        dialect.UniqueIndex(Table.Target, [.. Table.Columns.Where(column => Table.Key.Contains(column.Name))]),
    ];

    /// <summary>What makes the buffer.</summary>
    /// <param name="first">The number of its first row.</param>
    public IEnumerable<string> MakeBuffer(long first) => Sql.Create(new BufferOptions(
        Options.Persisted, Options.IsIndexed ? BufferIndex.Ordered : BufferIndex.None, first));

    /// <summary>Makes what is missing, in a transaction of its own; what is there is looked at.</summary>
    /// <exception cref="PackageRefusedException">What is there cannot be used.</exception>
    public void Ensure(IDatabase database, CancellationToken cancellation)
    {
        OwnTable.Make(database, () => IsTargetThere(database), () =>
        {
            database.CreateTable(Table.Target, Table.Written);
            if (MakeTarget.Last() is { Length: > 0 } index)
            {
                database.Execute(index);
            }
        }, cancellation);
        OwnTable.Make(database, () => IsBufferThere(database), () => Create(database), cancellation);
    }

    /// <summary>Makes the buffer within the open transaction: its numbers go on behind those that the target holds,
    /// else its rows would all be older.</summary>
    public void Create(IDatabase database)
    {
        foreach (var statement in MakeBuffer(database.Number(Sql.LastHeld) + 1))
        {
            database.Execute(statement);
        }
    }

    /// <summary>Whether the buffer is there.</summary>
    /// <exception cref="PackageRefusedException">It lacks a column.</exception>
    public bool IsBufferThere(IDatabase database)
    {
        if (database.KindOf(Table.Buffer) is null)
        {
            return false;
        }

        RefuseLack(
            database, Table.Buffer, [.. Table.Columns.Select(column => column.Name), BufferedTable.Number,
                BufferedTable.Since],
            "Drain it (`orchestrator absorb drain`) and drop it (`orchestrator absorb drop`); it is made anew then.");
        return true;
    }

    private bool IsTargetThere(IDatabase database)
    {
        if (database.KindOf(Table.Target) is null)
        {
            return definition.Target.Create ? false : throw new PackageRefusedException(
                "ORC3401", ErrorClass.Config, "open", $"The table '{Table.Target}' is not there, and `create: never` "
                + "forbids to make it.");
        }

        RefuseLack(
            database, Table.Target, [.. Table.Written.Select(column => column.Name)],
            $"Add it. '{Table.Held}' (bigint, NULL) keeps the number that a row had in the buffer, so that no older "
            + "row is written over a newer one; `systemColumns: {RowBufferId: {column: …}}` gives it another name.");
        return true;
    }

    private void RefuseLack(IDatabase database, TableName table, string[] wanted, string advice)
    {
        var there = database.Columns(table).Select(column => dialect.Fold(column.Name)).ToHashSet();
        if (wanted.FirstOrDefault(name => !there.Contains(dialect.Fold(name))) is { } lacked)
        {
            throw new PackageRefusedException("ORC3570", ErrorClass.Config, "open",
                $"The table '{table}' has no column '{lacked}'. {advice}");
        }
    }
}
