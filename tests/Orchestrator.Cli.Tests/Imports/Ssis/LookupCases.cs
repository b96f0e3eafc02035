using System.Xml.Linq;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Lookups, by what they do with a row that has no match.</summary>
internal static class LookupCases
{
    private const string NamesOfCodes = "select * from [dbo].[Code]";
    private const string ByOutput = "1";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["lookup"] = FlowCases.Load(flow => Lookup(flow, "Source", "0")
            .Into("Write", FlowCases.Sale, "Names:Match", "Id=Read.Id Name=Names.Name"))
            .Says("projects/Nightly_Target/objects/Load.yaml", "LEFT JOIN ", "[dbo].[Code]"),
        ["lookup_of_matches"] = FlowCases.Load(flow => Lookup(flow, "Source", ByOutput)
            .Into("Write", FlowCases.Sale, "Names:Match", "Id=Read.Id Name=Names.Name"))
            .Says("projects/Nightly_Target/objects/Load.yaml", "INNER JOIN ", "[dbo].[Code]"),
        ["lookup_with_an_output_for_no_match"] = FlowCases.Load(flow => Lookup(flow, "Source", ByOutput)
            .Into("Known", "[dbo].[Known]", "Names:Match", "Id=Read.Id Name=Names.Name")
            .Into("Unknown", "[dbo].[Unknown]", "Names:No Match", "Id=Read.Id"))
            .Says($"{FlowCases.Landed}/Load_Known.yaml", " = 1")
            .Says($"{FlowCases.Landed}/Load_Unknown.yaml", " IS NULL"),
        ["lookup_in_another_database"] = FlowCases.Load(flow => Lookup(flow, "Target", ByOutput)
            .Into("Write", FlowCases.Sale, "Names:Match", "Id=Read.Id Name=Names.Name"))
            .Says($"{FlowCases.Landed}/Load_Sale.yaml", "INNER JOIN ", "stage_Nightly_Load_Read"),
        ["lookup_and_update"] = FlowCases.Load(flow => Matching(flow, "Target", "select Id from [dbo].[Sale]",
                flow.Take("Read.Id", "", ("JoinToReferenceColumn", "Id")), [], ByOutput)
            .Add("Change", "Microsoft.OLEDBCommand", "Target",
                [flow.Input("Input", [flow.Take("Read.Amount", "Param_0"), flow.Take("Read.Id", "Param_1")])], [],
                ("SqlCommand", "UPDATE [dbo].[Sale] SET Amount = ? WHERE Id = ?")).Arrow("Names:Match", "Change")
            .Into("Insert", FlowCases.Sale, "Names:No Match", "Id=Read.Id Amount=Read.Amount"))
            .Says("Load", "pattern: Merge", "key: 1").HasNo("Change"),
    };

    private static FlowXml Lookup(FlowXml flow, string connection, string noMatch) => Matching(
        flow, connection, NamesOfCodes, flow.Take("Read.Code", "", ("JoinToReferenceColumn", "Code")),
        [FlowXml.Column("Name", "wstr(50)", ("CopyFromReferenceColumn", "Name"))], noMatch);

    private static FlowXml Matching(
        FlowXml flow, string connection, string reference, XElement key, XElement[] copied, string noMatch) =>
        flow.Add("Names", "Microsoft.Lookup", connection, [flow.Input("Input", [key])],
            [flow.Output("Match", copied), flow.Output("No Match", [])],
            ("SqlCommand", reference), ("NoMatchBehavior", noMatch), ("CacheType", "0")).Arrow("Read", "Names");
}
