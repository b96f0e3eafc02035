using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads Execute SQL Tasks.</summary>
internal static class SqlTaskReader
{
    public static ExecuteSqlTask Read(XElement data, ConnectionNames connections)
    {
        var connection = connections.Find(Dts.Attribute(data, "Connection") ?? "");
        var source = SourceOf(Dts.Attribute(data, "SqlStmtSourceType"));
        var statement = Dts.Attribute(data, "SqlStatementSource") ?? "";
        var kind = connection?.Kind ?? ConnectionManagerKind.OleDb;
        return new()
        {
            Connection = connection?.Name ?? connections.NameOf(Dts.Attribute(data, "Connection")),
            Source = source,
            Statement = source == TextSource.File ? connections.NameOf(statement) : statement,
            IsStoredProcedure = Dts.IsYes(Dts.Attribute(data, "IsStoredProc")),
            // Left out where it is as by default, which is yes since format 6.
            BypassesPrepare = Dts.Attribute(data, "BypassPrepare") is not { } bypass || Dts.IsYes(bypass),
            TimeoutSeconds = DtsProperties.NumberOf(Dts.Attribute(data, "TimeOut")),
            CodePage = DtsProperties.NumberOf(Dts.Attribute(data, "CodePage")),
            Result = ResultOf(Dts.Attribute(data, "ResultType") ?? Dts.Attribute(data, "ResultSetType")),
            ConvertsTypes = Dts.Attribute(data, "TypeConversionMode") is not ("None" or "0"),
            Parameters = [.. Parts(data, "ParameterBinding").Select(each => Parameter(each, kind))],
            Results =
            [
                .. Parts(data, "ResultBinding").Select(each => new ResultTarget(
                    Dts.Attribute(each, "ResultName") ?? "", Dts.Attribute(each, "DtsVariableName") ?? "")),
            ],
        };
    }

    /// <summary>Where a text is taken from, as several tasks write it.</summary>
    public static TextSource SourceOf(string? written) => written switch
    {
        "FileConnection" or "File" or "2" => TextSource.File,
        "Variable" or "3" => TextSource.Variable,
        _ => TextSource.Direct,
    };

    private static IEnumerable<XElement> Parts(XElement data, string name) =>
        data.Descendants().Where(each => each.Name.LocalName == name);

    private static SqlTaskParameter Parameter(XElement binding, ConnectionManagerKind kind)
    {
        var number = DtsProperties.NumberOf(Dts.Attribute(binding, "DataType"), -1);
        return new(Dts.Attribute(binding, "ParameterName") ?? "", Dts.Attribute(binding, "DtsVariableName") ?? "",
            Dts.Attribute(binding, "ParameterDirection") switch
            {
                "Output" or "2" => ParameterWay.Output,
                "ReturnValue" or "6" => ParameterWay.ReturnValue,
                "InputOutput" or "3" => ParameterWay.InputOutput,
                _ => ParameterWay.Input,
            },
            number, FlowTypes.OfParameter(number, kind),
            DtsProperties.NumberOf(Dts.Attribute(binding, "ParameterSize"), -1));
    }

    private static ResultSetKind ResultOf(string? written) => written switch
    {
        "ResultSetType_SingleRow" or "SingleRow" or "1" or "2" => ResultSetKind.SingleRow,
        "ResultSetType_Rowset" or "Rowset" or "3" => ResultSetKind.FullSet,
        "ResultSetType_XML" or "XML" or "4" => ResultSetKind.Xml,
        _ => ResultSetKind.None,
    };
}
