using System.Text;
using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>The table beside the target that keeps rejected rows with their reason.</summary>
internal static class ErrorTable
{
    private const int BatchBytes = 64 << 10;

    private static readonly RowColumn Attempt = new(AttemptColumn, new SqlType(SqlTypeKind.BigInt), Nullable: false);

    private static readonly RowColumn[] Kept =
    [
        new("RowKey", Text),
        new("RowNumber", Number),
        new("SourceFile", Text),
        new("ColumnName", Text),
        new("Value", Text),
        new("ActualSize", Number),
        new("AllowedSize", Number),
        new("Reason", Text),
        new("Code", Text),
        new("Message", Text),
    ];

    // Of a database, where it can be loaded again: files are corrected where they come from.
    private static readonly RowColumn[] Replayable =
    [
        new(RowId, Number),
        new(SourceRow, Text),
        new(ReplayedBy, Number),
        new(ReplayedAt, Text),
    ];

    /// <summary>The attempt that has rejected the row.</summary>
    public const string AttemptColumn = "Attempt";

    /// <summary>The number of a row among those of its attempt.</summary>
    public const string RowId = "RowId";

    /// <summary>The whole row as <see cref="RowText"/> writes it; NULL = it was not kept.</summary>
    public const string SourceRow = "SourceRow";

    /// <summary>The attempt that has loaded it later; NULL = none has.</summary>
    public const string ReplayedBy = "ReplayedBy";

    /// <summary>When that was, UTC.</summary>
    public const string ReplayedAt = "ReplayedAt";

    /// <summary>Those of its columns that hold what was in the row, also of sensitive columns.</summary>
    public static IReadOnlyList<string> DataColumns { get; } = ["RowKey", "Value", SourceRow];

    /// <summary>Whether columns are those of an error table, of this version or an earlier one, and no others.
    /// </summary>
    public static bool IsOne(IReadOnlyList<string> columns) => columns.Count > Kept.Length
        && columns.Take(Kept.Length + 1).SequenceEqual(
            Kept.Select(column => column.Name).Prepend(Attempt.Name), StringComparer.OrdinalIgnoreCase)
        && columns.Skip(Kept.Length + 1).All(name => Array.Exists(
            Replayable, column => column.Name.Equals(name, StringComparison.OrdinalIgnoreCase)));

    private static SqlType Text => new(SqlTypeKind.NVarChar, SqlType.Max);

    private static SqlType Number => new(SqlTypeKind.BigInt);

    /// <summary>
    /// Its name: the template with the target's table for @@this. A schema of the template is its own; without one it
    /// stands in the target's. Where @@this has lost its schema so, the two are joined, so that tables of one name in
    /// two schemas keep their rows apart.
    /// </summary>
    public static TableName NameOf(ObjectDefinition definition, IPlatform platform)
    {
        var target = definition.Target;
        var parts = definition.Errors.Table.Value.Split('.', 2);
        var isBeside = parts.Length == 1 && platform.Abilities.HasSchemas;
        var of = definition.Errors.TableOf ?? target.Name;
        var name = isBeside || string.IsNullOrEmpty(target.Schema) ? of : $"{target.Schema}_{of}";
        string Filled(string part) => part.Replace("@@this", name, StringComparison.Ordinal);
        return platform.Dialect.Table(
            parts.Length == 2 ? Filled(parts[0]) : isBeside ? target.Schema : null, Filled(parts[^1]));
    }

    /// <summary>Whether the table has what a replay needs; one that an earlier version made has not.</summary>
    public static bool IsReplayable(IDatabase database, TableName table) => Missing(database, table).Length == 0;

    /// <summary>
    /// Writes the rows within the caller's transaction; makes the table where it is missing, and adds to one of an
    /// earlier version what that lacks.
    /// </summary>
    /// <exception cref="PackageRefusedException">It lacks columns, and they cannot be added.</exception>
    public static void Write(
        IDatabase database, TableName table, long attempt, IEnumerable<RejectedRow> rows, MemoryBudget memory)
    {
        Ensure(database, table);
        Keeping(database, table, attempt, memory).Write(rows);
        CrashPoint.Pass("load.rejects");
    }

    /// <summary>The same where there are no savepoints, into a table that is there.</summary>
    /// <param name="database">The database, in a transaction.</param>
    /// <param name="memory">Bounds what the row batches take.</param>
    /// <param name="before">Number of the row before them.</param>
    /// <param name="isShort">Writes of each only the most that any table takes.</param>
    public static void WriteUntried(
        IDatabase database, TableName table, long attempt, IReadOnlyList<RejectedRow> rows, MemoryBudget memory,
        long before, bool isShort) =>
        Keeping(database, table, attempt, memory).WriteUntried(rows, before, isShort);

