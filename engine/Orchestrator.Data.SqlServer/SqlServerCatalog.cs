using System.Data.Common;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the database holds, by the server's own catalog.</summary>
internal static class SqlServerCatalog
{
    /// <summary>The columns of a table or view in order; empty where there is no such table.</summary>
    /// <exception cref="DataRefusedException">A column has a type that this driver does not know.</exception>
    public static List<RowColumn> Columns(SqlServerDatabase database, TableName table) =>
        database.Rows(
            SqlServerScripts.Read("columns"), row => Column(row, table), ("schema", table.Schema),
            ("name", table.Name));

    /// <summary>
    /// Columns with the collation of their text: that of the table's column of that name, so that a load table can be
    /// compared with it; the code page of the database where there is none yet.
    /// </summary>
    public static IReadOnlyList<RowColumn> Complete(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns)
    {
        var there = database.Dialect.ByName(Columns(database, table), column => column.Name);
        var codePage = (int)database.Number(SqlServerScripts.Read("code_page"));
        return [.. columns.Select(column => !database.Dialect.IsKnownByDatabase(column) ? column : column with
        {
            Native = there.Find(column.Name) is { } found
                && found.Type == column.Type
                ? found.Native
                : column.Native ?? SqlServerTypeMap.InCodePage(column.Type, codePage),
        })];
    }

    /// <summary>The tables and views but the engine's own and the server's; asked in two statements.</summary>
    public static IReadOnlyList<CatalogTable> Tables(SqlServerDatabase database) => database.TablesWith(
        row => (new TableName(row.GetString(10), row.GetString(11)), CatalogColumn(row)));

    /// <summary>What would be lost or broken if another table took the table's place.</summary>
    public static List<string> Dependents(SqlServerDatabase database, TableName table) =>
        HangingOn(database, "dependents", table);

    /// <summary>What of it an exchange of rows could not keep, or the server refuses with it.</summary>
    public static List<string> Uncarried(SqlServerDatabase database, TableName table) =>
        HangingOn(database, "uncarried", table);

    /// <summary>What policies filter rows of, and what is masked for the user, with all that reads it.</summary>
    public static IReadOnlyList<ShownPart> PartsShown(SqlServerDatabase database, TableName? table) => database.Rows(
        SqlServerScripts.Read("parts_shown"),
        row => new ShownPart(new TableName(row.GetString(0), row.GetString(1)), row.GetString(2))
        {
            IsMasked = row.GetInt32(3) == 1,
        },
        ("schema", table?.Schema ?? ""), ("name", table?.Name ?? ""));

    /// <summary>The table, or all of them, where they are kept in memory alone.</summary>
    public static IReadOnlyList<CrashLoss> LostInCrash(SqlServerDatabase database, TableName? table) =>
        [.. database.Rows(
            SqlServerScripts.Read("lost_in_crash"),
            row => new TableName(row.GetString(0), row.GetString(1)),
            ("schema", table?.Schema ?? ""), ("name", table?.Name ?? ""))
            .Select(found => new CrashLoss(
                found, "it has DURABILITY = SCHEMA_ONLY", "make it anew with DURABILITY = SCHEMA_AND_DATA"))];

    // What neither kind of exchange keeps is asked for with what one of them does not.
    private static List<string> HangingOn(SqlServerDatabase database, string script, TableName table) =>
        database.Texts(
            SqlServerScripts.Read(script).TrimEnd() + ";\n" + SqlServerScripts.Read("kept_by_none"),
            ("schema", table.Schema), ("name", table.Name));

    private static RowColumn Column(DbDataReader row, TableName table)
    {
        var name = row.GetString(0);
        var type = TypeOf(row)
            ?? throw new DataRefusedException(
                "ORC3411",
                $"The column '{name}' of '{table}' has the type {row.GetString(1)}, which cannot be moved. "
                + "Name the columns to be moved, or convert it in a view.")
            { Column = name };
        return new RowColumn(name, type, row.GetBoolean(5))
        {
            Native = NativeOf(row, type),
            Source = SourceOf(row),
        };
    }

    private static CatalogColumn CatalogColumn(DbDataReader row)
    {
        var type = TypeOf(row);
        return new CatalogColumn(row.GetString(0), type, row.GetBoolean(5))
        {
            Native = type is { } known
                ? NativeOf(row, known)
                : new NativeType(SqlServerPlatform.PlatformName, row.GetString(1)),
            Source = SourceOf(row),
            Default = Text(row, 12) ?? "",
            // Who may not see the definition is told all the same that there is one.
            Expression = Text(row, 13) ?? (row.GetString(9) == "computed" ? "computed" : ""),
            Identity = Text(row, 14) ?? "",
            IsMadeThere = Text(row, 6) is not null,
        };
    }

    private static SqlType? TypeOf(DbDataReader row) =>
        SqlServerTypeMap.Of(row.GetString(1), row.GetInt16(2), row.GetByte(3), row.GetByte(4));

    private static NativeType? NativeOf(DbDataReader row, SqlType type) => SqlServerTypeMap.Native(
        type, Text(row, 6), Text(row, 7), row.IsDBNull(8) ? 0 : row.GetInt32(8));

    private static ValueSource SourceOf(DbDataReader row) => row.GetString(9) switch
    {
        "identity" => ValueSource.Identity,
        "" => ValueSource.Rows,
        _ => ValueSource.Server,
    };

    private static string? Text(DbDataReader row, int column) => row.IsDBNull(column) ? null : row.GetString(column);
}
