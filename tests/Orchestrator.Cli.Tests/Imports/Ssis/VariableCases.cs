using System.Security;
using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Variables and parameters: who gives them their values.</summary>
internal static class VariableCases
{
    private const string Solution = "solution.yaml";
    private const string Used = "projects/Child/objects/Use.yaml";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["value"] = new PackageCase(Of(
            Task("Reckon", "Microsoft.ExpressionTask",
                "<ExpressionTask Expression=\"@[User::Next] = @[User::Last] + 1\"/>")
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Next")),
            Arrow("Reckon", "Use"), Variable("Last", 3, "4") + Variable("Next", 3, "0")))
            .Says("Reckon", "kind: value", "sets: {Next: \"Last + 1\"}").Says("Use", "@Next"),
        ["value_of_a_variable"] = new PackageCase(Of(
            Sql("Ask", "SELECT MAX(Id) AS N FROM dbo.Sale", Result("N", "User::Last"), OneRow)
                + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Next")),
            Arrow("Ask", "Use"), Variable("Last", 3, "0") + Variable("Next", 3, "0", "@[User::Last] + 1")))
            .Says("Next", "kind: value", "Last + 1", "dependsOn: [Ask]").Says("Use", "@Next"),
        ["value_of_the_clock"] = new PackageCase(Of(
            Set("Set", "@[User::Stamp] = @[System::PackageName] + (DT_WSTR, 12) DATEPART(\"hh\", GETDATE())")
                + Set("Before", "@[User::Year] = YEAR(DATEADD(\"dd\", -1, GETDATE()))")
                + Task("Use", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/use\"/>",
                    Expression("Arguments", "@[User::Stamp] + \" \" + (DT_WSTR, 4) @[User::Year]")),
            Arrow("Set", "Use") + Arrow("Before", "Use"), Variable("Stamp", 8, "") + Variable("Year", 3, "0")))
            .Says("Set", "kind: sql", "'localtime'", "'Nightly'", "sets: {Stamp: Stamp}")
            .Says("Before", "kind: value", "year(addDays(${run:asOf}, -1))"),
        ["package_parameter"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work ?", Parameter("0", "$Package::Shop")), more: Given("Shop", 8, "North")))
            .Says(Solution, "variable: Shop", "default: North").Says("Work", "EXEC dbo.Work @Shop"),
        ["required_parameter"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work ?", Parameter("0", "$Package::Shop")),
            more: Given("Shop", 8, "North", "DTS:Required=\"True\"")))
            .Says(Solution, "variable: Shop, dataType: nvarchar(4000), required: true").Lacks(Solution, "North"),
        ["sensitive_parameter"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work ?", Parameter("0", "$Package::Salt")),
            more: Given("Salt", 8, "hunter2", "DTS:Sensitive=\"True\"")))
            .Says("Work", "'$Package::Salt' is sensitive").Lacks("Work", "hunter2").Lacks(Solution, "hunter2")
            .Opens("ORC6083"),
        ["project_parameter"] = Shared.Says(Solution, "variable: Day, dataType: int", "\"7\"")
            .Says("Work", "EXEC dbo.Work @Day"),
        ["project_configuration"] = Shared.With("Nightly.dtproj", "<Project><DeploymentModel>Project</DeploymentModel>"
            + "<DeploymentModelSpecificContent><Manifest><SSIS:Project xmlns:SSIS=\"www.microsoft.com/SqlServer/SSIS\" "
            + "SSIS:ProtectionLevel=\"DontSaveSensitive\"><SSIS:Packages><SSIS:Package SSIS:Name=\"Nightly.dtsx\"/>"
            + "</SSIS:Packages></SSIS:Project></Manifest></DeploymentModelSpecificContent><Configurations>"
            + "<Configuration><Name>Development</Name><Options><ParameterConfigurationValues><ConfigurationSetting>"
            + "<Id>{DAY}</Id><Name>Day</Name><Value>8</Value></ConfigurationSetting></ParameterConfigurationValues>"
            + "</Options></Configuration></Configurations></Project>")
            .Says("environments/Development.yaml", "variable: Day", "value: \"8\"").Says(Solution, "\"7\""),
        ["system_value_of_a_called_package"] = Calling("System::ExecutionInstanceGUID", 8)
            .Says(Used, "EXEC dbo.Close @orchestrator_run_id"),
        ["expression_of_a_called_package"] = Calling("User::Next", 3)
            .Says("From", "kind: value", "sets: {From: \"Last + 1\"}", "dependsOn: [Ask]")
            .Says(Used, "EXEC dbo.Close @From", "Nightly/From").Lacks(Used, "@Next"),
        ["value_that_nobody_has_of_a_called_package"] = Calling("User::Other", 3)
            .Says("Call", "which nobody knows").Opens("ORC6077"),
        ["parameter_of_a_called_package"] = new PackageCase(Of(
            Sql("Ask", "SELECT MAX(Id) AS N FROM dbo.Sale", Result("N", "User::Last"), OneRow)
                + Task("Call", "Microsoft.ExecutePackageTask", "<ExecutePackageTask><UseProjectReference>True"
                    + "</UseProjectReference><PackageName>Child.dtsx</PackageName><ParameterAssignment>"
                    + "<ParameterName>From</ParameterName><BindedVariableOrParameterName>User::Last"
                    + "</BindedVariableOrParameterName></ParameterAssignment></ExecutePackageTask>"),
            Arrow("Ask", "Call"), Variable("Last", 3, "0")))
            .With("Child.dtsx", Of(Sql("Use", "EXEC dbo.Close ?", Parameter("0", "$Package::From")),
                more: Given("From", 3, "1"), name: "Child"))
            .Says("projects/Child/objects/Use.yaml", "EXEC dbo.Close @Last", "Ask")
            .Says("batches/Nightly.yaml", "project: Child").HasNo("batches/Child.yaml"),
    };

    // The package that is called has a value of design time, which nobody means.
    private static PackageCase Calling(string given, int type) => new PackageCase(Of(
        Sql("Ask", "SELECT MAX(Id) AS N FROM dbo.Sale", Result("N", "User::Last"), OneRow)
            + Task("Call", "Microsoft.ExecutePackageTask", "<ExecutePackageTask><UseProjectReference>True"
                + "</UseProjectReference><PackageName>Child.dtsx</PackageName><ParameterAssignment>"
                + $"<ParameterName>From</ParameterName><BindedVariableOrParameterName>{given}"
                + "</BindedVariableOrParameterName></ParameterAssignment></ExecutePackageTask>"),
        Arrow("Ask", "Call"), Variable("Last", 3, "0") + Variable("Next", 3, "1", "@[User::Last] + 1")))
        .With("Child.dtsx", Of(Sql("Use", "EXEC dbo.Close ?", Parameter("0", "$Package::From")),
            more: Given("From", type, "1"), name: "Child"));

    private static PackageCase Shared => new PackageCase(Of(
        Sql("Work", "EXEC dbo.Work ?", Parameter("0", "$Project::Day")))).With("Project.params",
            "<SSIS:Parameters xmlns:SSIS=\"www.microsoft.com/SqlServer/SSIS\"><SSIS:Parameter SSIS:Name=\"Day\">"
            + "<SSIS:Properties><SSIS:Property SSIS:Name=\"Required\">0</SSIS:Property>"
            + "<SSIS:Property SSIS:Name=\"Sensitive\">0</SSIS:Property>"
            + "<SSIS:Property SSIS:Name=\"Value\">7</SSIS:Property><SSIS:Property SSIS:Name=\"DataType\">9"
            + "</SSIS:Property></SSIS:Properties></SSIS:Parameter></SSIS:Parameters>");

    private static string Set(string path, string assignment) => Task(path, "Microsoft.ExpressionTask",
        $"<ExpressionTask Expression=\"{SecurityElement.Escape(assignment)}\"/>");
}
