using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Execute SQL tasks, and what they give and take.</summary>
internal static class StatementCases
{
    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["statement"] = new PackageCase(Of(Sql("Clean", "DELETE FROM dbo.Old WHERE Day < '2020-01-01'")))
            .Says("Clean", "kind: sql", "DELETE FROM dbo.Old WHERE Day < '2020-01-01'"),
        ["statement_that_nobody_wrote"] = new PackageCase(Of(
            Sql("First", "EXEC dbo.One") + Task("Empty", "Microsoft.ExecuteSQLTask", "<SQLTask:SqlTaskData/>"),
            Arrow("First", "Empty")))
            .Says("First", "EXEC dbo.One").HasNo("Empty"),
        ["statement_that_names_its_database"] = new PackageCase(Of(
            Sql("First", "USE Dw; EXEC dbo.One"), more: "<DTS:PackageParameters><DTS:PackageParameter "
                + "DTS:CreationName=\"\" DTS:DataType=\"8\" DTS:DTSID=\"{W}\" DTS:ObjectName=\"Where\" "
                + "DTS:Sensitive=\"True\"/></DTS:PackageParameters>",
            connections: PackageConnections.Database("Target", "Dw", "@[$Package::Where]")))
            .Says("First", "EXEC dbo.One", "it worked on the database Dw").Lacks("First", "USE"),
        ["statement_of_a_variable"] = new PackageCase(Of(
            Sql("Run", "User::Text", said: "SQLTask:SqlStmtSourceType=\"Variable\""),
            variables: Variable("Text", 8, "EXEC dbo.Work")))
            .Says("Run", "sql: \"EXEC dbo.Work\"").Lacks("Run", "sqlFrom"),
        ["statement_of_an_expression"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name FROM dbo.Job", Result("Name", "User::Job"), OneRow)
                + Sql("Run", "", more: Expression("SqlStatementSource", "\"EXEC dbo.\" + @[User::Job]")),
            Arrow("Ask", "Run"), Variable("Job", 8, "")))
            .Says("Run", "sqlFrom: ").Says("Ask", "sets: {Job: Name}"),
        ["statement_of_a_parameter"] = new PackageCase(Of(
            Sql("Run", "", more: Expression("SqlStatementSource", "\"EXEC dbo.\" + @[$Package::Job]")),
            more: Given("Job", 8, "Work")))
            .Says("Run", "sqlFrom: ").Lacks("Run", "dbo.Work").Says("solution.yaml", "default: Work"),
        ["statement_with_time"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work", said: "SQLTask:TimeOut=\"90\"")))
            .Says("Work", "packageTimeout: "),
        ["stored_procedure"] = new PackageCase(Of(
            Sql("Close", "dbo.CloseShop", Parameter("@shop", "User::Shop"), "SQLTask:IsStoredProc=\"True\""),
            variables: Variable("Shop", 8, "North")))
            .Says("Close", "EXEC dbo.CloseShop @shop = @Shop").Says("solution.yaml", "default: North"),
        ["one_row"] = new PackageCase(Of(
            Sql("Ask", "SELECT MAX(Day) FROM dbo.Cutoff", Result("0", "User::Last"), OneRow)
                + Sql("Use", "DELETE FROM dbo.Sale WHERE Day > ?", Parameter("0", "User::Last")),
            Arrow("Ask", "Use"), Variable("Last", 7, "1/1/2020")))
            .Says("Ask", "MAX(Day) AS [Last]", "sets: {Last: Last}").Says("Use", "Day > @Last"),
        ["row_by_names"] = new PackageCase(Of(
            Sql("Ask", "SELECT Day AS Newest, Shop FROM dbo.Cutoff",
                Result("Newest", "User::Last") + Result("Shop", "User::Name"), OneRow)
                + Sql("Use", "EXEC dbo.Keep ?, ?", Parameter("0", "User::Last") + Parameter("1", "User::Name")),
            Arrow("Ask", "Use"), Variable("Last", 7, "1/1/2020") + Variable("Name", 8, "")))
            .Says("Ask", "SELECT Day AS Newest, Shop FROM dbo.Cutoff", "Last: Newest", "Name: Shop")
            .Says("Use", "EXEC dbo.Keep @Last, @Name"),
        ["procedure_result"] = new PackageCase(Of(
            Sql("Key", "EXEC dbo.NewKey ?", Parameter("0", "User::Name") + Result("0", "User::Key"), OneRow)
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Key")),
            Arrow("Key", "Use"), Variable("Name", 8, "City") + Variable("Key", 3, "0")))
            .Says("Key", "DECLARE @result TABLE ([Key] int)", "INSERT INTO @result EXEC dbo.NewKey @Name"),
        ["output_parameter"] = new PackageCase(Of(
            Sql("Key", "EXEC dbo.NewKey ?, ? OUTPUT",
                Parameter("0", "User::Name") + Parameter("1", "User::Key", "Output"))
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Key")),
            Arrow("Key", "Use"), Variable("Name", 8, "City") + Variable("Key", 3, "0")))
            .Says("Key", "@out_1 OUTPUT", "SELECT @out_1 AS [Key]", "sets: {Key: Key}"),
        ["result_of_unknown_columns"] = new PackageCase(Of(
            Sql("Ask", "SELECT * FROM dbo.Shop", Result("0", "User::Said"), OneRow)
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Said")),
            Arrow("Ask", "Use"), Variable("Said", 8, "")))
            .Says("Ask", "null as [Said]", "SELECT * FROM dbo.Shop").Opens("ORC6075"),
        ["system_variable"] = new PackageCase(Of(
            Sql("Stamp", "UPDATE dbo.Shop SET Seen = ?", Parameter("0", "System::StartTime"))))
            .Says("Stamp", "Seen = @Stamp_began", "DECLARE @Stamp_began datetime2(3) = DATEADD(minute, "
                + "DATEPART(tz, SYSDATETIMEOFFSET()), @orchestrator_run_began);", "in the time zone of its server"),
        ["system_variable_of_a_query"] = new PackageCase(Of(
            Sql("Ask", "SELECT Name FROM dbo.Shop WHERE Seen = ?",
                Parameter("0", "System::StartTime") + Result("Name", "User::Name"), OneRow)
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Name")),
            Arrow("Ask", "Use"), Variable("Name", 8, "")))
            .Says("Ask", "Seen = @orchestrator_run_began", "the whole run began, in UTC"),
        ["audit"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work") + Sql("Log", "INSERT INTO dbo.EtlLog VALUES (?, ?)",
                Parameter("0", "System::PackageName") + Parameter("1", "System::StartTime")),
            Arrow("Work", "Log")))
            .HasNo("Log").Says("Work", "EXEC dbo.Work"),
    };
}
