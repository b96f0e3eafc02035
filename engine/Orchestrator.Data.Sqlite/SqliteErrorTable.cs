using Microsoft.Data.Sqlite;
using Orchestrator.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Writes rejected rows into an error table, within the caller's transaction.</summary>
public sealed class SqliteErrorTable : IDisposable
{
    private readonly SqliteCommand command;

    /// <summary>Prepares to write into that table.</summary>
    public SqliteErrorTable(SqliteDatabase database, string table) => command = SqliteScalar.Command(
        database, SqliteStatements.Insert(table, [.. Columns.Select(column => column.Name)]),
        [.. Columns.Select((_, i) => ($"?{i + 1}", (object)DBNull.Value))]);

    /// <summary>The columns of every error table.</summary>
    public static IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("Attempt", new SqlType(SqlTypeKind.BigInt), Nullable: false),
        new("RowKey", Text),
        new("RowNumber", new SqlType(SqlTypeKind.BigInt)),
        new("SourceFile", Text),
        new("ColumnName", Text),
        new("Value", Text),
        new("ActualSize", new SqlType(SqlTypeKind.BigInt)),
        new("AllowedSize", new SqlType(SqlTypeKind.BigInt)),
        new("Reason", Text),
        new("Code", Text),
        new("Message", Text),
    ];

    /// <summary>Those of them that hold what was in the row, also of sensitive columns.</summary>
    public static IReadOnlyList<string> DataColumns { get; } = ["RowKey", "Value"];

    private static SqlType Text => new(SqlTypeKind.NVarChar, SqlType.Max);

    /// <summary>Writes one row.</summary>
    /// <exception cref="SqliteException">The table has another shape, or SQLite refused the row.</exception>
    public void Write(long attempt, RejectedRow row)
    {
        object?[] values =
        [
            attempt, row.Key, row.Row, row.File, row.Column, row.Value, row.ActualSize, row.AllowedSize,
            row.Reason.ToString(), row.Code, row.Message,
        ];
        for (var i = 0; i < values.Length; i++)
        {
            command.Parameters[i].Value = values[i] ?? DBNull.Value;
        }

        command.ExecuteNonQuery();
    }

    /// <inheritdoc/>
    public void Dispose() => command.Dispose();
}
