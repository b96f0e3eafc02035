using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Typing;

namespace Orchestrator.Import.Sql.Tables;

/// <summary>Makes of a table's draft what the catalog of a server would tell of it.</summary>
/// <param name="drafts">All that was read.</param>
/// <param name="platform">Name of the platform.</param>
/// <param name="collation">That of the database; empty = no script tells it.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class TableMaker(SqlDrafts drafts, string platform, string collation, SqlProblems problems)
{
    private readonly TypeLookup _types = new(drafts);

    /// <summary>The table.</summary>
    public CatalogTable Of(TableDraft table)
    {
        var keys = new KeyMaking(drafts, table, problems);
        var primary = table.PrimaryKey is { } key ? keys.Columns(key.Columns, key.At) ?? [] : [];
        var inKey = primary.ToHashSet(StringComparer.Ordinal);
        return new CatalogTable(table.Name, CatalogTable.Table)
        {
            Columns = [.. table.Columns.Where(column => !column.IsHidden)
                .Select(column => Column(table, column, inKey.Contains(column.Name)))],
            PrimaryKey = primary,
            UniqueKeys = keys.UniqueKeys(),
            ForeignKeys = keys.ForeignKeys(),
        };
    }

    private CatalogColumn Column(TableDraft table, ColumnDraft column, bool isInKey)
    {
        var found = column.Type is { } written ? Found(table, column, written) : Computed(table, column);
        var isFilled = isInKey || column.IsIdentity || column.IsPeriod
            || found.Type is { Kind: SqlTypeKind.RowVersion };
        return new CatalogColumn(
            column.Name, found.Type, !isInKey && (column.Nullable ?? (!isFilled && (found.Nullable ?? true))))
        {
            Native = Native(column, found),
            Source = column.ComputedText.Length > 0 || column.IsPeriod
                || found.Type is { Kind: SqlTypeKind.RowVersion } ? ValueSource.Server
                : column.IsIdentity ? ValueSource.Identity
                : ValueSource.Rows,
            Default = column.Default,
            Expression = column.IsPeriod ? "period" : column.ComputedText,
            Identity = column.IsIdentity ? "identity" : "",
            IsMadeThere = found.Alias is not null,
        };
    }

    private FoundType Found(TableDraft table, ColumnDraft column, WrittenType written)
    {
        var found = _types.Of(written, TypeLookup.OfColumn);
        if (!found.IsKnown)
        {
            problems.Error(SqlCodes.UnknownType, column.At,
                $"'{column.Name}' of {table.Name} has the type {written}, which nothing that was read makes",
                "import the script with its CREATE TYPE, too");
        }

        return found;
    }

    private FoundType Computed(TableDraft table, ColumnDraft column)
    {
        var values = new ExpressionTypes(drafts, _types, reference => OfOther(table, reference));
        var value = values.Of(column.Computed);
        if (value.Type is null)
        {
            problems.Warn(SqlCodes.Untold, column.At,
                $"'{column.Name}' of {table.Name} is computed, and no script tells its type: its object leaves it out",
                "write the column into the object with its dataType, or CAST into the script");
        }

        return new FoundType(true, value.Type) { Nullable = value.Nullable };
    }

    // A computed column reads no other computed one.
    private ToldValue OfOther(TableDraft table, ColumnReferenceExpression reference)
    {
        var name = reference.MultiPartIdentifier.Identifiers[^1].Value;
        return table.Columns.Find(each => each.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            is { Type: { } written } column
            ? new ToldValue(_types.Of(written, TypeLookup.OfColumn).Type, column.Nullable ?? true)
            : ToldValue.Unknown;
    }

    private NativeType? Native(ColumnDraft column, FoundType found)
    {
        if (found.Type is not { } type)
        {
            return column.Type is { } written ? new NativeType(platform, $"{written}") : null;
        }

        // The server collates no XML.
        var own = !type.IsText || type.Kind == SqlTypeKind.Xml ? ""
            : column.Collation.Length == 0 || IsDatabaseDefault(column.Collation) ? collation : column.Collation;
        return found.Alias is null && own.Length == 0 ? null
            : new NativeType(platform, found.Alias ?? $"{type} COLLATE {own}")
            {
                CodePage = type.IsUnicodeText ? 0 : Collations.PageOf(own),
            };
    }

    private static bool IsDatabaseDefault(string collation) =>
        collation.Equals("database_default", StringComparison.OrdinalIgnoreCase);
}
