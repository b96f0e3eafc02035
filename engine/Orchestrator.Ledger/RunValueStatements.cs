using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>Writes and reads what packages have set, inside the transaction of the caller.</summary>
internal static class RunValueStatements
{
    /// <summary>Adds what an attempt has set.</summary>
    /// <param name="statements">The statements.</param>
    /// <param name="attempt">Number of the attempt over all runs.</param>
    /// <param name="variable">The variable, as the plan has it.</param>
    /// <param name="set">What is recorded.</param>
    public static void Insert(StatementCache statements, long attempt, RunVariable variable, RecordValue set) =>
        statements["insert_run_value"].Bind(attempt).Bind(variable.Name).Bind(set.Value.Type.ToString())
            .Bind(set.Value.Text).Bind(variable.IsSensitive ? 1 : 0).Run();

    /// <summary>A row with the node of its attempt behind it.</summary>
    /// <exception cref="FormatException">Somebody else has written it.</exception>
    public static RunValueRecord Read(Statement row)
    {
        var variable = row.Text(RunValueColumns.Variable);
        RunValue? value = null;
        return RunValueType.TryParse(row.Text(RunValueColumns.DataType), out var type, out var problem)
            && RunValue.TryParse(type, row.Text(RunValueColumns.Value), out value, out problem)
            ? new RunValueRecord((int)row.Number(RunValueColumns.All.Behind), row.Number(RunValueColumns.Attempt),
                variable, value, row.Number(RunValueColumns.IsSensitive) != 0)
            : throw new FormatException($"the value of '{variable}' in run_values is none: {problem}");
    }
}
