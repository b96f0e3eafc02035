using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads ForEach loops: what they run over, and where its values go.</summary>
internal static class ForEachReader
{
    private static readonly Dictionary<string, EnumeratorKind> Kinds = new(StringComparer.Ordinal)
    {
        ["FEEADO"] = EnumeratorKind.Rows,
        ["ForEachFileEnumeratorProperties"] = EnumeratorKind.Files,
        ["FEIEItems"] = EnumeratorKind.Items,
        ["FEENODELIST"] = EnumeratorKind.Nodes,
        ["FEESMO"] = EnumeratorKind.Smo,
        ["FEEFVE"] = EnumeratorKind.Variable,
        ["FEEADOSCHEMA"] = EnumeratorKind.SchemaRows,
    };

    public static ForEachLoop Read(XElement element, ConnectionNames connections)
    {
        var enumerator = element.Element(Dts.Space + "ForEachEnumerator");
        var data = enumerator is null ? null : ExecutableKinds.DataOf(enumerator);
        var created = enumerator is null ? "" : new DtsProperties(enumerator).Text("CreationName");
        var kind = KindOf(created, data);
        var loop = new ForEachLoop
        {
            Kind = kind,
            CreationName = ExecutableKinds.WithoutVersion(created),
            Mappings = MappingsOf(element),
            Expressions = enumerator is null ? [] : DtsProperties.ExpressionsOf(enumerator),
            Properties = PropertiesOf(data, connections),
        };
        return data is null ? loop : With(loop, data);
    }

    private static ForEachLoop With(ForEachLoop loop, XElement data) => loop.Kind switch
    {
        EnumeratorKind.Rows => loop with
        {
            Variable = Dts.Attribute(data, "VarName") ?? "",
            Walk = Dts.Attribute(data, "EnumType") switch
            {
                "EnumerateAllRows" => RowSetWalk.AllTables,
                "EnumerateTables" => RowSetWalk.Tables,
                _ => RowSetWalk.FirstTable,
            },
        },
        EnumeratorKind.Variable => loop with { Variable = Dts.Attribute(data, "VariableName") ?? "" },
        EnumeratorKind.Files => loop with
        {
            Folder = Of(loop, "Folder"),
            FileSpec = Of(loop, "FileSpec"),
            NameRetrieved = Of(loop, "FileNameRetrievalType") switch
            {
                "1" => "NameAndExtension",
                "2" => "Name",
                _ => "FullPath",
            },
            IsRecursive = Dts.IsYes(Of(loop, "Recurse")),
        },
        EnumeratorKind.Items => loop with
        {
            Items =
            [
                .. data.Elements("FEIEItem").Select(row => (IReadOnlyList<string>)
                    [.. row.Elements("FEIEItemValue").Select(each => Dts.Attribute(each, "Value") ?? "")]),
            ],
        },
        EnumeratorKind.Nodes or EnumeratorKind.Smo or EnumeratorKind.SchemaRows => loop,
        _ => loop with { RawText = data.ToString(SaveOptions.DisableFormatting) },
    };

    private static string Of(ForEachLoop loop, string name) =>
        loop.Properties.FirstOrDefault(each => each.Name == name)?.Value ?? "";

    // A list of items that has none has no data.
    private static EnumeratorKind KindOf(string created, XElement? data)
    {
        if (data is not null && Kinds.TryGetValue(data.Name.LocalName, out var kind))
        {
            return kind;
        }

        return created switch
        {
            _ when created.Contains("ItemEnumerator", StringComparison.OrdinalIgnoreCase) => EnumeratorKind.Items,
            _ when created.Contains("SchemaRowset", StringComparison.OrdinalIgnoreCase) => EnumeratorKind.SchemaRows,
            _ when created.Contains("HDFS", StringComparison.OrdinalIgnoreCase) => EnumeratorKind.Hdfs,
            _ when created.Contains("AzureBlob", StringComparison.OrdinalIgnoreCase) => EnumeratorKind.AzureBlobs,
            _ => EnumeratorKind.Other,
        };
    }

    private static IReadOnlyList<LoopMapping> MappingsOf(XElement element) =>
    [
        .. element.Elements(Dts.Space + "ForEachVariableMapping")
            .Concat(element.Elements(Dts.Space + "ForEachVariableMappings")
                .Elements(Dts.Space + "ForEachVariableMapping"))
            .Select(each => new DtsProperties(each))
            .Select(each => new LoopMapping(each.Number("ValueIndex"), each.Text("VariableName")))
            .OrderBy(each => each.Index).ThenBy(each => each.Variable, StringComparer.Ordinal),
    ];

    // The attributes of the element, or of the elements in it, each of which has one.
    private static IReadOnlyList<SsisProperty> PropertiesOf(XElement? data, ConnectionNames connections) =>
    [
        .. (data?.DescendantsAndSelf() ?? []).Where(each => !each.Name.LocalName.StartsWith("FEIE"))
            .SelectMany(each => each.Attributes()).Where(each => !each.IsNamespaceDeclaration)
            .Select(each => new SsisProperty(each.Name.LocalName,
                each.Value.StartsWith('{') ? connections.NameOf(each.Value) : each.Value))
            .OrderBy(each => each.Name, StringComparer.Ordinal),
    ];
}
