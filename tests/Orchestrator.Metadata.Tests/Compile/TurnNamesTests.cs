using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>What a turn that the run has found out may be in names of files and arguments.</summary>
internal sealed class TurnNamesTests
{
    private const string Rows = "rows: Regions";
    private const string Found = "files: \"in/*.csv\", connection: Files, variable: Code";

    [TestCase("DE", "city_DE.csv")]
    [TestCase("it's; $(rm x)", "city_it's; $(rm x).csv")]
    [TestCase("D/E", "it holds /")]
    [TestCase("..", "it holds ..")]
    [TestCase("*", "it holds *")]
    [TestCase("a\nb", "it holds a control character")]
    [TestCase("${secret:X}", "it holds :")]
    [TestCase("${x}", "it holds ${, which stands for another value")]
    [TestCase("", "it is empty")]
    [TestCase(null, "'Code' is NULL, which cannot stand in a name")]
    public void A_row_is_a_piece_of_the_name_of_a_file(string? code, string expected) =>
        Assert.That(Made(Rows, "target: {file: \"city_${var:Code}.csv\"}", code), Does.EndWith(expected));

    [TestCase("CON", "it is the name of a device there")]
    [TestCase("a.", "it ends with a dot")]
    [TestCase("a", "a")]
    public void The_whole_name_is_one_that_each_system_keeps(string code, string expected) =>
        Assert.That(Made(Rows, "target: {file: \"${var:Code}\"}", code), Does.EndWith(expected));

    [TestCase("in/a.csv", "in/a.csv")]
    [TestCase("in/it's.csv", "in/it's.csv")]
    [TestCase("in/a*.csv", "it holds *, which stands for other files")]
    [TestCase("in/a?.csv", "it holds ?, which stands for other files")]
    [TestCase("in/${env:HOME}.csv", "it holds ${, which stands for another value")]
    public void A_file_that_was_found_may_lie_in_folders(string code, string expected) =>
        Assert.That(Made(Found, "target: {file: \"${var:Code}\"}", code), Does.EndWith(expected));

    [Test]
    public void A_loop_in_a_turn_that_was_known_before_gives_no_more_than_a_piece_either()
    {
        var made = Made($"{Rows}, within: Years", "target: {file: \"city_${var:Code}.csv\"}", "D/E", isWithin: true);

        Assert.That(made, Does.EndWith("it holds /"));
    }

    [Test]
    public void What_one_value_holds_is_not_put_in_for_another()
    {
        var made = Made(Rows, "target: {name: \"${var:Name}_${var:Code}\"}", "a", "${var:Code}", "Crm");

        Assert.That(made, Is.EqualTo("${var:Code}_a"));
    }

    [TestCase("load.sh", "a & b %PATH%", true)]
    [TestCase("load.cmd", "a b, c", true)]
    [TestCase("load.cmd", "a & b", false)]
    [TestCase("bin/LOAD.BAT", "%PATH%", false)]
    [TestCase("load.bat", "\"", false)]
    [TestCase("load.bat", "a\r\nb", false)]
    public void What_a_shell_would_read_is_no_argument_of_its_file(string program, string value, bool isTaken) =>
        Assert.That(Command.ArgumentRefusal(program, value) is null, Is.EqualTo(isTaken));

    private static string Made(
        string loop, string target, string? code, string name = "x", string into = "Files", bool isWithin = false)
    {
        var (around, key) = isWithin
            ? ("- {container: Years, forEach: {values: [A], variable: Word} }", "[A]") : ("", "");
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Regions, scope: run, rows: {Code: nvarchar(90), Name: nvarchar(40)} }
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Files, platform: Files, folder: data}
            batches: [{batch: Nightly, projects: [Export]}]
            projects:
              - project: Export
                source: Crm
                target: {{into}}
                containers:
                  {{around}}
                  - {container: Per, forEach: { {{loop}} } }
                objects:
                  - {object: city, container: Per, source: {name: city}, {{target}} }
            """);
        var loaded = SolutionLoader.Load(folder.Path);
        var template = loaded.Solution!.Projects.Single().Objects.Single(one => one.Name == $"city{key}");
        var type = new SqlType(SqlTypeKind.NVarChar, 90);
        RunColumn[] columns = [new RunColumn("Code", type), new RunColumn("Name", type)];

        var turn = new GivenTurn(1, $"Per{key}", 1, "K", columns, [Value(type, code), Value(type, name)]);
        var made = TurnObject.Of(template, [turn]);

        return made.Definition?.Target.Name ?? made.Problem!;
    }

    private static TypedValue? Value(SqlType type, string? text) =>
        text is not null && TypedValue.TryParse(type, text, out var value, out _) ? value : null;
}
