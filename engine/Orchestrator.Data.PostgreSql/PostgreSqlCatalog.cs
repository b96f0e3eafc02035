using System.Data.Common;
using System.Globalization;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What the database holds, by the server's own catalog.</summary>
internal static class PostgreSqlCatalog
{
    /// <summary>The columns of a table or view in order; empty where there is no such table.</summary>
    public static List<PostgreSqlColumn> Columns(PostgreSqlDatabase database, TableName table) =>
        database.Rows(
            PostgreSqlScripts.Read("columns"),
            row => new PostgreSqlColumn(row.GetString(0), Number(row, 1), row.GetString(2))
            {
                Native = row.GetString(3),
                Nullable = row.GetString(4) == "t",
                IsEnum = row.GetString(5) == "t",
                Source = row.GetString(6) switch
                {
                    "computed" => ValueSource.Server,
                    "identity" => ValueSource.Identity,
                    _ => ValueSource.Rows,
                },
            },
            ("schema", table.Schema), ("name", table.Name));

    /// <summary>The types of that number, for the columns of a query.</summary>
    public static Dictionary<uint, (string Native, bool IsEnum)> Types(
        PostgreSqlDatabase database, IEnumerable<uint> numbers) =>
        database.Rows(
            PostgreSqlScripts.Read("types"),
            row => (Number: Number(row, 0), Native: row.GetString(1), IsEnum: row.GetString(2) == "t"),
            ("numbers", "{" + string.Join(',', numbers.Distinct()) + "}"))
            .ToDictionary(type => type.Number, type => (type.Native, type.IsEnum));

    /// <summary>The tables and views but the engine's own and the server's; asked in two statements.</summary>
    public static IReadOnlyList<CatalogTable> Tables(PostgreSqlDatabase database)
    {
        Set(database, PostgreSqlSession.ReadAlike);
        var tables = database.TablesWith(
            row => (new TableName(row.GetString(0), row.GetString(1)), ToCatalogColumn(row)));
        Set(database, PostgreSqlSession.ReadAsBefore);
        return tables;
    }

    private static void Set(PostgreSqlDatabase database, IEnumerable<string> settings)
    {
        foreach (var setting in settings)
        {
            database.Execute(setting);
        }
    }

    /// <summary>Each unique index and exclusion constraint that is looked at with each row.</summary>
    public static IReadOnlyList<KeyByRow> KeysByRow(PostgreSqlDatabase database, TableName table) =>
        [.. database.Rows(
            PostgreSqlScripts.Read("unique_keys"),
            row => (Key: row.GetString(0), Column: row.GetString(1), TakesNulls: row.GetString(2) == "true",
                Use: row.GetString(3), Where: row.GetString(4)),
            ("schema", table.Schema), ("name", table.Name))
            .GroupBy(one => (one.Key, one.TakesNulls, one.Where), one => (one.Column, one.Use))
            .Select(key => new KeyByRow(
                [.. key.Where(one => one.Use != "condition").Select(one => one.Column).Distinct()], key.Key.TakesNulls)
            {
                IsComputed = key.Any(one => one.Use == "expression"),
                Where = key.Key.Where.Length == 0 ? null : new KeyCondition(
                    key.Key.Where,
                    [.. key.Where(one => one.Use == "condition").Select(one => one.Column).Distinct()]),
            })];

    /// <summary>What row-level security hides rows of from the user.</summary>
    public static List<ShownPart> PartsShown(PostgreSqlDatabase database, TableName? table) => database.Rows(
        PostgreSqlScripts.Read("parts_shown"), row => new ShownPart(
            new TableName(row.GetString(0), row.GetString(1)),
            $"row-level security of {row.GetString(2)} hides rows from {row.GetString(3)}"),
        ("schema", table?.Schema ?? ""), ("name", table?.Name ?? ""));

    /// <summary>The table, or all of them, where they or parts of them are UNLOGGED.</summary>
    public static IReadOnlyList<CrashLoss> LostInCrash(PostgreSqlDatabase database, TableName? table) =>
        [.. database.Rows(
            PostgreSqlScripts.Read("lost_in_crash"),
            row => (Of: new TableName(row.GetString(0), row.GetString(1)), Lost: row.GetString(2),
                IsPart: row.GetString(3) == "true"),
            ("schema", table?.Schema ?? ""), ("name", table?.Name ?? ""))
            .GroupBy(found => found.Of)
            .Select(found => Loss(found.Key, [.. found.Select(one => one.Lost)], found.First().IsPart))];

    /// <summary>Name of a column by its place in a table.</summary>
    public static string? ColumnName(PostgreSqlDatabase database, uint table, short number) =>
        database.Texts(PostgreSqlScripts.Read("column_name"), ("table", (long)table), ("number", (long)number))
            .FirstOrDefault();

    /// <summary>What other sessions can see a table through as this one does.</summary>
    public static SharedSnapshot Share(PostgreSqlDatabase database, TableName table)
    {
        var found = database.Ask(
            PostgreSqlScripts.Read("snapshot"), ("schema", table.Schema), ("name", table.Name)).First;
        return new SharedSnapshot(
            found[0]!, found[1] is { } part ? $"its part '{part}' is a foreign table, which no snapshot holds" : null);
    }

    private static CrashLoss Loss(TableName table, IReadOnlyList<string> lost, bool isPart) => new(
        table,
        !isPart ? "it is UNLOGGED"
            : lost.Count == 1 ? $"its partition {lost[0]} is UNLOGGED"
            : $"its partition {lost[0]} and {lost.Count - 1} more are UNLOGGED",
        $"`ALTER TABLE {lost[0]} SET LOGGED`");

    private static CatalogColumn ToCatalogColumn(DbDataReader row)
    {
        var column = new PostgreSqlColumn(row.GetString(2), Number(row, 3), row.GetString(4))
        {
            Native = row.GetString(5),
            Nullable = row.GetString(6) == "t",
            IsEnum = row.GetString(7) == "t",
        }.ToRowColumn();
        var (identity, expression) = (row.GetString(8), row.GetString(10));
        return new CatalogColumn(column.Name, column.Type, column.Nullable)
        {
            Native = column.Native,
            Source = identity.Length > 0 ? ValueSource.Identity
                : expression.Length > 0 ? ValueSource.Server : ValueSource.Rows,
            Identity = identity,
            Default = row.GetString(9),
            Expression = expression,
            IsMadeThere = row.GetString(11) == "t",
        };
    }

    private static uint Number(DbDataReader row, int column) =>
        uint.Parse(row.GetString(column), CultureInfo.InvariantCulture);
}
