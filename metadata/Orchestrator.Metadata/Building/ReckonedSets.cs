using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Reads the expressions that variables of the run are set by.</summary>
internal sealed class ReckonedSets(BuildScope scope)
{
    private const string VariableWord = "var";
    private const string Any = "X";

    /// <summary>What is set, with its expression; without one where it is none, or none of its type (reported).
    /// </summary>
    public ValueSet Read(ValueSet set, YamlScalar written)
    {
        if (set.Type.Scalar is not { } type)
        {
            Misfit(set, $"is rows, and '{set.From}' is one value", "let a statement set it");
            return set;
        }

        string? rows = null;
        try
        {
            var read = Expression.Read(written.Text, (word, name) =>
            {
                rows ??= IsRows(word, name) ? name : null;
                return TypeOf(word, name);
            });
            Check(set, type, read);
            FactWords.Check(scope.Context, written, read);
            return set with { From = read.Text.ReplaceLineEndings("\n"), Reckoned = read };
        }
        catch (ExpressionException wrong)
        {
            Report(written, wrong, rows);
            return set;
        }
    }

    private SqlType? TypeOf(string word, string name) =>
        word == VariableWord
            ? scope.Variables.TryGetValue(name, out var known) ? known.Type
                : scope.Context.RunVariables.GetValueOrDefault(name)?.Type.Scalar
        : FactName.TryParse(word, name, out var fact) ? fact.Type : null;

    private bool IsRows(string word, string name) => word == VariableWord && !scope.Variables.ContainsKey(name)
        && scope.Context.RunVariables.GetValueOrDefault(name) is { Type.IsRows: true };

    // What reads nothing is known now, and read as what is set; else both are of one kind, as whether the value fits
    // is seen when it is there.
    private void Check(ValueSet set, SqlType type, Expression read)
    {
        if (read.References.Count == 0)
        {
            if (!read.Evaluate(_ => null).TryAs(type, out _, out var problem))
            {
                Misfit(set, $"is {type}, and '{set.From}' is none: {problem}", "write a value of its type");
            }

            return;
        }

        var wanted = Expression.Read(Any, (_, _) => type);
        if (read.Kind != wanted.Kind && (read.Kind, wanted.Kind) != (ExpressionKind.Number, ExpressionKind.Float))
        {
            Misfit(set, $"is {type}, and '{set.From}' comes to {read.KindText}", wanted.Kind switch
            {
                ExpressionKind.Text => "write text(…) around it",
                ExpressionKind.Number => "write number(…) around it, or compare",
                ExpressionKind.Date => "write date(…) around a text",
                _ => "let both have one type",
            });
        }
    }

    private void Misfit(ValueSet set, string why, string advice) => scope.Context.Bag.Error("ORC2020", set.At,
        $"what is set does not fit its variable: '{set.Variable}' {why}", advice);

    private void Report(YamlScalar written, ExpressionException wrong, string? rows)
    {
        var isInPlace = written.Written is null && !written.Text.Contains('\n', StringComparison.Ordinal);
        var at = isInPlace
            ? written.At with { Column = written.At.Column + wrong.Place + (written.IsPlain ? 0 : 1) } : written.At;
        if (rows is null)
        {
            scope.Context.Bag.Error("ORC1064", at, wrong.Message,
                "reckon with what the run knows: \"addDays(Cutoff, 1)\", \"${rows:customer.inserted} + 1\"");
            return;
        }

        scope.Context.Bag.Error("ORC1380", at, $"'{rows}' is rows, and an expression reckons with single values",
            "let a statement set a variable of one value from what is needed of them");
    }
}
