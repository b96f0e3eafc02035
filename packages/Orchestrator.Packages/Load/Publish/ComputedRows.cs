using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// The rows of a load with `targetExpression`, staged as they were read: in a table of their own, from which the server
/// computes them into the load table.
/// </summary>
internal sealed class ComputedRows(
    IDatabase database, PackageContext context, LoadColumns columns, TableName target, RefusedRows refused)
{
    private const int ValueMax = 60;

    private readonly ComputeDialect _sql = new(
        database.Platform.Dialect, database.Platform.Dialect.StagedTable(target, context.AttemptId),
        database.Platform.Dialect.LoadTable(target, context.AttemptId));

    private readonly (RowColumn Column, string? Expression)[] _all =
        [.. columns.Target.Select(column => (column, columns.Computed.GetValueOrDefault(column.Name)))];

    /// <summary>Name of the table that the rows are staged in.</summary>
    public TableName Staged => _sql.Staged;

    private ObjectDefinition Definition => context.Object;

    /// <summary>Makes the table, its rows numbered.</summary>
    /// <exception cref="PackageRefusedException">Nobody could tell whether a column changes a result.</exception>
    public void Make()
    {
        database.CreateLoadTable(
            Staged, target, context.AttemptId, [.. columns.Staged, database.Platform.Dialect.RowNumber]);
        foreach (var (column, expression) in _all.Where(each => each.Expression is not null))
        {
            if (database.ResultRefusal(_sql.Results(column, expression!), column, [.. context.Values]) is { } why)
            {
                throw new PackageRefusedException(
                    "ORC3602", ErrorClass.Config, "open",
                    $"The result of the `targetExpression` of '{column.Name}' cannot be held against its column: "
                    + $"{why}. Cast it to {column.Type} in the expression.");
            }
        }
    }

    /// <summary>
    /// Computes all rows into the load table and removes the staged ones; each keeps its number. Rows that the server
    /// cannot compute, or whose result the column would change, are refused.
    /// </summary>
    /// <param name="counts">What was read; Inserted = the staged rows.</param>
    /// <exception cref="DataRefusedException">A row is refused, and none is redirected; or an expression took several
    /// rows together.</exception>
    public RowCounts Run(RowCounts counts)
    {
        var before = refused.Count;
        long computed;
        using (database.KeepIdentity(_sql.Load, [database.Platform.Dialect.RowNumber.Name]))
        {
            computed = Definition.Errors.OnError.Value == Policy.Redirect
                ? new HalvedPublish(database, Staged, Reject)
                    .Run(part => new RowCounts(0, Compute(part), 0, 0, 0, 0, 0, 0)).Inserted
                : Compute(null);
        }

        var rejected = refused.Count - before;
        if (computed + rejected != counts.Inserted)
        {
            throw new DataRefusedException(
                "ORC3602", $"{counts.Inserted - rejected} rows were computed into {computed}: a `targetExpression` "
                + "with an aggregate such as sum() takes all rows together. Let it compute its own row, and aggregate "
                + "in the query of an object behind this one.");
        }

        database.DropLoadTable(Staged);
        return counts with { Inserted = computed, Rejected = counts.Rejected + rejected };
    }

    private long Compute((long First, long Last)? part)
    {
        (string, object?)[] values = [.. context.Values, .. Ends(part)];
        try
        {
            var rows = database.Execute(_sql.Insert(_all, part is not null), values);
            foreach (var (column, expression) in _all.Where(each => each.Expression is not null))
            {
                RefuseChanged(column, expression!, part, values);
            }

            return rows;
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { Class: DatabaseFaultClass.Data } why)
        {
            throw new DataRefusedException(
                "ORC3602", $"A row was refused when its `targetExpression` was computed: {why.Text.TrimEnd('.')}. "
                + why.Advice, fault);
        }
    }

    private static (string, object?)[] Ends((long First, long Last)? part) =>
        part is { } found ? [(ComputeDialect.First, found.First), (ComputeDialect.Last, found.Last)] : [];

    private void RefuseChanged(
        RowColumn column, string expression, (long, long)? part, (string, object?)[] values)
    {
        var changed = database.Number(_sql.CountChanged(column, expression, part is not null), values);
        if (changed == 0)
        {
            return;
        }

        var first = database.Ask(_sql.FirstChanged(column, expression, part is not null), values).First;
        throw new DataRefusedException(
            "ORC3602", $"{changed} results of the `targetExpression` of '{column.Name}' would be others in "
            + $"{column.Type}, the first being {Shown(column, first[0])}: too long, too precise, out of range, of "
            + "another type, or not the same each time. Let the expression return what the column holds.")
        { Column = column.Name };
    }

    private string Shown(RowColumn column, string? value) =>
        Definition.Columns.Any(each => each.Sensitive) ? $"a value of '{column.Name}'"
        : value is null ? "NULL"
        : $"'{(value.Length > ValueMax ? value[..ValueMax] + "…" : value)}'";

    private void Reject(long number, Exception fault)
    {
        string[] moved = [.. columns.Moved.Select(column => column.Name)];
        var values = database.Ask(database.Platform.Dialect.RowOf(Staged, moved), ("first", number)).First;
        // Staged as it was read, and what the server computes from it depends on types that are not kept.
        refused.Reject(number, values, whole: null, fault);
    }
}
