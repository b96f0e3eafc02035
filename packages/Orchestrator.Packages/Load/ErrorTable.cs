using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load;

/// <summary>The table beside the target that keeps rejected rows with their reason.</summary>
internal static class ErrorTable
{
    /// <summary>
    /// Its name: the template with the target's table for @@this, a schema joined as SQLite needs it.
    /// </summary>
    public static string NameOf(ObjectDefinition definition)
    {
        var parts = definition.Errors.Table.Value.Split('.', 2);
        var name = parts.Length == 2 ? SqliteDialect.TableName(parts[0], parts[1]) : parts[0];
        var target = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
        return name.Replace("@@this", target, StringComparison.Ordinal);
    }

    /// <summary>Writes the rows within the caller's transaction; makes the table where it is missing.</summary>
    /// <returns>Rows written.</returns>
    public static long Write(SqliteDatabase database, string name, long attempt, IEnumerable<RejectedRow> rows)
    {
        var columns = SqliteErrorTable.Columns;
        if (SqliteCatalog.KindOf(database, name) is null)
        {
            database.Execute(SqliteStatements.CreateTable(name, columns));
            SqliteCatalog.Record(database, name, columns);
        }

        using var writer = new SqliteErrorTable(database, name);
        var written = 0L;
        foreach (var row in rows)
        {
            writer.Write(attempt, row);
            written++;
        }

        return written;
    }
}
