using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Small packages, each a construct.</summary>
internal static class PackageCases
{
    private const string OneRow = "SQLTask:ResultType=\"ResultSetType_SingleRow\"";
    private const string Rows = "SQLTask:ResultType=\"ResultSetType_Rowset\"";

    /// <summary>Each with its name.</summary>
    public static IReadOnlyDictionary<string, string> All { get; } = new SortedDictionary<string, string>(
        StringComparer.Ordinal)
    {
        ["statement"] = Of(Sql("Clean", "DELETE FROM dbo.Old WHERE Day < '2020-01-01'")),
        ["one_after_another"] = Of(
            Sql("First", "EXEC dbo.One") + Sql("Second", "EXEC dbo.Two"), Arrow("First", "Second")),
        ["constraint_failure"] = Of(
            Sql("First", "EXEC dbo.One") + Sql("Told", "EXEC dbo.Tell"), Arrow("First", "Told", "DTS:Value=\"1\"")),
        ["constraint_completion"] = Of(
            Sql("First", "EXEC dbo.One") + Sql("Then", "EXEC dbo.Two"), Arrow("First", "Then", "DTS:Value=\"2\"")),
        ["constraint_or"] = Of(
            Sql("A", "EXEC dbo.A") + Sql("B", "EXEC dbo.B") + Sql("Either", "EXEC dbo.C"),
            Arrow("A", "Either", "DTS:LogicalAnd=\"False\"") + Arrow("B", "Either", "DTS:LogicalAnd=\"False\"")),
        ["constraint_expression"] = Of(
            Sql("Ask", "SELECT COUNT(*) AS N FROM dbo.New", Result("N", "User::Count"), OneRow)
                + Sql("Work", "EXEC dbo.Work"),
            Arrow("Ask", "Work", "DTS:EvalOp=\"3\" DTS:Expression=\"@[User::Count] &gt; 0\" DTS:LogicalAnd=\"True\""),
            Variable("Count", 3, "0")),
        ["one_row"] = Of(
            Sql("Ask", "SELECT MAX(Day) FROM dbo.Cutoff", Result("0", "User::Last"), OneRow)
                + Sql("Use", "DELETE FROM dbo.Sale WHERE Day > ?", Parameter("0", "User::Last")),
            Arrow("Ask", "Use"), Variable("Last", 7, "1/1/2020")),
        ["procedure_result"] = Of(
            Sql("Key", "EXEC dbo.NewKey ?", Parameter("0", "User::Name") + Result("0", "User::Key"), OneRow)
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Key")),
            Arrow("Key", "Use"), Variable("Name", 8, "City") + Variable("Key", 3, "0")),
        ["output_parameter"] = Of(
            Sql("Key", "EXEC dbo.NewKey ?, ? OUTPUT",
                Parameter("0", "User::Name") + Parameter("1", "User::Key", "Output"))
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Key")),
            Arrow("Key", "Use"), Variable("Name", 8, "City") + Variable("Key", 3, "0")),
        ["loop_over_rows"] = Of(
            Sql("Ask", "SELECT Name, Id FROM dbo.Shops", Result("0", "User::Shops"), Rows)
                + Task("Each", "STOCK:FOREACHLOOP", "", """
                    <DTS:ForEachEnumerator DTS:CreationName="Microsoft.ForEachADOEnumerator" DTS:DTSID="{E}"
                      DTS:ObjectName="{E}"><DTS:ObjectData><FEEADO EnumType="EnumerateRowsInFirstTable"
                      VarName="User::Shops"/></DTS:ObjectData></DTS:ForEachEnumerator>
                    """ + Inner(Sql("Each\\Close", "EXEC dbo.CloseShop ?", Parameter("0", "User::Shop"))) + """
                    <DTS:ForEachVariableMappings><DTS:ForEachVariableMapping DTS:VariableName="User::Shop"
                      DTS:ValueIndex="0" DTS:ObjectName="{M}" DTS:DTSID="{M}"/></DTS:ForEachVariableMappings>
                    """),
            Arrow("Ask", "Each"), Variable("Shops", 13, "") + Variable("Shop", 8, "")),
        ["loop_that_counts"] = Of(
            Task("Count", "STOCK:FORLOOP", "", Inner(Sql("Count\\Work", "EXEC dbo.Work ?", Parameter("0", "User::I"))),
                "DTS:InitExpression=\"@I = 1\" DTS:EvalExpression=\"@I &lt;= 3\" DTS:AssignExpression=\"@I = @I + 1\""),
            "", Variable("I", 3, "0")),
        ["sequences"] = Of(
            Sequence("One", Sql("One\\A", "EXEC dbo.A") + Sql("One\\B", "EXEC dbo.B"), Arrow("One\\A", "One\\B"))
                + Sequence("Two", Sql("Two\\C", "EXEC dbo.C")) + Sequence("Empty", ""),
            Arrow("One", "Empty") + Arrow("Empty", "Two")),
        ["value"] = Of(
            Task("Reckon", "Microsoft.ExpressionTask",
                "<ExpressionTask Expression=\"@[User::Next] = @[User::Last] + 1\"/>")
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Next")),
            Arrow("Reckon", "Use"), Variable("Last", 3, "4") + Variable("Next", 3, "0")),
        ["disabled"] = Of(
            Sql("First", "EXEC dbo.One") + Sql("Off", "EXEC dbo.Off", attributes: "DTS:Disabled=\"True\"")
                + Sql("Last", "EXEC dbo.Last"),
            Arrow("First", "Off") + Arrow("Off", "Last")),
        ["audit"] = Of(
            Sql("Work", "EXEC dbo.Work") + Sql("Log", "INSERT INTO dbo.EtlLog VALUES (?, ?)",
                Parameter("0", "System::PackageName") + Parameter("1", "System::StartTime")),
            Arrow("Work", "Log")),
        ["script"] = Of(
            Task("Script", "Microsoft.ScriptTask", "<ScriptProject Name=\"S\" Language=\"CSharp\" "
                + "ReadWriteVariables=\"User::Said\"><ProjectItem Name=\"ScriptMain.cs\"><![CDATA[class A { }]]>"
                + "</ProjectItem></ScriptProject>")
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Said")),
            Arrow("Script", "Use"), Variable("Said", 8, "")),
        ["handler"] = Of(
            Sql("Work", "EXEC dbo.Work", more: "<DTS:EventHandlers><DTS:EventHandler "
                + "DTS:refId=\"Package\\Work.EventHandlers[OnError]\" DTS:EventName=\"OnError\" DTS:DTSID=\"{H}\" "
                + "DTS:CreationName=\"OnError\">"
                + Inner(Sql("Work.EventHandlers[OnError]\\Tell", "EXEC dbo.Tell ?",
                    Parameter("0", "System::ErrorDescription")))
                + "</DTS:EventHandler></DTS:EventHandlers>")),
        ["truncate_and_load"] = Of(
            Sql("Empty", "TRUNCATE TABLE dbo.Sale") + Flow("Load", "SELECT Id FROM dbo.Sale", "[dbo].[Sale]"),
            Arrow("Empty", "Load")),
        ["files_to_files"] = Of(
            FileFlowXml.Doubling("Double", "In", "Out"), connections: FileFlowXml.Connection("In", "C:\\in\\sale.csv",
                "Amount") + FileFlowXml.Connection("Out", "C:\\out\\double.csv", "Double")),
        ["load"] = Of(Flow("Load", "SELECT Id FROM dbo.Sale WHERE Amount > 0", "[dbo].[Sale]")),
    };
}