    /// <summary>Makes the table where it is missing, and adds to one of an earlier version what that lacks.</summary>
    /// <exception cref="PackageRefusedException">It lacks columns, and they cannot be added.</exception>
    public static void Ensure(IDatabase database, TableName table)
    {
        if (database.KindOf(table) is null)
        {
            database.CreateTable(table, [Attempt, .. OfDatabase(database.Platform.Dialect)]);
        }
        else
        {
            Complete(database, table);
        }
    }

    /// <summary>The greatest number of a row of an attempt; 0 where there is none.</summary>
    public static long LastRow(IDatabase database, TableName table, long attempt) => database.Number(
        database.Platform.Dialect.LastRejected(table, RowId, AttemptColumn), ("attempt", attempt));

    private static KeptRejects Keeping(IDatabase database, TableName table, long attempt, MemoryBudget memory)
    {
        RowColumn[] moved = [.. OfDatabase(database.Platform.Dialect)
            .Where(column => column.Name is not (ReplayedBy or ReplayedAt))];
        return new KeptRejects(database, table, moved, new FilledColumn(Attempt, attempt), memory);
    }

    /// <summary>Writes the rows into a file of their own.</summary>
    /// <param name="target">The file.</param>
    /// <param name="memory">Bounds what the row batches take.</param>
    public static void Write(TargetFile target, IEnumerable<RejectedRow> rows, MemoryBudget memory)
    {
        using var writer = new FileRowWriter(target, Kept, [new FilledColumn(Attempt, target.Attempt)]);
        Write(writer, Kept, rows, memory, (_, text) => text);
        writer.Complete();
        writer.Publish();
    }

    /// <summary>Writes the rows, numbered.</summary>
    /// <param name="writer">What takes them.</param>
    /// <param name="moved">The columns that it takes.</param>
    /// <param name="memory">Bounds what the row batches take.</param>
    /// <param name="readable">A text as one of the columns, by its place, can hold it; null = it cannot.</param>
    /// <param name="before">Number of the row before them.</param>
    public static void Write(
        IBulkWriter writer, IReadOnlyList<RowColumn> moved, IEnumerable<RejectedRow> rows, MemoryBudget memory,
        Func<int, string, string?> readable, long before = 0)
    {
        using var pool = new RowBatchPool(memory, moved, BatchBytes);
        using var batch = pool.RentNow();
        var number = before;
        foreach (var row in rows)
        {
            Add(row, ++number, batch, readable);
            if (batch.IsFull)
            {
                writer.Write(batch, 0, batch.Count);
                batch.Reset();
            }
        }

        writer.Write(batch, 0, batch.Count);
    }

    private static RowColumn[] OfDatabase(Dialect dialect) =>
        [.. Kept.Concat(Replayable).Select(column => column with { Type = dialect.Kept(column.Type) })];

    private static RowColumn[] Missing(IDatabase database, TableName table)
    {
        var dialect = database.Platform.Dialect;
        var there = dialect.ByName(database.Columns(table), column => column.Name);
        return [.. OfDatabase(dialect).TakeLast(Replayable.Length).Where(column => there.Find(column.Name) is null)];
    }

    private static void Complete(IDatabase database, TableName table)
    {
        var missing = Missing(database, table);
        if (missing.Length == 0)
        {
            return;
        }

        try
        {
            database.AddColumns(table, missing);
        }
        catch (Exception refused) when (
            database.Platform.Explain(refused) is { Class: DatabaseFaultClass.Config, IsConnectionLost: false } why)
        {
            var add = missing.Select(column => database.Platform.Dialect.AddColumn(table, column));
            throw new PackageRefusedException(
                "ORC3446", ErrorClass.Config, "publish",
                $"The error table '{table}' is of an earlier version, and columns that it lacks cannot be added "
                + $"({why.Text.TrimEnd('.')}). Let somebody who may run this, once; no row of it changes: "
                + string.Join("; ", add));
        }
    }

    private static void Add(RejectedRow row, long number, RowBatch batch, Func<int, string, string?> readable)
    {
        object?[] values =
        [
            row.Key, row.Row, row.File, row.Column, row.Value, row.ActualSize, row.AllowedSize, row.Reason.ToString(),
            row.Code, row.Message, number, row.SourceRow,
        ];
        var place = batch.Count++;
        for (var i = 0; i < batch.Columns.Length; i++)
        {
            var column = batch.Columns[i];
            switch (values[i])
            {
                case long figure:
                    column.Int64s[place] = figure;
                    break;
                case string text when readable(i, text) is { } kept:
                    column.SetBytes(place, Encoding.UTF8.GetBytes(kept));
                    break;
                default:
                    column.SetNull(place);
                    break;
            }
        }
    }
}
