using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>Keys of a table, whether they stand with a column, with the table or in a statement of their own.</summary>
/// <param name="nameOf">Table of a name that a script writes.</param>
internal sealed class TableConstraintReader(Func<SchemaObjectName, TableName> nameOf)
{
    /// <summary>Adds what a constraint says to a table.</summary>
    /// <param name="table">The table.</param>
    /// <param name="constraint">The constraint.</param>
    /// <param name="column">The column that it stands with; null = it stands with the table.</param>
    /// <param name="at">Where it stands.</param>
    public void Add(TableDraft table, ConstraintDefinition constraint, string? column, Origin at)
    {
        var name = constraint.ConstraintIdentifier?.Value ?? "";
        switch (constraint)
        {
            case UniqueConstraintDefinition { IsPrimaryKey: true } key:
                table.PrimaryKey = new KeyDraft(name, Columns(key.Columns, column), at);
                break;
            case UniqueConstraintDefinition key:
                table.UniqueKeys.Add(new KeyDraft(name, Columns(key.Columns, column), at));
                break;
            case ForeignKeyConstraintDefinition key:
                table.ForeignKeys.Add(new ReferenceDraft(
                    name, key.Columns.Count == 0 && column is not null ? [column] : Names(key.Columns),
                    nameOf(key.ReferenceTableName), Names(key.ReferencedTableColumns), at));
                break;
            case DefaultConstraintDefinition { Column: { } of } given:
                AddDefault(table, of.Value, given);
                break;
        }
    }

    /// <summary>Adds an index that is unique over all rows.</summary>
    public static void AddIndex(
        TableDraft table, string name, bool isUnique, bool isFiltered, IList<ColumnWithSortOrder> columns,
        string? column, Origin at)
    {
        if (isUnique && !isFiltered)
        {
            table.UniqueKeys.Add(new KeyDraft(name, Columns(columns, column), at));
        }
    }

    private static void AddDefault(TableDraft table, string column, DefaultConstraintDefinition given)
    {
        var place = table.Columns.FindIndex(each => each.Name.Equals(column, StringComparison.OrdinalIgnoreCase));
        if (place >= 0)
        {
            table.Columns[place] = table.Columns[place] with
            {
                Default = FragmentText.Of(given.Expression),
                DefaultName = given.ConstraintIdentifier?.Value ?? "",
            };
        }
    }

    private static string[] Columns(IList<ColumnWithSortOrder> columns, string? column) =>
        columns.Count == 0 && column is not null ? [column]
            : [.. columns.Select(each => each.Column.MultiPartIdentifier.Identifiers[^1].Value)];

    private static string[] Names(IList<Identifier> names) => [.. names.Select(each => each.Value)];
}
