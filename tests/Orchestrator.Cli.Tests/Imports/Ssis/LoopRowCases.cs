using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Loops, by where their rows or files come from and where their members work.</summary>
internal static class LoopRowCases
{
    private const string Rows = "SQLTask:ResultType=\"ResultSetType_Rowset\"";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["loop_of_several_databases"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name FROM dbo.Shops", Result("0", "User::Shops"), Rows, "Source")
                + Each("Each", RowsOf("User::Shops"), Inner(
                    Flow("Each\\Load", "SELECT Id FROM dbo.Sale", "[dbo].[Sale]")
                        + Sql("Each\\Mark", "UPDATE dbo.Shops SET Done = 1 WHERE Name = ?",
                            Parameter("0", "User::Shop"), connection: "Source"),
                    Arrow("Each\\Load", "Each\\Mark")), "User::Shop"),
            Arrow("Ask", "Each"), Variable("Shops", 13, "") + Variable("Shop", 8, "")))
            .Says("Mark", "target: {connection: Source}", "SET Done = 1 WHERE Name = @Shop"),
        ["loop_over_a_procedure"] = new PackageCase(Of(
            Sql("Ask", "EXEC dbo.GetShops", Result("0", "User::Shops"), Rows)
                + Each("Each", RowsOf("User::Shops"),
                    Inner(Sql("Each\\Close", "EXEC dbo.CloseShop ?, ?",
                        Parameter("0", "User::Shop") + Parameter("1", "User::Number"))),
                    "User::Shop", "User::Number"),
            Arrow("Ask", "Each"),
            Variable("Shops", 13, "") + Variable("Shop", 8, "") + Variable("Number", 3, "0")))
            .Says("Ask", "EXEC dbo.GetShops", "sets: {Shops: rows}").Says("Close", "@Shop, @Nightly_Number"),
        ["loop_over_a_query_that_is_made"] = new PackageCase(Of(
            Sql("Last", "SELECT MAX(Id) AS N FROM dbo.Seen", Result("N", "User::Least"), OneRow)
                + Sql("Ask", "SELECT 1", Result("0", "User::Shops"), Rows, more: Expression(
                    "SqlStatementSource",
                    "\"SELECT Name, Id FROM dbo.Shops WHERE Id > \" + (DT_WSTR, 12) @[User::Least]"))
                + Each("Each", RowsOf("User::Shops"),
                    Inner(Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop"))), "User::Shop"),
            Arrow("Last", "Ask") + Arrow("Ask", "Each"),
            Variable("Least", 3, "0") + Variable("Shops", 13, "") + Variable("Shop", 8, "")))
            .Says("Ask", "sets: {Shops: rows}").Says("Close", "EXEC dbo.CloseShop @Shop"),
        ["two_loops_over_the_same_rows"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name FROM dbo.Shops", Result("0", "User::Shops"), Rows)
                + Each("First", RowsOf("User::Shops"),
                    Inner(Sql("First\\Open", "EXEC dbo.OpenShop ?", Parameter("0", "User::One"))), "User::One")
                + Each("Second", RowsOf("User::Shops"),
                    Inner(Sql("Second\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Two"))), "User::Two"),
            Arrow("Ask", "First") + Arrow("First", "Second"),
            Variable("Shops", 13, "") + Variable("One", 8, "") + Variable("Two", 8, "")))
            .Says("Open", "EXEC dbo.OpenShop @").Says("Close", "EXEC dbo.CloseShop @"),
        ["loop_over_files_put_away"] = new PackageCase(Of(
            Each("Each", FilesOf("C:\\in", "*.csv"), Inner(
                Sql("Each\\Load", "EXEC dbo.LoadNext") + Move("Each\\Put", "User::File", "User::To"),
                Arrow("Each\\Load", "Each\\Put")), "User::File"),
            "", Variable("File", 8, "") + Variable("To", 8, "", "\"C:\\\\done\\\\\" + "
                + "RIGHT(@[User::File], FINDSTRING(REVERSE(@[User::File]), \"\\\\\", 1) - 1)")))
            .Says("Put", "${var:Nightly_File}"),
    };
}
