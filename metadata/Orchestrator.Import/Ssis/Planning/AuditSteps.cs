using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Statements that only write down what was done: the ledger keeps that by itself. What may be more than that
/// stays a statement.</summary>
/// <param name="context">The package.</param>
/// <param name="logs">The tables of all packages that are logs.</param>
internal sealed class AuditSteps(TaskContext context, LogTables logs)
{
    private readonly HashSet<(string Flow, string Variable)> _counts = LogTables.Counts(context.Package);

    /// <summary>Those of the steps that are such statements, each with why it is dropped.</summary>
    public Dictionary<Step, string> Of(IEnumerable<Step> steps)
    {
        var found = new Dictionary<Step, string>();
        foreach (var step in steps)
        {
            if (logs.Of(step.Executable) is { } table && MayBe(step))
            {
                found[step] = $"it writes into the log {Shown(table)} what the ledger keeps by itself, and nothing of "
                    + "the packages reads it";
            }
        }

        var paths = found.Keys.Select(each => each.Path).ToHashSet(StringComparer.Ordinal);

        // What gives somebody else a value is needed, whatever it writes.
        for (var count = -1; count != found.Count;)
        {
            count = found.Count;
            foreach (var step in found.Keys.Where(step => Given(step).Any(value =>
                value.Readers.Any(reader => reader != step.Path && !paths.Contains(reader)))).ToArray())
            {
                found.Remove(step);
                paths.Remove(step.Path);
            }
        }

        return found;
    }

    private bool MayBe(Step step)
    {
        var inputs = step.Executable.Sql!.Parameters.Where(each => each.Way == ParameterWay.Input)
            .Select(each => each.Variable).ToArray();
        return StepOrder.IsPlainBehind(step) && step.Executable.Handlers.Count == 0
            && step.Parent?.Executable.Transaction != TransactionOption.Required
            && inputs.All(name => LogTables.IsOfRun(context, step.Path, name, _counts) || IsGiven(step, name));
    }

    private bool IsGiven(Step step, string name) => context.Values.Find(step.Path, name) is { } value
        && (value.IsConstant || (value.Writers.Count > 0 && value.Writers.All(IsStatement)));

    private bool IsStatement(string path) => ModelWalk.Of(context.Package.Root)
        .Any(each => each.Path == path && each.Kind is ExecutableKind.ExecuteSql or ExecutableKind.Expression);

    private IEnumerable<ImportedValue> Given(Step step) => step.Executable.Sql!.Results.Select(each => each.Variable)
        .Concat(step.Executable.Sql.Parameters.Where(each => each.Way != ParameterWay.Input)
            .Select(each => each.Variable))
        .Select(name => context.Values.Find(step.Path, name)).OfType<ImportedValue>();

    private static string Shown(NamedTable table) =>
        table.Schema.Length == 0 ? table.Name : $"{table.Schema}.{table.Name}";
}
