using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// Reads the conditions that the run asks. Which packages their facts are of, whoever has the plan says.
/// </summary>
/// <param name="context">The load.</param>
/// <param name="variables">The variables of the plan by name.</param>
internal sealed class ConditionBuilder(LoadContext context, IReadOnlyDictionary<string, Variable> variables)
{
    private const string VariableWord = "var";

    private static readonly FactName Number = FactName.OfRuns[0];

    /// <summary>The condition; null where none was written, or what was written is none.</summary>
    public WrittenCondition? Read(YamlScalar? written)
    {
        if (written is null)
        {
            return null;
        }

        string? unread = null;
        try
        {
            var read = Expression.ReadCondition(written.Text, (word, name) =>
            {
                unread ??= WhyUnread(word, name);
                return TypeOf(word, name);
            });
            FactWords.Check(context, written, read);
            return new WrittenCondition(read.With(GivenFor), written.At);
        }
        catch (ExpressionException wrong)
        {
            Report(written, wrong, unread);
            return null;
        }
    }

    // What a turn gives that only the run finds out is asked for there.
    private TypedValue? GivenFor(ExpressionReference reference) =>
        OfPlan(reference.Word, reference.Name) is { From: BuildScope.GivenBy, Value: { } value } ? value : null;

    private SqlType? TypeOf(string word, string name) =>
        WhyUnread(word, name) is not null ? null
        : OfPlan(word, name) is { } variable ? variable.Type
        : OfRun(word, name) is { } ofRun ? ofRun.Type.Scalar
        : FactName.TryParse(word, name, out var fact) ? fact.Type : null;

    private Variable? OfPlan(string word, string name) =>
        word == VariableWord ? variables.GetValueOrDefault(name) : null;

    private RunVariableDefinition? OfRun(string word, string name) =>
        word == VariableWord ? context.RunVariables.GetValueOrDefault(name) : null;

    /// <summary>What is there, and has no place in a condition; null = it has one, or is not there.</summary>
    private string? WhyUnread(string word, string name)
    {
        if (OfPlan(word, name) is null && OfRun(word, name) is { Type.IsRows: true })
        {
            return $"'{name}' is rows, and a condition compares single values";
        }

        return !FactName.TryParse(word, name, out var fact) ? null
            : fact == Number ? $"{fact} is another one in each retry, which would decide anew"
            : fact.IsOfFailure ? $"{fact} says of no package whose failure it is"
            : null;
    }

    private void Report(YamlScalar written, ExpressionException wrong, string? unread)
    {
        var isInPlace = written.Written is null && !written.Text.Contains('\n', StringComparison.Ordinal);
        var at = written.At with { Column = written.At.Column + wrong.Place + (written.IsPlain ? 0 : 1) };
        if (unread is null)
        {
            context.Bag.Error("ORC1064", isInPlace ? at : written.At, wrong.Message,
                "compare what the run knows: \"Rows > 0 and ${state:Staging/customer} = 'Succeeded'\"");
            return;
        }

        context.Bag.Error("ORC1171", isInPlace ? at : written.At, unread,
            "a condition reads variables of one value, ${run:began}, ${run:asOf}, ${rows:PACKAGE.inserted}, "
            + "${state:PACKAGE} and ${error:PACKAGE.code}");
    }
}
