using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Scripts that find what they have left themselves.</summary>
internal sealed class ImportedScriptTests
{
    private const string Main =
        "Dts.Variables[\"User::Said\"].Value = Dts.Variables[\"User::Last\"].Value.ToString();\n"
        + "Dts.Variables[\"User::Last\"].Value = \"x\";\nDts.TaskResult = (int)ScriptResults.Success;\n";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_script_in_a_loop_that_reads_what_its_turn_before_has_set_is_left_to_a_person()
    {
        Import(Task("Count", "STOCK:FORLOOP", "", Inner(Script("Count\\Set")), "DTS:InitExpression=\"@I = 1\" "
            + "DTS:EvalExpression=\"@I &lt;= 3\" DTS:AssignExpression=\"@I = @I + 1\""));

        Assert.That(Set, Does.Contain("ORC6071").And.Contain("what the script has left in"));
    }

    [Test]
    public void A_script_that_runs_once_reads_what_the_package_has()
    {
        Import(Script("Set"));

        Assert.That(Set, Does.Contain("kind: value").And.Contain("first").And.Not.Contain("ORC6071"));
    }

    private string Set => _solution.Text("projects/Nightly/objects/Set.yaml");

    private void Import(string tasks)
    {
        _solution.Package("Nightly", Of(tasks, "",
            Variable("I", 3, "0") + Variable("Said", 8, "") + Variable("Last", 8, "first")));

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
    }

    private static string Script(string path) => Task(path, "Microsoft.ScriptTask",
        "<ScriptProject Name=\"ST_1\" Language=\"CSharp\" ReadWriteVariables=\"User::Said,User::Last\">"
        + "<ProjectItem Name=\"ScriptMain.cs\"><![CDATA[public partial class ScriptMain : VSTARTScriptObjectModelBase\n"
        + $"{{\n    public void Main()\n    {{\n{Main}\n    }}\n\n    enum ScriptResults\n    {{\n"
        + "        Success = DTSExecResult.Success,\n        Failure = DTSExecResult.Failure\n    };\n}\n]]>"
        + "</ProjectItem></ScriptProject>");
}
