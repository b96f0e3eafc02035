using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>
/// What of the objects themselves a database does not have, for tables that no catalog keeps: less than a catalog
/// tells, because objects name columns and the types that they write, and nothing else. Pure.
/// </summary>
internal sealed class ModelDifference(Solution solution, string connection, Dialect dialect)
{
    /// <summary>The tables that objects read or write on the connection, as far as the catalog lacks them.</summary>
    /// <param name="known">Tables of the catalog.</param>
    public IReadOnlyList<TableName> Tables(IEnumerable<KnownTable> known)
    {
        var kept = known.Select(table => dialect.Fold(new TableName(table.Schema, table.Name))).ToHashSet();
        return [.. Uses().Select(use => use.Table).DistinctBy(dialect.Fold)
            .Where(table => !kept.Contains(dialect.Fold(table)))];
    }

    /// <summary>What is missing or of another type.</summary>
    /// <param name="tables">The tables to compare.</param>
    /// <param name="live">The tables of the database.</param>
    public IEnumerable<Change> Of(IReadOnlyList<TableName> tables, IEnumerable<KnownTable> live)
    {
        var there = live.ToDictionary(table => dialect.Fold(new TableName(table.Schema, table.Name)));
        var wanted = tables.Select(dialect.Fold).ToHashSet();
        return Uses().Where(use => wanted.Contains(dialect.Fold(use.Table)))
            .SelectMany(use => there.GetValueOrDefault(dialect.Fold(use.Table)) is { } table
                ? Columns(use, table)
                : use.MakesIt ? [] : [Made(ChangeKind.TableRemoved, use.Table, "", "table", "")])
            .Distinct();
    }

    private IEnumerable<Change> Columns(Use use, KnownTable table)
    {
        var there = dialect.ByName(table.Columns, column => column.Name);
        foreach (var column in use.Columns)
        {
            var found = there.Find(column.Name);
            if (found is null)
            {
                yield return Made(
                    ChangeKind.ColumnRemoved, use.Table, column.Name, ColumnDifference.TypeOf(column), "");
            }
            else if (column.DataType is { } type && found.DataType != dialect.Kept(type))
            {
                yield return Made(
                    ColumnDifference.KindOf(dialect.Kept(type), found.DataType), use.Table, found.Name,
                    $"{dialect.Kept(type)}", ColumnDifference.TypeOf(found));
            }
        }
    }

    private IEnumerable<Use> Uses()
    {
        foreach (var each in solution.Projects.SelectMany(project => project.Objects))
        {
            if (each.Source is { Name: { } name } source && source.Connection == connection)
            {
                yield return new Use(dialect.Table(source.Schema, name), false,
                    [.. each.Columns.Where(column => column.Value is null)
                        .Select(column => new KnownColumn { Name = column.Name })]);
            }

            if (each.IsLoad && each.Target.Connection == connection)
            {
                yield return new Use(dialect.Table(each.Target.Schema, each.Target.Name), each.Target.Create,
                    [.. each.Columns.Select(column =>
                        new KnownColumn { Name = column.Target, DataType = column.DataType })]);
            }
        }
    }

    private static Change Made(ChangeKind kind, TableName table, string column, string old, string now) =>
        new(kind, table.Schema, table.Name, column, old, now);

    private sealed record Use(TableName Table, bool MakesIt, IReadOnlyList<KnownColumn> Columns);
}
