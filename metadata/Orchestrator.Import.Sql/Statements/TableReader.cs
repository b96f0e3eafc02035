using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Reading;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>Columns and keys of a table that a statement makes.</summary>
/// <param name="constraints">Reads its keys.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class TableReader(TableConstraintReader constraints, SqlProblems problems)
{
    // A column that is called so may have no type: it is one.
    private const string Stamp = "timestamp";

    // Of those that are mostly NULL a table has so many; all others are 1,024.
    private const int ColumnsMax = 30_000;

    /// <summary>The table; the place is that of its statement.</summary>
    public TableDraft Of(TableName name, CreateTableStatement statement, SqlBatch batch)
    {
        var table = new TableDraft(name, At(statement, batch), FragmentText.Of(statement));
        Add(table, statement.Definition, batch);
        return table;
    }

    /// <summary>A table whose rows are elsewhere.</summary>
    public static TableDraft External(TableName name, CreateExternalTableStatement statement, SqlBatch batch)
    {
        var table = new TableDraft(name, At(statement, batch), FragmentText.Of(statement));
        table.Columns.AddRange(statement.ColumnDefinitions.Select(each =>
            Column(each.ColumnDefinition, batch) with { Nullable = each.NullableConstraint?.Nullable }));
        return table;
    }

    /// <summary>Adds columns, keys and indexes to a table.</summary>
    public void Add(TableDraft table, TableDefinition definition, SqlBatch batch)
    {
        if (table.Columns.Count + definition.ColumnDefinitions.Count > ColumnsMax)
        {
            problems.Error(SqlCodes.TooMuch, table.At,
                $"the table {table.Name} has over {ColumnsMax} columns, and no more are read");
            return;
        }

        var known = new Dictionary<string, ColumnDraft>(StringComparer.OrdinalIgnoreCase);
        foreach (var there in table.Columns)
        {
            known.TryAdd(there.Name, there);
        }

        foreach (var column in definition.ColumnDefinitions)
        {
            var draft = Column(column, batch);
            if (!known.TryAdd(draft.Name, draft))
            {
                SayTwice(table, known[draft.Name], draft);
                continue;
            }

            table.Columns.Add(draft);
            foreach (var constraint in column.Constraints)
            {
                constraints.Add(table, constraint, draft.Name, At(constraint, batch));
            }

            AddIndex(table, column.Index, draft.Name, batch);
        }

        foreach (var constraint in definition.TableConstraints)
        {
            constraints.Add(table, constraint, null, At(constraint, batch));
        }

        foreach (var index in definition.Indexes)
        {
            AddIndex(table, index, null, batch);
        }
    }

    /// <summary>The place of a piece of a batch.</summary>
    public static Origin At(TSqlFragment piece, SqlBatch batch) => batch.At(piece.StartLine, piece.StartColumn);

    // A script that may run again adds what the statement that makes the table has as well.
    private void SayTwice(TableDraft table, ColumnDraft first, ColumnDraft again)
    {
        if ($"{first.Type}" != $"{again.Type}" || first.ComputedText != again.ComputedText
            || first.Nullable != again.Nullable)
        {
            problems.Error(SqlCodes.Twice, again.At,
                $"the column '{again.Name}' of {table.Name} is made here and at {first.At}, which counts",
                "import one of the two");
        }
    }

    private static void AddIndex(TableDraft table, IndexDefinition? index, string? column, SqlBatch batch)
    {
        if (index is not null)
        {
            TableConstraintReader.AddIndex(table, index.Name?.Value ?? "", index.Unique,
                index.FilterPredicate is not null, index.Columns, column, At(index, batch));
        }
    }

    private static ColumnDraft Column(ColumnDefinition column, SqlBatch batch) =>
        Column((ColumnDefinitionBase)column, batch) with
        {
            Nullable = column.Constraints.OfType<NullableConstraintDefinition>().LastOrDefault()?.Nullable,
            Default = column.DefaultConstraint is { } given ? FragmentText.Of(given.Expression) : "",
            DefaultName = column.DefaultConstraint?.ConstraintIdentifier?.Value ?? "",
            IsIdentity = column.IdentityOptions is not null,
            IsPeriod = column.GeneratedAlways is not null,
            IsHidden = column.IsHidden,
            Computed = column.ComputedColumnExpression,
            ComputedText = column.ComputedColumnExpression is { } computed ? FragmentText.Of(computed) : "",
            Type = column.ComputedColumnExpression is not null ? null : TypeOf(column),
        };

    private static ColumnDraft Column(ColumnDefinitionBase column, SqlBatch batch) =>
        new(column.ColumnIdentifier.Value, At(column, batch))
        {
            Type = TypeOf(column),
            Collation = column.Collation?.Value ?? "",
        };

    private static WrittenType TypeOf(ColumnDefinitionBase column) => column.DataType is { } type
        ? TypeReader.Of(type)
        : new WrittenType(null, Stamp, []);
}
