using System.Text;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Types;

namespace Orchestrator.Packages.Load;

/// <summary>The table beside the target that keeps rejected rows with their reason.</summary>
internal static class ErrorTable
{
    private const int BatchBytes = 64 << 10;

    private static readonly RowColumn Attempt = new("Attempt", new SqlType(SqlTypeKind.BigInt), Nullable: false);

    private static readonly RowColumn[] Moved =
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

    /// <summary>Those of its columns that hold what was in the row, also of sensitive columns.</summary>
    public static IReadOnlyList<string> DataColumns { get; } = ["RowKey", "Value"];

    /// <summary>Whether columns are those of an error table, and no others.</summary>
    public static bool IsOne(IEnumerable<string> columns) => columns.SequenceEqual(
        Moved.Select(column => column.Name).Prepend(Attempt.Name), StringComparer.OrdinalIgnoreCase);

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
        var name = isBeside || string.IsNullOrEmpty(target.Schema) ? target.Name : $"{target.Schema}_{target.Name}";
        string Filled(string part) => part.Replace("@@this", name, StringComparison.Ordinal);
        return platform.Dialect.Table(
            parts.Length == 2 ? Filled(parts[0]) : isBeside ? target.Schema : null, Filled(parts[^1]));
    }

    /// <summary>Writes the rows within the caller's transaction; makes the table where it is missing.</summary>
    public static void Write(
        IDatabase database, TableName table, long attempt, IEnumerable<RejectedRow> rows, MemoryBudget memory)
    {
        var dialect = database.Platform.Dialect;
        RowColumn[] moved = [.. Moved.Select(column => column with { Type = dialect.Kept(column.Type) })];
        if (database.KindOf(table) is null)
        {
            database.CreateTable(table, [Attempt, .. moved]);
        }

        using var writer = database.Write(table, moved, [new FilledColumn(Attempt, attempt)], new WriteOptions());
        Write(writer, moved, rows, memory, dialect.Limits(moved[0]).RefusesNul);
        writer.Complete();
        CrashPoint.Pass("load.rejects");
    }

    /// <summary>Writes the rows into a file of their own.</summary>
    /// <param name="target">The file.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="memory">Bounds what the row batches take.</param>
    public static void Write(FileTarget target, IEnumerable<RejectedRow> rows, MemoryBudget memory)
    {
        using var writer = new FileRowWriter(target, Moved, [new FilledColumn(Attempt, target.Attempt)]);
        Write(writer, Moved, rows, memory, refusesNul: false);
        writer.Complete();
        writer.Publish();
    }

    private static void Write(
        IBulkWriter writer, RowColumn[] moved, IEnumerable<RejectedRow> rows, MemoryBudget memory, bool refusesNul)
    {
        using var pool = new RowBatchPool(memory, moved, BatchBytes);
        using var batch = pool.RentNow();
        foreach (var row in rows)
        {
            Add(row, batch, refusesNul);
            if (batch.IsFull)
            {
                writer.Write(batch, 0, batch.Count);
                batch.Reset();
            }
        }

        writer.Write(batch, 0, batch.Count);
    }

    private static void Add(RejectedRow row, RowBatch batch, bool refusesNul)
    {
        object?[] values =
        [
            row.Key, row.Row, row.File, row.Column, row.Value, row.ActualSize, row.AllowedSize, row.Reason.ToString(),
            row.Code, row.Message,
        ];
        var place = batch.Count++;
        for (var i = 0; i < values.Length; i++)
        {
            var column = batch.Columns[i];
            switch (values[i])
            {
                case long number:
                    column.Int64s[place] = number;
                    break;
                case string text:
                    column.SetBytes(place, Encoding.UTF8.GetBytes(refusesNul ? WithoutNul(text) : text));
                    break;
                default:
                    column.SetNull(place);
                    break;
            }
        }
    }

    // The sign that stands for it, because a row must be kept that was refused for this very character.
    private static string WithoutNul(string text) => text.Replace('\0', '\u2400');
}
