using System.Data.Common;

namespace Orchestrator.Data.MariaDb;

/// <summary>What the database holds, by the server's own catalog.</summary>
internal static class MariaDbCatalog
{
    private const string True = "true";

    /// <summary>The columns of a table or view in order; empty where there is no such table.</summary>
    public static List<MariaDbColumn> Columns(MariaDbDatabase database, TableName table) =>
        database.Rows(
            MariaDbScripts.Read("columns"),
            row => ToColumn(row, 0) with
            {
                Source = row.GetString(6) switch
                {
                    "computed" => ValueSource.Server,
                    "identity" => ValueSource.Identity,
                    _ => ValueSource.Rows,
                },
            },
            ("name", table.Name));

    /// <summary>
    /// Columns of text with the character set and the collation of the table's column of that name, whatever length
    /// they have: values of two collations cannot be compared.
    /// </summary>
    public static IReadOnlyList<RowColumn> Alike(
        MariaDbDatabase database, TableName table, IReadOnlyList<RowColumn> columns)
    {
        var there = database.Dialect.ByName(database.Columns(table), column => column.Name);
        return [.. columns.Select(column =>
            column.Type.IsText && there.Find(column.Name) is { Type.IsText: true, Native: { } native }
            ? column with { Native = WithCharset(column, native) }
            : column)];
    }

    /// <summary>A column of text as a table of the engine's making would have it: one that is there may have another
    /// character set.</summary>
    public static RowColumn AsMadeAnew(MariaDbDatabase database, RowColumn column)
    {
        var declared = MariaDbTypeMap.Declare(column.Type);
        return column.Native is not null || database.MadeCollation.Length == 0 || !HasCharset(declared) ? column
            : column with
            {
                Native = new NativeType(MariaDbPlatform.PlatformName, MariaDbTypeMap.WithCharset(
                    declared, MariaDbServerFacts.AllCharacters, database.MadeCollation)),
            };
    }

    /// <summary>The tables and views but the engine's own; asked in two statements.</summary>
    public static IReadOnlyList<CatalogTable> Tables(MariaDbDatabase database) =>
        database.TablesWith(row => (new TableName(null, row.GetString(1)), ToCatalogColumn(row)));

    /// <summary>Each unique key of a table.</summary>
    public static IReadOnlyList<KeyByRow> KeysByRow(MariaDbDatabase database, TableName table) =>
        [.. database.Rows(
            MariaDbScripts.Read("unique_keys"),
            row => (Key: row.GetString(0), Column: row.GetString(1), TakesNulls: row.GetString(2) == True),
            ("name", table.Name))
            .GroupBy(one => (one.Key, one.TakesNulls), one => one.Column)
            .Select(key => new KeyByRow([.. key.Distinct()], key.Key.TakesNulls))];

    /// <summary>The table, or all of them, where their rows are in memory.</summary>
    public static IReadOnlyList<CrashLoss> LostInCrash(MariaDbDatabase database, TableName? table) => database.Rows(
        MariaDbScripts.Read("lost_in_crash"),
        row => new CrashLoss(
            new TableName(null, row.GetString(1)), "its rows are in memory (ENGINE=MEMORY)",
            $"`ALTER TABLE {row.GetString(1)} ENGINE=InnoDB`"),
        ("name", table?.Name ?? ""));

    private static bool HasCharset(string declared) =>
        declared.Contains("char", StringComparison.Ordinal) || declared.EndsWith("text", StringComparison.Ordinal);

    private static NativeType WithCharset(RowColumn column, NativeType found)
    {
        var declared = MariaDbTypeMap.Declare(column.Type);
        var charset = found.Declaration[MariaDbTypeMap.WithoutCharset(found.Declaration).Length..];
        return found with { Declaration = MariaDbTypeMap.WithoutCharset(declared) + charset };
    }

    private static CatalogColumn ToCatalogColumn(DbDataReader row)
    {
        var column = ToColumn(row, 2).ToRowColumn();
        var (identity, expression) = (row.GetString(9), row.GetString(11));
        return new CatalogColumn(column.Name, column.Type, column.Nullable)
        {
            Native = column.Native,
            Source = identity.Length > 0 ? ValueSource.Identity
                : expression.Length > 0 ? ValueSource.Server : ValueSource.Rows,
            Identity = identity,
            Default = row.GetString(10),
            Expression = expression,
            IsMadeThere = row.GetString(12) == True,
        };
    }

    // Name, declaration, character set, collation, whether that is what the engine makes, whether it takes NULL.
    private static MariaDbColumn ToColumn(DbDataReader row, int at) =>
        new(row.GetString(at), row.GetString(at + 1))
        {
            Charset = row.GetString(at + 2),
            Collation = row.GetString(at + 3),
            IsDefaultCollation = row.GetString(at + 4) == True,
            Nullable = row.GetString(at + 5) == True,
        };
}
