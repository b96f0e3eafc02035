using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Script Tasks of which all is known, and others.</summary>
internal static class ScriptCases
{
    private const string Then = "EXEC dbo.Close ?, ?";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["script_that_tells"] = new PackageCase(Of(
            Asking + Script("Tell", "bool again = true;\nDts.Events.FireInformation(0, \"Load\", "
                + "Dts.Variables[\"User::Last\"].Value.ToString() + \" is the last\", \"\", 0, ref again);")
                + Sql("Use", "EXEC dbo.Work"),
            Arrow("Ask", "Tell") + Arrow("Tell", "Use"), Variable("Last", 3, "0")))
            .Says("Use", "dependsOn: [Ask]").HasNo("Tell"),
        ["script_that_sets"] = new PackageCase(Of(
            Asking + Script("Set", "int next = (int)Dts.Variables[\"User::Last\"].Value + 1;\n"
                + "Dts.Variables[\"User::Next\"].Value = next;\n"
                + "Dts.Variables[\"User::Said\"].Value = \"next is \" + next;")
                + Sql("Use", Then, Parameter("0", "User::Next") + Parameter("1", "User::Said")),
            Arrow("Ask", "Set") + Arrow("Set", "Use"),
            Variable("Last", 3, "0") + Variable("Next", 3, "0") + Variable("Said", 8, "")))
            .Says("Set", "kind: value", "dependsOn: [Ask]", "Next: \"Last + 1\"", "'next is ' || text(Last + 1)")
            .Says("Use", "EXEC dbo.Close @Next, @Said"),
        ["script_that_chooses"] = new PackageCase(Of(
            Asking + Script("Set", "if ((int)Dts.Variables[\"User::Last\"].Value > 9)\n"
                + "{\n    Dts.Variables[\"User::Said\"].Value = \"many\";\n}")
                + Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::Said")),
            Arrow("Ask", "Set") + Arrow("Set", "Use"), Variable("Last", 3, "0") + Variable("Said", 8, "few")))
            .Says("Set", "kind: value", "Said: \"if(Last > 9, 'many', 'few')\""),
        ["script_with_a_date"] = new PackageCase(Of(
            Script("Set", "Dts.Variables[\"User::Said\"].Value = \"sales_\" + "
                + "DateTime.Now.AddDays(-1).ToString(\"yyyyMMdd\") + \".csv\";")
                + Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::Said")),
            Arrow("Set", "Use"), Variable("Said", 8, "")))
            .Says("Set", "kind: value", "${run:asOf}", "'sales_'", "'.csv'"),
        ["script_that_fails"] = new PackageCase(Of(
            Asking + Script("Test", "if ((int)Dts.Variables[\"User::Last\"].Value == 0)\n"
                + "    Dts.TaskResult = (int)ScriptResults.Failure;"),
            Arrow("Ask", "Test"), Variable("Last", 3, "0")))
            .Says("Test", "whether it fails is a matter of its own").Opens("ORC6071"),
        ["script_with_files"] = new PackageCase(Of(
            Script("Look", "Dts.Variables[\"User::IsThere\"].Value = File.Exists(@\"C:\\in\\a.csv\");")
                + Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::IsThere")),
            Arrow("Look", "Use"), Variable("IsThere", 11, "0")))
            .Says("Look", "it calls File.Exists (line 8 of its code)", "null as [IsThere]").Opens("ORC6071"),
        ["script_that_deletes"] = new PackageCase(Of(
            Script("Clear", "if (File.Exists(@\"C:\\in\\a.csv\"))\n{\n    File.Delete(@\"C:\\in\\a.csv\");\n}\n"
                + "File.Copy(@\"C:\\in\\b.csv\", @\"C:\\out\\c.csv\", true);")
                + Sql("Use", "EXEC dbo.Work"),
            Arrow("Clear", "Use")))
            .Says("Clear", "kind: file", "delete: \"a.csv\"", "connection: Files_in", "onNone: skip")
            .Says("Clear_2", "copy: \"b.csv\"", "toConnection: Files_out", "name: \"c.csv\"", "existing: replace",
                "dependsOn: [Clear]")
            .Says("Use", "dependsOn: [Clear_2]"),
        ["script_that_deletes_what_a_variable_names"] = new PackageCase(Of(
            Asking + Script("Clear", "File.Delete(string.Format(@\"C:\\in\\{0}.csv\", "
                + "Dts.Variables[\"User::Last\"].Value));"),
            Arrow("Ask", "Clear"), Variable("Last", 3, "0")))
            .Says("Clear", "delete: \"${var:Last}.csv\"", "connection: Files_in", "dependsOn: [Ask]"),
        ["script_with_the_time_in_several_paths"] = new PackageCase(Of(
            Script("Keep", "string now = DateTime.Now.ToString(\"yyyyMMdd_HHmmss\");\n"
                + "File.Copy(@\"C:\\in\\a.csv\", @\"C:\\out\\a_\" + now + \".csv\");\n"
                + "File.Copy(@\"C:\\in\\b.csv\", @\"C:\\out\\b_\" + now + \".csv\");")))
            .Says("Keep", "several of its paths have the time in them").Opens("ORC6071"),
        ["script_with_its_own_methods"] = new PackageCase(Of(
            Asking + Script("Set", "Set(Next(1));\nSay(\"done\");", "        private bool again = true;\n"
                + "        private int Next(int by)\n        {\n"
                + "            return (int)Dts.Variables[\"User::Last\"].Value + by;\n        }\n\n"
                + "        private void Set(int to)\n        {\n"
                + "            Dts.Variables[\"User::Next\"].Value = to;\n        }\n\n"
                + "        private void Say(string what)\n        {\n"
                + "            Dts.Events.FireInformation(0, \"Set\", what, \"\", 0, ref again);\n        }\n")
                + Sql("Use", "EXEC dbo.Work ?", Parameter("0", "User::Next")),
            Arrow("Ask", "Set") + Arrow("Set", "Use"), Variable("Last", 3, "0") + Variable("Next", 3, "0")))
            .Says("Set", "kind: value", "Next: \"Last + 1\""),
        ["script_that_something_asks_for"] = new PackageCase(Of(
            Script("Tell", "MessageBox.Show(\"It begins.\");") + Sql("Use", "EXEC dbo.Work"),
            Arrow("Tell", "Use", "DTS:LogicalAnd=\"True\" DTS:Value=\"1\"")))
            .Says("Tell", "asks how it ended").Opens("ORC6071"),
    };

    private static string Asking => Sql("Ask", "SELECT MAX(Id) AS N FROM dbo.Sale", Result("N", "User::Last"), OneRow);

    // It says that it may set more than it sets.
    private static string Script(string name, string main, string members = "") => Task(name, "Microsoft.ScriptTask",
        "<ScriptProject Name=\"ST_1\" Language=\"CSharp\" ReadWriteVariables=\"User::Last,User::Next,User::Said,"
        + "User::IsThere\"><ProjectItem Name=\"ScriptMain.cs\"><![CDATA[using System;\n"
        + "namespace ST_1\n{\n    public partial class ScriptMain : VSTARTScriptObjectModelBase\n    {\n"
        + $"        public void Main()\n        {{\n{main}\n"
        + (main.Contains("TaskResult", StringComparison.Ordinal) ? ""
            : "Dts.TaskResult = (int)ScriptResults.Success;\n")
        + $"        }}\n\n{members}"
        + "        enum ScriptResults\n        {\n            Success = DTSExecResult.Success,\n"
        + "            Failure = DTSExecResult.Failure\n        };\n    }\n}\n]]></ProjectItem></ScriptProject>");
}
