using System.Runtime.CompilerServices;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>The tables that a solution's catalog keeps; looked up once per solution.</summary>
internal sealed class CatalogTables
{
    private static readonly ConditionalWeakTable<Solution, CatalogTables> Known = [];

    private readonly Dictionary<(string Connection, string Schema, string Table), KnownTable> _byName = [];

    private CatalogTables(Solution solution)
    {
        foreach (var table in solution.Catalog)
        {
            if (Platforms.Of(solution, table.Connection)?.Dialect is { } dialect)
            {
                _byName.TryAdd(KeyOf(table.Connection, dialect, table.Schema, table.Name), table);
            }
        }
    }

    /// <summary>The table of that name behind a connection; null where the catalog has none.</summary>
    public static KnownTable? Find(Solution solution, string connection, string? schema, string name) =>
        solution.Catalog.Count > 0 && Platforms.Of(solution, connection)?.Dialect is { } dialect
            ? Known.GetValue(solution, static each => new CatalogTables(each))._byName
                .GetValueOrDefault(KeyOf(connection, dialect, schema, name))
            : null;

    /// <summary>Its columns as loads see them; one whose type nobody can move is text.</summary>
    public static IReadOnlyList<RowColumn> Columns(KnownTable table, IPlatform platform) =>
        [.. table.Columns.Select(column => new RowColumn(
            column.Name, column.DataType ?? UndeclaredType.Text, column.Nullable)
        {
            Native = column.Native.Length == 0
                ? null
                : new NativeType(platform.Name, column.Native) { CodePage = column.CodePage },
            Source = column.Identity.Length > 0 ? ValueSource.Identity
                : column.Computed.Length > 0 || column.DataType?.Kind == SqlTypeKind.RowVersion ? ValueSource.Server
                : ValueSource.Rows,
        })];

    private static (string, string, string) KeyOf(string connection, Dialect dialect, string? schema, string name)
    {
        var table = dialect.Table(schema, name);
        return (connection, dialect.Fold(table.Schema ?? ""), dialect.Fold(table.Name));
    }
}
