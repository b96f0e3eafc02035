using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Data flows between tables: sources, destinations, and what changes rows on their way.</summary>
internal static class FlowCases
{
    public const string Sale = "[dbo].[Sale]";
    public const string Columns = "Id:i4 Code:wstr(10) Amount:i4";

    /// <summary>Where objects stand that read what a flow has landed in the target's database.</summary>
    public const string Landed = "projects/Nightly_Target_to_Target/objects";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["load"] = new PackageCase(Of(Flow("Load", "SELECT Id FROM dbo.Sale WHERE Amount > 0", Sale)))
            .Says("Load", "query: \"SELECT Id FROM dbo.Sale WHERE Amount > 0\"", "pattern: Append", "create: never"),
        ["truncate_and_load"] = new PackageCase(Of(
            Sql("Empty", "TRUNCATE TABLE dbo.Sale") + Flow("Load", "SELECT Id FROM dbo.Sale", Sale),
            Arrow("Empty", "Load")))
            .Says("Load", "pattern: TruncateInsert", "which emptied the table").HasNo("Empty"),
        ["truncate_and_load_in_a_transaction"] = new PackageCase(Of(
            Sql("Begin", "BEGIN TRAN") + Sql("Empty", "DELETE FROM dbo.Sale")
                + Flow("Load", "SELECT Id FROM dbo.Sale", Sale) + Sql("Keep", "COMMIT TRAN;")
                + Sql("Undo", "ROLLBACK") + Sql("Tell", "EXEC dbo.Tell"),
            Arrow("Begin", "Empty") + Arrow("Empty", "Load") + Arrow("Load", "Keep")
                + Arrow("Load", "Undo", "DTS:Value=\"1\"") + Arrow("Undo", "Tell")))
            .Says("Load", "pattern: TruncateInsert").Says("Tell", "{object: Load, outcome: Failure}")
            .HasNo("Begin").HasNo("Keep").HasNo("Undo"),
        ["table_into_a_table"] = Load(flow => flow.Into("Write", "[dw].[Sales]", "Read", "Key=Read.Id Code=Read.Code"))
            .Says("Load", "source: {schema: dbo, name: Sale}", "target: {schema: dw, name: Sales",
                "{column: Id, dataType: int, target: Key}").Lacks("Load", "Amount"),
        ["column_with_a_blank_at_its_end"] = new PackageCase(Load(flow => flow
            .Into("Write", Sale, "Read", "Code=Read.Code")).Text.Replace("Code", "Code ", StringComparison.Ordinal))
            .Says("Load", "{column: \"Code \", dataType: nvarchar(10)}"),
        ["source_with_a_parameter"] = new PackageCase(Of(
            Sql("Ask", "SELECT MAX(Id) AS N FROM dbo.Sale", Result("N", "User::Last"), OneRow)
                + new FlowXml().Query("Read", "SELECT Id FROM dbo.Sale WHERE Id > ?", "Id:i4",
                    "\"Parameter0:Input\",{Last};").Into("Write", Sale, "Read", "Id=Read.Id").Task(),
            Arrow("Ask", "Load"), Variable("Last", 3, "0")))
            .Says("Load", "WHERE Id > @Last", "dependsOn: [Ask]"),
        ["derived_column"] = Load(flow => flow.Step("More", "Microsoft.DerivedColumn", "Read", "Read.Amount",
                [FlowXml.Column("Next", "i4", ("FriendlyExpression", "[Amount] + 1"))])
            .Into("Write", Sale, "More", "Id=Read.Id Amount=More.Next"))
            .Says("Load", "[Amount] + 1 AS [Amount]"),
        ["data_conversion"] = Load(flow => flow.Step("Typed", "Microsoft.DataConvert", "Read", "Read.Amount",
                [FlowXml.Column("Exact", "numeric(9,2)", ("SourceInputColumnLineageID", flow.Of("Read.Amount")))])
            .Into("Write", Sale, "Typed", "Id=Read.Id Amount=Typed.Exact"))
            .Says("Load", "AS [Amount]", "(9,2)"),
        ["conditional_split"] = Load(flow => flow.Add("Parts", "Microsoft.ConditionalSplit", "",
                [flow.Input("Input", [flow.Take("Read.Amount")])],
                [
                    flow.Output("Large", [], ("FriendlyExpression", "[Amount] > 100"), ("EvaluationOrder", "0")),
                    flow.Output("Small", [], ("IsDefaultOut", "true")),
                ]).Arrow("Read", "Parts")
            .Into("First", "[dbo].[Large]", "Parts:Large", "Id=Read.Id")
            .Into("Second", "[dbo].[Small]", "Parts:Small", "Id=Read.Id"))
            .Says($"{Landed}/Load_Large.yaml", "WHERE [Output of Parts] = 1", "stage_Nightly_Load_Parts")
            .Says($"{Landed}/Load_Small.yaml", "WHERE [Output of Parts] = 0"),
        ["multicast"] = Load(flow => flow.Step("Both", "Microsoft.Multicast", "Read", "", [])
            .Into("First", "[dbo].[One]", "Both", "Id=Read.Id").Into("Second", "[dbo].[Two]", "Both", "Id=Read.Id"))
            .Says($"{Landed}/Load_One.yaml", "target: {schema: dbo, name: One", "dependsOn: ")
            .Says($"{Landed}/Load_Two.yaml", "target: {schema: dbo, name: Two", "dependsOn: "),
        ["multicast_into_one_table"] = Load(flow => flow.Step("Both", "Microsoft.Multicast", "Read", "", [])
            .Into("First", "[dbo].[Total]", "Both", "Id=Read.Id").Into("Second", "TOTAL", "Both", "Id=Read.Id"))
            .Says($"{Landed}/Load_Total.yaml", "target: {schema: dbo, name: Total", "pattern: Append")
            .Says($"{Landed}/Load_TOTAL_2.yaml", "target: {schema: dbo, name: Total", "pattern: Append"),
        ["row_count"] = new PackageCase(Of(
            Read().Step("Count", "Microsoft.RowCount", "Read", "", [], ("VariableName", "User::Moved"))
                .Into("Write", Sale, "Count", "Id=Read.Id").Task()
                + Sql("Tell", "EXEC dbo.Tell ?", Parameter("0", "User::Moved")),
            Arrow("Load", "Tell"), Variable("Moved", 3, "0")))
            .Says("Tell", "facts: ", "Load", ".read}", "@Moved"),
        ["row_counts_of_two_flows"] = new PackageCase(Of(
            Counting("First") + Sql("Tell", "EXEC dbo.Tell ?", Parameter("0", "User::Moved"))
                + Counting("Second") + Sql("Also", "EXEC dbo.Tell ?", Parameter("0", "User::Moved")),
            Arrow("First", "Tell") + Arrow("Tell", "Second") + Arrow("Second", "Also"), Variable("Moved", 3, "0")))
            .Says("Tell", "First.read}", "@Moved").Says("Also", "Second.read}", "@Moved"),
        ["sort"] = Load(flow => flow.Step("Sort", "Microsoft.Sort", "Read", "Read.Id Read.Code",
                [
                    FlowXml.Column("Id", "i4", ("SortColumnId", flow.Of("Read.Id"))),
                    FlowXml.Sorted(FlowXml.Column("Code", "wstr(10)", ("SortColumnId", flow.Of("Read.Code")))),
                ], ("EliminateDuplicates", "false"))
            .Into("Write", Sale, "Sort", "Id=Sort.Id Code=Sort.Code"))
            .Says("Load", "sortedBy: [Code]").Lacks("Load", "ORDER BY"),
        ["aggregate"] = Load(flow => flow.Step("Sum", "Microsoft.Aggregate", "Read", "Read.Id Read.Amount",
                [
                    FlowXml.Column("Id", "i4", ("AggregationColumnId", flow.Of("Read.Id")), ("AggregationType", "0")),
                    FlowXml.Column("Total", "i8", ("AggregationColumnId", flow.Of("Read.Amount")),
                        ("AggregationType", "4")),
                ])
            .Into("Write", Sale, "Sum", "Id=Sum.Id Amount=Sum.Total"))
            .Says("Load", "GROUP BY [Id]", "SUM("),
        ["union_all"] = Load(flow => flow.Table("Other", "[old].[Sale]", "Id:i4").Add("All", "Microsoft.UnionAll", "",
                [
                    flow.Input("One", [flow.Take("Read.Id", "", ("OutputColumnLineageID", flow.Of("All.Id")))]),
                    flow.Input("Two", [flow.Take("Other.Id", "", ("OutputColumnLineageID", flow.Of("All.Id")))]),
                ], [flow.Output("Output", [FlowXml.Column("Id", "i4")])])
            .Arrow("Read", "All", "One").Arrow("Other", "All", "Two").Into("Write", Sale, "All", "Id=All.Id"))
            .Says("Load", "UNION ALL", "[dbo].[Sale]", "[old].[Sale]"),
        ["merge_join"] = Load(flow => flow.Table("Names", "[dbo].[Code]", "Code:wstr(10) Name:wstr(50)")
            .Add("Join", "Microsoft.MergeJoin", "",
                [
                    flow.Input("Left", [FlowXml.Sorted(flow.Take("Read.Code")), flow.Take("Read.Id")]),
                    flow.Input("Right", [FlowXml.Sorted(flow.Take("Names.Code")), flow.Take("Names.Name")]),
                ],
                [
                    flow.Output("Output",
                    [
                        FlowXml.Column("Id", "i4", ("InputColumnID", flow.Of("Read.Id"))),
                        FlowXml.Column("Name", "wstr(50)", ("InputColumnID", flow.Of("Names.Name"))),
                    ]),
                ], ("JoinType", "2"), ("NumKeyColumns", "1"), ("TreatNullsAsEqual", "true"))
            .Arrow("Read", "Join", "Left").Arrow("Names", "Join", "Right")
            .Into("Write", Sale, "Join", "Id=Join.Id Name=Join.Name"))
            .Says("Load", "INNER JOIN [dbo].[Code] AS r"),
        ["ole_db_command"] = Load(flow => flow.Add("Change", "Microsoft.OLEDBCommand", "Target",
                [flow.Input("Input", [flow.Take("Read.Amount", "Param_0"), flow.Take("Read.Id", "Param_1")])], [],
                ("SqlCommand", "UPDATE [dbo].[Total] SET Amount = ? WHERE Id = ?")).Arrow("Read", "Change"))
            .Says("Load_Change", "kind: sql", "UPDATE", "[Param_0]", "dependsOn: "),
        ["slowly_changing_dimension"] = Load(flow => flow.Add("Versions", "Microsoft.SCD", "Target",
                [
                    flow.Input("Input",
                    [
                        flow.Take("Read.Id", "Id", ("ColumnType", "1")),
                        flow.Take("Read.Code", "Code", ("ColumnType", "3")),
                        flow.Take("Read.Amount", "Amount", ("ColumnType", "2")),
                    ]),
                ], [flow.Output("New Output", []), flow.Output("Changing", [])],
                ("SqlCommand", "SELECT [Id] FROM [dbo].[DimSale]"), ("CurrentRowWhere", "[To] IS NULL"),
                ("UpdateChangingAttributeHistory", "true")).Arrow("Read", "Versions")
            .Into("Insert", "[dbo].[DimSale]", "Versions:New Output", "Id=Read.Id Code=Read.Code"))
            .Says("Load", "kind: scd", "key: 1", "change: overwrite", "name: DimSale"),
        ["component_without_an_equal"] = Load(flow => flow.Step("Near", "Microsoft.BestMatch", "Read", "Read.Id", [])
            .Into("Write", Sale, "Near", "Id=Read.Id"))
            .Says("stage_Nightly_Load_Near", "code: ORC6051")
            .Says($"{Landed}/Load_Sale.yaml", "stage_Nightly_Load_Near").Opens("ORC6051"),
    };

    /// <summary>A package with one flow, which begins with a table of sales.</summary>
    public static PackageCase Load(Func<FlowXml, FlowXml> behind) => new(Of(behind(Read()).Task()));

    private static string Counting(string flow) => new FlowXml(flow).Table("Read", Sale, Columns)
        .Step("Count", "Microsoft.RowCount", "Read", "", [], ("VariableName", "User::Moved"))
        .Into("Write", Sale, "Count", "Id=Read.Id").Task();

    private static FlowXml Read() => new FlowXml().Table("Read", Sale, Columns);
}
