using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Data flows whose statements expressions make, whose lookups look in caches, whose conditions may have no
/// value, and whose rows go to a procedure.</summary>
internal static class FlowMadeCases
{
    private const string Codes = "Code:wstr(10) Name:wstr(50)";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["source_of_an_expression"] = Made("[Read].[SqlCommand]",
                "\"SELECT Id FROM dbo.Sale WHERE At > '\" + (DT_WSTR,10)(DT_DBDATE)GETDATE() + \"'\"",
                new FlowXml().Query("Read", "SELECT Id FROM dbo.Sale", "Id:i4")
                    .Into("Write", FlowCases.Sale, "Read", "Id=Read.Id"))
            .Says("Load", "WHERE At > ((SELECT ssis_1 FROM (VALUES (CONVERT(nvarchar(10), "),
        ["source_of_a_number_of_rows"] = Made("[Read].[SqlCommand]",
                "\"SELECT TOP \" + (DT_WSTR,10)YEAR(GETDATE()) + \" Id FROM dbo.Sale\"",
                new FlowXml().Query("Read", "SELECT Id FROM dbo.Sale", "Id:i4")
                    .Into("Write", FlowCases.Sale, "Read", "Id=Read.Id"))
            .Says("Load", "SELECT TOP (DATEPART(year, "),
        ["lookup_of_an_expression"] = Made("[Names].[SqlCommand]",
                "\"select Code, Name from dbo.Code where Region = '\" + @[User::Region] + \"'\"",
                Looking(new FlowXml(), "Source", ("SqlCommand", "select Code, Name from dbo.Code"), ("CacheType", "0")),
                Variable("Region", 8, "North"))
            .Says("projects/Nightly_Target/objects/Load.yaml", "Region = 'North'", "INNER JOIN"),
        ["lookup_in_a_cache_of_a_file"] = new PackageCase(Of(
                Filling(new FlowXml("Fill")).Task()
                    + Looking(new FlowXml(), "Cached", ("ConnectionType", "1")).Task(), Arrow("Fill", "Load"),
                connections: Both + PackageConnections.FlatFile("Codes", "C:\\in\\codes.csv", Codes)
                    + PackageConnections.Of("Cached", "CACHE", "")))
            .HasNo("Fill"),
        ["path_of_a_file_in_a_column"] = new PackageCase(Of(
                Each("Each", FilesOf("C:\\deliveries", "*.csv"), Inner(
                    new FlowXml("Each\\Load")
                        .Source("Read", "Microsoft.FlatFileSource", "Delivered", "Id:i4", ("RetainNulls", "true"))
                        .Step("More", "Microsoft.DerivedColumn", "Read", "",
                            [FlowXml.Column("Path", "wstr(4000)", ("FriendlyExpression", "@[User::Delivery]"))])
                        .Into("Write", FlowCases.Sale, "More", "Id=Read.Id Path=More.Path").Task()), "User::Delivery"),
                variables: Variable("Delivery", 8, ""),
                connections: Both + PackageConnections.FlatFile(
                    "Delivered", "C:\\deliveries\\a.csv", "Id:i4", expression: "@[User::Delivery]")))
            .Says("Load", "deliveries\\\\${var:Delivery}"),
        ["conditional_split_that_passes_over_null"] = FlowCases.Load(flow => flow.Add("Parts",
                    "Microsoft.ConditionalSplit", "", [flow.Input("Input", [flow.Take("Read.Amount")])],
                    [
                        FlowXml.With(flow.Output("Large", [], ("FriendlyExpression", "[Amount] > 100"),
                            ("EvaluationOrder", "0")), "errorRowDisposition", "IgnoreFailure"),
                        flow.Output("Small", [], ("IsDefaultOut", "true")),
                    ]).Arrow("Read", "Parts")
                .Into("First", "[dbo].[Large]", "Parts:Large", "Id=Read.Id")
                .Into("Second", "[dbo].[Small]", "Parts:Small", "Id=Read.Id"))
            .Says($"{FlowCases.Landed}/Load_Large.yaml", "WHERE [Output of Parts] = 1"),
        ["ole_db_command_of_a_procedure"] = FlowCases.Load(flow => flow.Add("Touch", "Microsoft.OLEDBCommand", "Target",
                [flow.Input("Input", [flow.Take("Read.Amount", "Param_0"), flow.Take("Read.Id", "Param_1")])], [],
                ("SqlCommand", "dbo.Touch ?, ? OUTPUT")).Arrow("Read", "Touch"))
            .Says("Load_Touch", "kind: sql", "EXEC dbo.Touch @Param_0, @Param_1 OUTPUT"),
    };

    private static PackageCase Made(string property, string expression, FlowXml flow, string variables = "") => new(Of(
        flow.Task(Expression(property, expression)), variables: variables));

    private static FlowXml Looking(FlowXml flow, string connection, params (string Name, string Value)[] said)
    {
        flow = flow.Table("Read", FlowCases.Sale, FlowCases.Columns);
        return flow.Add("Names", "Microsoft.Lookup", connection,
                [flow.Input("Input", [flow.Take("Read.Code", "", ("JoinToReferenceColumn", "Code"))])],
                [
                    flow.Output("Match", [FlowXml.Column("Name", "wstr(50)", ("CopyFromReferenceColumn", "Name"))]),
                    flow.Output("No Match", []),
                ], [("NoMatchBehavior", "1"), .. said]).Arrow("Read", "Names")
            .Into("Write", FlowCases.Sale, "Names:Match", "Id=Read.Id Name=Names.Name");
    }

    private static FlowXml Filling(FlowXml flow)
    {
        flow = flow.Source("Read", "Microsoft.FlatFileSource", "Codes", Codes, ("RetainNulls", "true"));
        return flow.Add("Keep", "Microsoft.Cache", "Cached",
            [
                flow.Input("Input",
                [
                    flow.Take("Read.Code", "", ("CacheColumnName", "Code")),
                    flow.Take("Read.Name", "", ("CacheColumnName", "Name")),
                ]),
            ], []).Arrow("Read", "Keep");
    }
}
