using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads one component of a data flow.</summary>
internal sealed class ComponentReader(ReadingContext context, LineageMap lineage)
{
    private static readonly HashSet<string> Code = ["SourceCode", "BinaryCode"];

    public FlowComponent Read(XElement element, string path)
    {
        var classId = element.Attribute("componentClassID")?.Value ?? "";
        var kind = ComponentKinds.Of(element, classId);
        var properties = ComponentProperties.Of(element);
        return new()
        {
            Path = path,
            Name = element.Attribute("name")?.Value ?? "",
            Id = LineageMap.IdOf(element),
            Line = SafeXml.LineOf(element),
            Kind = kind,
            ClassId = classId,
            Description = element.Attribute("description")?.Value ?? "",
            Contact = (element.Attribute("contactInfo")?.Value ?? "").Split(';')[0].Trim(),
            Properties = kind == ComponentKind.Script
                ? [.. properties.Where(each => !Code.Contains(each.Name))] : properties,
            Connections = [.. element.Elements("connections").Elements("connection").Select(Connection)],
            Inputs = [.. element.Elements("inputs").Elements("input").Select(Input)],
            Outputs = [.. element.Elements("outputs").Elements("output").Select(Output)],
            Script = kind == ComponentKind.Script ? ScriptReader.OfComponent(properties) : null,
            RawText = kind == ComponentKind.Other ? element.ToString(SaveOptions.DisableFormatting) : null,
        };
    }

    private ComponentConnection Connection(XElement element)
    {
        var written = element.Attribute("connectionManagerRefId")?.Value
            ?? element.Attribute("connectionManagerID")?.Value ?? "";
        var found = context.Connections.Find(written)
            ?? context.Connections.Find(element.Attribute("connectionManagerID")?.Value ?? "");
        return new(element.Attribute("name")?.Value ?? "", found?.Name ?? context.Connections.NameOf(written),
            found is not null);
    }

    private FlowInput Input(XElement element) => new()
    {
        Name = element.Attribute("name")?.Value ?? "",
        Id = LineageMap.IdOf(element),
        HasSideEffects = Dts.IsYes(element.Attribute("hasSideEffects")?.Value),
        OnError = Disposition(element, "errorRowDisposition"),
        OnTruncation = Disposition(element, "truncationRowDisposition"),
        Properties = ComponentProperties.Of(element),
        Columns = [.. element.Elements("inputColumns").Elements("inputColumn").Select(Column)],
        ExternalColumns = External(element),
    };

    private FlowOutput Output(XElement element) => new()
    {
        Name = element.Attribute("name")?.Value ?? "",
        Id = LineageMap.IdOf(element),
        IsError = Dts.IsYes(element.Attribute("isErrorOut")?.Value),
        SynchronousInput = lineage.EndName(element.Attribute("synchronousInputId")?.Value),
        ExclusionGroup = DtsProperties.NumberOf(element.Attribute("exclusionGroup")?.Value),
        IsSorted = Dts.IsYes(element.Attribute("isSorted")?.Value),
        OnError = Disposition(element, "errorRowDisposition"),
        OnTruncation = Disposition(element, "truncationRowDisposition"),
        Properties = ComponentProperties.Of(element),
        Columns = [.. element.Elements("outputColumns").Elements("outputColumn").Select(OutputColumn)],
        ExternalColumns = External(element),
    };

    private InputColumn Column(XElement element)
    {
        var written = element.Attribute("lineageId")?.Value ?? "";
        var origin = lineage.Origin(written);
        if (origin is null)
        {
            context.Found(ReadingCodes.LostColumn, element,
                $"a column takes '{written}', which no component of its flow gives",
                "open the flow in its designer: it marks the component", isError: false);
        }

        var name = element.Attribute("cachedName")?.Value ?? "";
        var own = element.Attribute("name")?.Value ?? "";
        var isOld = element.Attribute("cachedDataType") is null;
        return new()
        {
            Name = name.Length > 0 ? name : own.Length > 0 ? own : origin?.Column ?? "",
            Id = LineageMap.IdOf(element),
            LineageId = written,
            Origin = origin,
            Type = isOld ? lineage.TypeOf(written) : FlowTypes.OfColumn(element, "cached"),
            IsChanged = element.Attribute("usageType")?.Value == "readWrite",
            ExternalColumn = lineage.External(element.Attribute("externalMetadataColumnId")?.Value),
            SortKey = DtsProperties.NumberOf(
                element.Attribute("cachedSortKeyPosition")?.Value ?? (isOld ? lineage.SortOf(written) : null)),
            ComparisonFlags = DtsProperties.NumberOf(element.Attribute("cachedComparisonFlags")?.Value)
                is var flags and not 0 ? flags : null,
            OnError = Disposition(element, "errorRowDisposition"),
            OnTruncation = Disposition(element, "truncationRowDisposition"),
            Properties = ComponentProperties.Of(element),
        };
    }

    private OutputColumn OutputColumn(XElement element) => new()
    {
        Name = element.Attribute("name")?.Value ?? "",
        Id = LineageMap.IdOf(element),
        LineageId = element.Attribute("lineageId")?.Value ?? LineageMap.IdOf(element),
        Type = FlowTypes.OfColumn(element),
        ExternalColumn = lineage.External(element.Attribute("externalMetadataColumnId")?.Value),
        Source = ComponentProperties.NamesOfColumns(element).Select(lineage.Origin)
            .FirstOrDefault(each => each is not null),
        SortKey = DtsProperties.NumberOf(element.Attribute("sortKeyPosition")?.Value),
        OnError = Disposition(element, "errorRowDisposition"),
        OnTruncation = Disposition(element, "truncationRowDisposition"),
        Properties = ComponentProperties.Of(element),
    };

    private static IReadOnlyList<ExternalColumn> External(XElement end) =>
    [
        .. end.Elements("externalMetadataColumns").Elements("externalMetadataColumn").Select(each => new ExternalColumn
        {
            Name = each.Attribute("name")?.Value ?? "",
            Id = LineageMap.IdOf(each),
            Type = FlowTypes.OfColumn(each),
        }),
    ];

    private static RowDisposition Disposition(XElement element, string name) => element.Attribute(name)?.Value switch
    {
        "IgnoreFailure" => RowDisposition.IgnoreFailure,
        "FailComponent" => RowDisposition.FailComponent,
        "RedirectRow" => RowDisposition.RedirectRow,
        _ => RowDisposition.NotUsed,
    };
}
