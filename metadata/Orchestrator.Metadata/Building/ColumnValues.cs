using Orchestrator.Core.Types;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>The constants of columns, held against their types.</summary>
internal static class ColumnValues
{
    /// <summary>The value of the column's `value`; null where it has none, or none that is known yet.</summary>
    public static TypedValue? Of(BuildScope scope, YamlMap column)
    {
        if (column.Scalar("value") is not { } written)
        {
            return null;
        }

        var bag = scope.Context.Bag;
        if (column.Entry("sourceExpression") is { } expression)
        {
            bag.Error("ORC1038", expression.Key.At, "'sourceExpression' does nothing beside 'value'",
                "keep one of the two: a constant is not read");
        }

        if (column.Scalar("dataType") is not { } declared)
        {
            if (column["dataType"] is null)
            {
                bag.Error("ORC1014", written.At, "a column with 'value' needs the key 'dataType'",
                    "dataType: the type of the constant");
            }

            return null;
        }

        var type = declared.ToDataType();
        var text = VariableTexts.Resolve(scope.Context, scope.Variables, written);
        if (VariableTexts.IsOpen(text.Text))
        {
            return null;
        }

        if (TypedValue.TryParse(type, text.Text, out var value, out var problem))
        {
            return value;
        }

        bag.Error("ORC1061", written.At,
            $"expected 'value' to be {type}, got: '{text.Text}'", problem);
        return null;
    }
}
