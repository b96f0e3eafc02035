using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the variables that a container declares.</summary>
internal static class VariableReader
{
    public static IReadOnlyList<SsisVariable> Of(XElement container) =>
    [
        .. container.Elements(Dts.Space + "Variable")
            .Concat(container.Elements(Dts.Space + "Variables").Elements(Dts.Space + "Variable"))
            .Select(Read).OrderBy(each => each.FullName, StringComparer.Ordinal),
    ];

    private static SsisVariable Read(XElement element)
    {
        var properties = new DtsProperties(element);
        var value = element.Element(Dts.Space + "VariableValue");
        var number = value is null ? null : Dts.Attribute(value, "DataType");
        var type = ValueTypes.OfVariable(DtsProperties.NumberOf(number, -1));
        var expression = properties.Text("Expression");
        return new()
        {
            Space = properties.TextOrNone("Namespace") ?? "User",
            Name = properties.Text("ObjectName"),
            Type = type,
            // An object's value is an envelope of nothing.
            Value = type is SsisValueType.Object or SsisValueType.Empty ? null : value?.Value,
            Expression = properties.Flag("EvaluateAsExpression") && expression.Length > 0 ? expression : null,
            IsReadOnly = properties.Flag("ReadOnly"),
            RaisesChanges = properties.Flag("RaiseChangedEvent"),
            Description = properties.Text("Description"),
            Id = properties.Text("DTSID").ToUpperInvariant(),
        };
    }
}
