using System.Globalization;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>The turns of a loop whose values are known before the run.</summary>
internal static class LoopValues
{
    public static IReadOnlyList<InstanceTurn> Turns(BuildScope scope, BuiltContainer container)
    {
        var column = container.Model.Loop!.Columns[0];
        return Rows(scope, container) is not { } rows ? [] : [.. TurnKeys.Of(rows, [0]).Zip(rows.Rows, (key, row) =>
            new InstanceTurn(container.Model.Name, key, [new InstanceValue(column.Name, column.Type, row[0])]))];
    }

    /// <summary>Its values as rows; null where there is none.</summary>
    public static RunValue? Rows(BuildScope scope, BuiltContainer container)
    {
        var loop = container.Model.Loop!;
        var values = loop.Kind == LoopKind.Range ? Numbers(scope, loop) : Listed(scope, container, loop);
        if (values.Count == 0)
        {
            return null;
        }

        var column = loop.Columns[0];
        IReadOnlyList<IReadOnlyList<string?>> rows = [.. values.Select(value => (IReadOnlyList<string?>)[value.Text])];
        if (!RunValueType.TryRows([column], out var type, out var problem)
            || !RunValue.TryMake(type, rows, out var made, out problem))
        {
            scope.Context.Bag.Error("ORC1061", loop.At, $"'{column.Name}' cannot have these values: {problem}");
            return null;
        }

        return made;
    }

    private static List<TypedValue> Numbers(BuildScope scope, LoopDefinition loop)
    {
        var (from, to) = (loop.From ?? 0, loop.To ?? -1);
        if (from > to)
        {
            scope.Context.Bag.Error("ORC1181", loop.At, $"from {from} to {to} there is no number",
                "write the lower one behind 'from'");
            return [];
        }

        if (to - from >= LoopDefinition.TurnsMax)
        {
            scope.Context.Bag.Error("ORC1187", loop.At, $"from {from} to {to} there are {to - from + 1} turns, "
                + $"{LoopDefinition.TurnsMax} are taken", "let several runs, or statements, do parts of it");
            return [];
        }

        List<TypedValue> numbers = [];
        for (var number = from; number <= to; number++)
        {
            var text = number.ToString(CultureInfo.InvariantCulture);
            if (!TypedValue.TryParse(loop.Columns[0].Type, text, out var value, out var problem))
            {
                Misfit(scope, loop.At, loop.Columns[0], text, problem);
                return [];
            }

            numbers.Add(value!);
        }

        return numbers;
    }

    private static List<TypedValue> Listed(BuildScope scope, BuiltContainer container, LoopDefinition loop)
    {
        var map = container.Map!.Map(LoopKeys.Section.Name)!;
        List<TypedValue> values = [];
        foreach (var item in map.Items(LoopKeys.Values.Name).OfType<YamlScalar>())
        {
            var written = VariableTexts.Resolve(scope.Context, scope.Variables, item);
            if (TypedValue.TryParse(loop.Columns[0].Type, written.Text, out var value, out var problem))
            {
                values.Add(value!);
            }
            else
            {
                Misfit(scope, item.At, loop.Columns[0], written.Text, problem);
            }
        }

        if (loop.OnNone == NoTurns.Fail
            && map[LoopKeys.Values.Name] is YamlList { Items.Count: 0, HasRefused: false } none)
        {
            scope.Context.Bag.Error("ORC1181", none.At, "there is no value, and 'onNone' says that this is a failure",
                "list at least one");
        }

        return values;
    }

    private static void Misfit(BuildScope scope, Origin at, RunColumn column, string text, string problem) =>
        scope.Context.Bag.Error("ORC1061", at, $"expected '{column.Name}' to be {column.Type}, got: '{text}'", problem);
}
