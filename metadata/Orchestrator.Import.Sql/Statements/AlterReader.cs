using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Reading;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>Changes of tables, which are made once all tables are known: scripts stand in any order.</summary>
internal sealed class AlterReader(
    SqlDrafts drafts, SqlProblems problems, TableReader tables, Func<SchemaObjectName, TableName> nameOf)
{
    /// <summary>Takes a change of a table.</summary>
    public void Read(AlterTableStatement statement, SqlBatch batch)
    {
        var (table, at) = (nameOf(statement.SchemaObjectName), TableReader.At(statement, batch));
        switch (statement)
        {
            case AlterTableAddTableElementStatement added:
                Add(table, at, draft => tables.Add(draft, added.Definition, batch));
                break;
            case AlterTableAlterColumnStatement altered:
                Add(table, at, draft => Alter(draft, altered, at));
                break;
            case AlterTableDropTableElementStatement dropped:
                Add(table, at, draft => Drop(draft, dropped));
                break;
            case AlterTableSetStatement set:
                foreach (var option in set.Options.OfType<SystemVersioningTableOption>())
                {
                    AddHistory(option);
                }

                break;
        }
    }

    /// <summary>Takes an index.</summary>
    public void Read(CreateIndexStatement index, SqlBatch batch)
    {
        var at = TableReader.At(index, batch);
        drafts.Add(new ChangeDraft(nameOf(index.OnName), at, MayBeView: true, draft => TableConstraintReader.AddIndex(
            draft, index.Name?.Value ?? "", index.Unique, index.FilterPredicate is not null, index.Columns, null, at)));
    }

    /// <summary>Takes an index away.</summary>
    public void Read(DropIndexClause dropped, Origin at)
    {
        if (dropped is { Object: { } table, Index.Value: { } name })
        {
            drafts.Add(new ChangeDraft(nameOf(table), at, MayBeView: true, draft => draft.UniqueKeys.RemoveAll(
                key => key.Name.Equals(name, StringComparison.OrdinalIgnoreCase)))
            {
                MayBeMissing = true,
            });
        }
    }

    /// <summary>Takes note of the table that keeps what rows were.</summary>
    public void AddHistory(SystemVersioningTableOption option)
    {
        if (option.OptionState == OptionState.On && option.HistoryTable is { } history)
        {
            drafts.AddHistory(nameOf(history));
        }
    }

    // A constraint that is only switched, a trigger and the like change nothing that is told of a table.
    private void Add(TableName table, Origin at, Action<TableDraft> make) =>
        drafts.Add(new ChangeDraft(table, at, MayBeView: false, make));

    private void Alter(TableDraft table, AlterTableAlterColumnStatement statement, Origin at)
    {
        var place = PlaceOf(table, statement.ColumnIdentifier.Value);
        if (place < 0)
        {
            problems.Error(SqlCodes.UnknownTable, at,
                $"the table {table.Name} has no column '{statement.ColumnIdentifier.Value}'",
                "import the script that adds it, too");
            return;
        }

        table.Columns[place] = Altered(table.Columns[place], statement);
    }

    // What says nothing of NULL lets the column take it.
    private static ColumnDraft Altered(ColumnDraft column, AlterTableAlterColumnStatement statement)
    {
        var option = statement.AlterTableAlterColumnOption;
        var isHidden = option == AlterTableAlterColumnOption.AddHidden
            || (column.IsHidden && option != AlterTableAlterColumnOption.DropHidden);
        return statement.DataType is not { } type ? column with { IsHidden = isHidden } : column with
        {
            Type = TypeReader.Of(type),
            Nullable = option != AlterTableAlterColumnOption.NotNull,
            Collation = statement.Collation?.Value ?? "",
        };
    }

    private static void Drop(TableDraft table, AlterTableDropTableElementStatement statement)
    {
        var kind = TableElementType.NotSpecified;
        foreach (var element in statement.AlterTableDropTableElements)
        {
            // DROP COLUMN a, b: the word holds until another one stands there.
            kind = element.TableElementType == TableElementType.NotSpecified ? kind : element.TableElementType;
            var name = element.Name?.Value ?? "";
            bool IsIt(string each) => name.Length > 0 && each.Equals(name, StringComparison.OrdinalIgnoreCase);
            if (kind == TableElementType.Column)
            {
                table.Columns.RemoveAll(column => IsIt(column.Name));
                continue;
            }

            table.PrimaryKey = table.PrimaryKey is { } key && IsIt(key.Name) ? null : table.PrimaryKey;
            table.UniqueKeys.RemoveAll(each => IsIt(each.Name));
            table.ForeignKeys.RemoveAll(each => IsIt(each.Name));
            foreach (var i in Enumerable.Range(0, table.Columns.Count).Where(i => IsIt(table.Columns[i].DefaultName)))
            {
                table.Columns[i] = table.Columns[i] with { Default = "", DefaultName = "" };
            }
        }
    }

    private static int PlaceOf(TableDraft table, string column) =>
        table.Columns.FindIndex(each => each.Name.Equals(column, StringComparison.OrdinalIgnoreCase));
}
