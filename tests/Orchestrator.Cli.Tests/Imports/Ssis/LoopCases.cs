using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Loops, by what they run over.</summary>
internal static class LoopCases
{
    private const string Project = "projects/Nightly/project.yaml";
    private const string Items = "Microsoft.ForEachItemEnumerator";
    private const string Counting =
        "DTS:InitExpression=\"@I = 1\" DTS:EvalExpression=\"@I &lt;= 3\" DTS:AssignExpression=\"@I = @I + 1\"";

    private const string Files = "<ForEachFileEnumeratorProperties><FEFEProperty Folder=\"C:\\deliveries\"/>"
        + "<FEFEProperty FileSpec=\"*.csv\"/><FEFEProperty FileNameRetrievalType=\"0\"/>"
        + "<FEFEProperty Recurse=\"0\"/></ForEachFileEnumeratorProperties>";

    private static readonly string TwoShops = Rows(["North"], ["South"]);

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["loop_over_rows"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name, Id FROM dbo.Shops", Result("0", "User::Shops"),
                "SQLTask:ResultType=\"ResultSetType_Rowset\"")
                + Each("Each", "Microsoft.ForEachADOEnumerator",
                    "<FEEADO EnumType=\"EnumerateRowsInFirstTable\" VarName=\"User::Shops\"/>",
                    Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop")), "User::Shop"),
            Arrow("Ask", "Each"), Variable("Shops", 13, "") + Variable("Shop", 8, "")))
            .Says(Project, "forEach: {rows: Shops, turns: Linear}").Says("Ask", "Name AS [Shop]", "sets: {Shops: rows}")
            .Says("Close", "EXEC dbo.CloseShop @Shop"),
        ["loop_over_files"] = new PackageCase(Of(
            Each("Each", "Microsoft.ForEachFileEnumerator", Files,
                Sql("Each\\Take", "EXEC dbo.Take ?", Parameter("0", "User::Delivery")), "User::Delivery"),
            variables: Variable("Delivery", 8, "")))
            .Says(Project, "files: \"*.csv\", ignoreCase: true", "variable: Delivery")
            .Says("Take", "container: Each", "@Delivery"),
        ["loop_over_files_into_a_table"] = new PackageCase(Of(
            Each("Each", "Microsoft.ForEachFileEnumerator", Files,
                new FlowXml("Each\\Load")
                    .Source("Read", "Microsoft.FlatFileSource", "Delivered", "Id:i4 Name:wstr(50)",
                        ("RetainNulls", "true"))
                    .Into("Write", "[dbo].[Sale]", "Read", "Id=Read.Id Name=Read.Name").Task(), "User::Delivery"),
            variables: Variable("Delivery", 8, ""),
            connections: Both + PackageConnections.FlatFile("Delivered", "C:\\deliveries\\a.csv",
                "Id:i4 Name:wstr(50)", expression: "@[User::Delivery]")))
            .Says("Load", "file: \"*.csv\", ignoreCase: true").Lacks(Project, "forEach")
            .Says("connections/Files_deliveries_each.yaml", "files: {onNone: skip}"),
        ["loop_over_items"] = new PackageCase(Of(
            Each("Each", Items, TwoShops,
                Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop")), "User::Shop"),
            variables: Variable("Shop", 8, "")))
            .Says(Project, "values: [North, South]", "variable: Shop").Says("Close", "@Shop"),
        ["loop_over_items_of_columns"] = new PackageCase(Of(
            Each("Each", Items, Rows(["North", "4"], ["South", "7"]),
                Sql("Each\\Close", "EXEC dbo.CloseShop ?, ?",
                    Parameter("0", "User::Shop") + Parameter("1", "User::Days")), "User::Shop", "User::Days"),
            variables: Variable("Shop", 8, "") + Variable("Days", 3, "0")))
            .Says(Project, "(0, N'North', N'4')", "(1, N'South', N'7')", "Days: int", "connection: Target"),
        ["loop_that_counts"] = new PackageCase(Of(
            Task("Count", "STOCK:FORLOOP", "", Inner(Sql("Count\\Work", "EXEC dbo.Work ?", Parameter("0", "User::I"))),
                Counting),
            variables: Variable("I", 3, "0")))
            .Says(Project, "{from: 1, to: 3, variable: I, turns: Linear}").Says("Work", "EXEC dbo.Work @I"),
        ["loop_that_counts_from_its_variable"] = new PackageCase(Of(
            Task("Count", "STOCK:FORLOOP", "", Inner(Sql("Count\\Work", "EXEC dbo.Work ?", Parameter("0", "User::I"))),
                "DTS:EvalExpression=\"@I &lt; 4\" DTS:AssignExpression=\"@I = @I + 1\""),
            variables: Variable("I", 3, "2")))
            .Says(Project, "{from: 2, to: 3, variable: I, turns: Linear}"),
        ["loop_of_days"] = new PackageCase(Of(
            Sql("Ask", "SELECT MIN(Day) AS First, MAX(Day) AS Last FROM dbo.Sale",
                Result("First", "User::First") + Result("Last", "User::Last"), OneRow)
                + Task("Days", "STOCK:FORLOOP", "",
                    Inner(Sql("Days\\Work", "EXEC dbo.Work ?", Parameter("0", "User::Day"))),
                    "DTS:InitExpression=\"@Day = @First\" DTS:EvalExpression=\"@Day &lt;= @Last\" "
                        + "DTS:AssignExpression=\"@Day = DATEADD(&quot;d&quot;, 1, @Day)\""),
            Arrow("Ask", "Days"),
            Variable("First", 7, "2024-01-01") + Variable("Last", 7, "2024-01-31") + Variable("Day", 7, "2024-01-01")))
            .Says(Project, "SELECT CAST(@First AS datetime2(7)) AS n WHERE @First <= @Last",
                "DATEADD(day, 1, n) FROM turns WHERE DATEADD(day, 1, n) <= @Last", "Day: datetime2(7)")
            .Says("Work", "EXEC dbo.Work @Day"),
        ["loop_over_items_of_columns_without_a_database"] = new PackageCase(Of(
            Each("Each", Items, Rows(["a.csv", "b.csv"], ["c.csv", "d.csv"]),
                Task("Each\\Copy", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/copy\"/>",
                    Expression("Arguments", "@[User::From] + \" \" + @[User::Into]")), "User::From", "User::Into"),
            variables: Variable("From", 8, "") + Variable("Into", 8, "")))
            .Says(Project, "connection: Work", "SELECT 0 AS place, 'a.csv' AS [From], 'b.csv' AS [Into]",
                "UNION ALL SELECT 1, 'c.csv', 'd.csv'")
            .Says("Copy", "[\"tools/copy\", \"${var:From}\", \"${var:Into}\"]"),
        ["loop_over_files_that_gives_nothing"] = new PackageCase(Of(
            Each("Each", "Microsoft.ForEachFileEnumerator", Files, Sql("Each\\Count", "EXEC dbo.CountOne"))))
            .Says(Project, "files: \"*.csv\"").Lacks(Project, "variable:"),
        ["loop_over_files_by_names_without_ending"] = new PackageCase(Of(
            Each("Each", "Microsoft.ForEachFileEnumerator",
                Files.Replace("Type=\"0\"", "Type=\"2\"", StringComparison.Ordinal),
                Sql("Each\\Take", "EXEC dbo.Take ?", Parameter("0", "User::Delivery")), "User::Delivery"),
            variables: Variable("Delivery", 8, "")))
            .Says("Delivery_name", "kind: value", "substring(Delivery, 1, length(Delivery) - 4)", "container: Each")
            .Says("Take", "EXEC dbo.Take @Delivery_name", "dependsOn: [Delivery_name]"),
        ["loop_over_all_rows"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name FROM dbo.Shops", Result("0", "User::Shops"),
                "SQLTask:ResultType=\"ResultSetType_Rowset\"")
                + Each("Each", "Microsoft.ForEachADOEnumerator",
                    "<FEEADO EnumType=\"EnumerateAllRows\" VarName=\"User::Shops\"/>",
                    Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop")), "User::Shop"),
            Arrow("Ask", "Each"), Variable("Shops", 13, "") + Variable("Shop", 8, "")))
            .Says(Project, "forEach: {rows: Shops, turns: Linear}"),
        ["loop_within_a_loop"] = new PackageCase(Of(
            Each("Each", Items, TwoShops, Task("Each\\Count", "STOCK:FORLOOP", "",
                Inner(Sql("Each\\Count\\Work", "EXEC dbo.Work ?, ?",
                    Parameter("0", "User::Shop") + Parameter("1", "User::I"))), Counting), "User::Shop"),
            variables: Variable("Shop", 8, "") + Variable("I", 3, "0")))
            .Says(Project, "within: Each").Says("Work", "container: Count", "EXEC dbo.Work @Shop, @I"),
        ["loop_over_nodes"] = new PackageCase(Of(
            Each("Each", "Microsoft.ForEachNodeListEnumerator",
                "<FEENODELIST EnumerationType=\"NodeText\" SourceDocument=\"shops.xml\" OuterXPathString=\"//shop\"/>",
                Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop")), "User::Shop"),
            variables: Variable("Shop", 8, "")))
            .Says("Each_turns", "null as [Shop]").Lacks(Project, "forEach").Opens("ORC6076"),
    };

    private static string Rows(params string[][] rows) => "<FEIEItems>" + string.Concat(rows.Select(row =>
        $"<FEIEItem>{string.Concat(row.Select(each => $"<FEIEItemValue Value=\"{each}\"/>"))}</FEIEItem>"))
        + "</FEIEItems>";

    private static string Each(
        string path, string created, string data, string tasks, params string[] variables) =>
        Task(path, "STOCK:FOREACHLOOP", "", $"<DTS:ForEachEnumerator DTS:CreationName=\"{created}\" "
            + $"DTS:DTSID=\"{{E}}\" DTS:ObjectName=\"{{E}}\"><DTS:ObjectData>{data}</DTS:ObjectData>"
            + $"</DTS:ForEachEnumerator>{Inner(tasks)}<DTS:ForEachVariableMappings>"
            + string.Concat(variables.Index().Select(each => "<DTS:ForEachVariableMapping "
                + $"DTS:VariableName=\"{each.Item}\" DTS:ValueIndex=\"{each.Index}\" DTS:ObjectName=\"{{M}}\" "
                + "DTS:DTSID=\"{M}\"/>")) + "</DTS:ForEachVariableMappings>");
}
