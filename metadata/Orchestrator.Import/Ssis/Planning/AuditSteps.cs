using System.Text.RegularExpressions;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Statements that only write down what was done: the ledger keeps that by itself.</summary>
internal sealed partial class AuditSteps(TaskContext context)
{
    private static readonly string[] Writers = ["INSERT", "UPDATE", "EXEC", "EXECUTE"];

    /// <summary>Those of the steps that are such statements.</summary>
    public HashSet<Step> Of(IEnumerable<Step> steps)
    {
        var found = steps.Where(MayBe).ToHashSet();
        var paths = found.Select(each => each.Path).ToHashSet(StringComparer.Ordinal);

        // What gives somebody else a value is needed, whatever it writes.
        for (var count = -1; count != found.Count;)
        {
            count = found.Count;
            foreach (var step in found.Where(step => Given(step).Any(value =>
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
        if (step.Executable.Sql is not { } sql || SqlTasks.FixedText(context, step.Executable) is not { } text)
        {
            return false;
        }

        var tokens = StatementTokens.Of(text);
        var inputs = sql.Parameters.Where(each => each.Way == ParameterWay.Input)
            .Select(each => each.Variable).ToArray();
        return tokens is [var first, ..] && Writers.Any(first.Is) && StepOrder.IsPlainBehind(step)
            && Named().IsMatch(string.Join(' ', tokens.TakeWhile(token => !token.IsSign('(')).Take(6)
                .Select(token => token.Name)))
            && inputs.Any(name => IsOfRun(step, name))
            && inputs.All(name => IsOfRun(step, name) || IsGiven(step, name));
    }

    // A variable of the system, or a number of rows.
    private bool IsOfRun(Step step, string name) => name.StartsWith("System::", StringComparison.Ordinal)
        || (context.Values.Find(step.Path, name) is { } value && context.Counted.ContainsKey(value));

    private bool IsGiven(Step step, string name) => context.Values.Find(step.Path, name) is { } value
        && (value.IsConstant || value.Writers.Count > 0 && value.Writers.All(IsStatement));

    private bool IsStatement(string path) => ModelWalk.Of(context.Package.Root)
        .Any(each => each.Path == path && each.Kind is ExecutableKind.ExecuteSql or ExecutableKind.Expression);

    private IEnumerable<ImportedValue> Given(Step step) => step.Executable.Sql!.Results.Select(each => each.Variable)
        .Concat(step.Executable.Sql.Parameters.Where(each => each.Way != ParameterWay.Input)
            .Select(each => each.Variable))
        .Select(name => context.Values.Find(step.Path, name)).OfType<ImportedValue>();

    [GeneratedRegex("log|audit|event|error|execution|history|monitor|statistic|batch|process|package|run|track",
        RegexOptions.IgnoreCase)]
    private static partial Regex Named();
}
