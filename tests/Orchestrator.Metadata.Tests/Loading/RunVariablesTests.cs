using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Variables with `scope: run`, and what sets them: how they are read, and what they cannot say.</summary>
internal sealed class RunVariablesTests
{
    private const string Cutoff = "{variable: Cutoff, dataType: \"datetime2(3)\", scope: run}";
    private const string Regions = "{variable: Regions, scope: run, rows: {Code: char(2), Db: nvarchar(128)}}";
    private const string Text = "kind: sql, sql: select 1 as At";
    private const string Call = "kind: sql, procedure: p, outputs: {Key: int, Word: nvarchar(9)}";

    private const string Program = "kind: process, process: {command: [p], successCodes: [0, 3]}";

    [Test]
    public void They_are_read_with_their_types_and_have_no_value()
    {
        var solution = Good(Load($"{Cutoff}, {Regions}, {{variable: Pin, dataType: int, scope: run, sensitive: true}}",
            $"{Text}, sets: {{Cutoff: At}}"));
        var before = Good(Load("{variable: Day, dataType: date, scope: plan, default: 2026-01-31}", Text));

        Assert.That((solution.Variables.Count, before.Variables.Count), Is.EqualTo((0, 1)));
        Assert.That(before.RunVariables, Is.Empty);
        Assert.That(solution.RunVariables.Select(one => $"{one.Name} {one.Type} {one.Is.IsSensitive}"), Is.EqualTo(new[]
        {
            "Cutoff datetime2(3) False", "Regions rows(\"Code\" char(2), \"Db\" nvarchar(128)) False", "Pin int True",
        }));
    }

    [TestCase("{variable: Cutoff, dataType: date, scope: run, default: 2026-01-31}", "ORC1065 solution.yaml:3:60")]
    [TestCase("{variable: Cutoff, dataType: date, scope: run, required: true}", "ORC1065 solution.yaml:3:60")]
    [TestCase("{variable: Cutoff, scope: run}", "ORC1067 solution.yaml:3:13")]
    [TestCase("{variable: Cutoff, scope: run, dataType: xml}", "ORC1067 solution.yaml:3:54")]
    [TestCase("{variable: Cutoff, scope: run, dataType: int, rows: {A: int}}", "ORC1067 solution.yaml:3:54")]
    [TestCase("{variable: Cutoff, scope: run, rows: {A: xml}}", "ORC1067 solution.yaml:3:50")]
    [TestCase("{variable: Cutoff, scope: run, rows: {A: int, a: int}}", "ORC1067 solution.yaml:3:50")]
    [TestCase("{variable: Cutoff, scope: run, rows: {}}", "ORC1067 solution.yaml:3:50")]
    [TestCase("{variable: Cutoff, rows: {A: int}}", "ORC1067 solution.yaml:3:32")]
    [TestCase("{variable: Cutoff, dataType: int, default: 1, sensitive: true}", "ORC1067 solution.yaml:3:59")]
    [TestCase("{variable: Cutoff, default: 1}", "ORC1014 solution.yaml:3:13")]
    [TestCase("{variable: Cutoff, dataType: int, scope: night}", "ORC1013 solution.yaml:3:54")]
    [TestCase("{variable: 9, dataType: int, scope: run}", "ORC1060 solution.yaml:3:24")]
    [TestCase("{variable: A, dataType: int, scope: run}, {variable: A, dataType: int, scope: run}",
        "ORC1020 solution.yaml:3:66")]
    [TestCase("{variable: A, dataType: int, scope: run}, {variable: A, dataType: int, default: 1}",
        "ORC1020 solution.yaml:3:66")]
    public void What_cannot_be_is_said_with_its_place(string variables, string expected)
    {
        var found = Load(variables, Text).Diagnostics.Select(one => $"{one.Code} {one.At}");

        Assert.That(found, Does.Contain(expected));
    }

    [Test]
    public void Nobody_gives_one_a_value_before_the_run()
    {
        Assert.That(Codes(Load(Cutoff, Text, given: [("Cutoff", "2026-01-31")])), Is.EqualTo(new[] { "ORC1065" }));
        Assert.That(Codes(Load(Cutoff, Text, environment: "variables: [{variable: Cutoff, value: 2026-01-31}]")),
            Is.EqualTo(new[] { "ORC1065" }));
        Assert.That(Codes(Load(Cutoff, $"{Text}, enabled: \"Cutoff is null\"")), Is.EqualTo(new[] { "ORC1065" }));
        Assert.That(Codes(Load(Cutoff, $"{Text}, enabled: \"${{var:Cutoff}} < '2026-01-31'\"")),
            Is.EqualTo(new[] { "ORC1065" }));
        Assert.That(Codes(Load(Cutoff, "kind: process, process: {command: [\"${var:Cutoff}\"]}")),
            Is.EqualTo(new[] { "ORC1065" }));
    }

    [Test]
    public void What_an_object_sets_is_read_in_its_order()
    {
        var sets = Sets(Good(Load($"{Cutoff}, {{variable: Pin, dataType: int, scope: run}}",
            $"{Text}, sets: {{Pin: N, Cutoff: At}}, onNone: null")));

        Assert.That(sets.Each.Select(one => $"{one.Variable} {one.Type} {one.Kind} {one.Name}"),
            Is.EqualTo(new[] { "Pin int Column N", "Cutoff datetime2(3) Column At" }));
        Assert.That(sets.OnNone, Is.EqualTo(NoRow.Null));
    }

    [Test]
    public void An_argument_may_name_one_and_is_open_until_the_run()
    {
        var call = Good(Load($"{Cutoff}, {{variable: Tenant, dataType: nvarchar(9), default: A}}",
            "kind: sql, procedure: p, arguments: {At: \"${var:Cutoff}\", To: \"${var:Tenant}-${var:Cutoff}\", N: 7}"))
            .Projects[0].Objects[0].Procedure!;

        Assert.That(call.Arguments.Select(argument => (argument.Written, argument.Open, argument.Value)),
            Is.EqualTo(new (string, string?, object?)[]
            {
                ("${var:Cutoff}", "${var:Cutoff}", null),
                ("${var:Tenant}-${var:Cutoff}", "${var:Tenant}-${var:Cutoff}", null), ("7", null, 7L),
            }));
    }

    [Test]
    public void How_many_rows_a_statement_has_changed_is_set_where_no_result_is_read()
    {
        const string Pin = "{variable: Pin, dataType: int, scope: run}";
        var sets = Sets(Good(Load(Pin, "kind: sql, sql: delete from t, sets: {Pin: changed}")));

        Assert.That(sets.Each.Select(one => $"{one.Variable} {one.Kind}"), Is.EqualTo(new[] { "Pin Changed" }));
        Assert.That(Codes(Load($"{Cutoff}, {Pin}", $"{Text}, sets: {{Pin: changed, Cutoff: At}}")),
            Is.EqualTo(new[] { "ORC1066" }));
    }

    [TestCase("", NoRow.Fail)]
    [TestCase(", onNone: fail", NoRow.Fail)]
    [TestCase(", onNone: ~", NoRow.Null)]
    [TestCase(", onNone: \"null\"", NoRow.Null)]
    public void No_row_fails_unless_it_is_said_to_be_NULL(string onNone, NoRow expected) => Assert.That(
        Sets(Good(Load(Cutoff, $"{Text}, sets: {{Cutoff: At}}{onNone}"))).OnNone, Is.EqualTo(expected));

    [Test]
    public void A_procedure_gives_outputs_and_a_return_code()
    {
        var sets = Sets(Good(Load(
            "{variable: K, dataType: bigint, scope: run}, {variable: W, dataType: nvarchar(9), scope: run}, "
            + "{variable: C, dataType: int, scope: run}",
            $"{Call}, sets: {{K: \"@Key\", W: \"@Word\", C: returnCode}}")));

        Assert.That(sets.Each.Select(one => $"{one.Kind} {one.Name}"),
            Is.EqualTo(new[] { "Output Key", "Output Word", "ReturnCode returnCode" }));
    }

    [Test]
    public void A_program_gives_what_it_writes_and_its_code()
    {
        var solution = Good(Load(
            "{variable: W, dataType: nvarchar(9), scope: run}, {variable: C, dataType: int, scope: run}",
            $"{Program}, sets: {{W: stdout, C: returnCode}}"));

        Assert.That(Sets(solution).Each.Select(one => $"{one.Variable} {one.From}"),
            Is.EqualTo(new[] { "W stdout", "C returnCode" }));
        Assert.That(solution.Projects[0].Objects[0].Process!.SuccessCodes, Is.EqualTo(new[] { 0, 3 }));
    }

    [Test]
    public void A_program_whose_code_nobody_asks_for_takes_any()
    {
        var process = Good(Load("", "kind: process, process: {command: [p], successCodes: any}"))
            .Projects[0].Objects[0].Process!;

        Assert.That((process.TakesAnyCode, process.SuccessCodes.Count), Is.EqualTo((true, 0)));
    }

    [TestCase(Text + ", sets: {Cutof: At}", "ORC1066")]
    [TestCase(Text + ", sets: {Given: At}", "ORC1066")]
    [TestCase(Text + ", sets: {}", "ORC1066")]
    [TestCase(Text + ", sets: {Cutoff: \"@At\"}", "ORC1066")]
    [TestCase(Text + ", sets: {Cutoff: returnCode}", "ORC1066")]
    [TestCase(Text + ", sets: {Cutoff: rows}", "ORC2020")]
    [TestCase(Text + ", sets: {Cutoff: changed}", "ORC2020")]
    [TestCase(Text + ", sets: {Regions: Code}", "ORC2020")]
    [TestCase(Text + ", sets: [Cutoff]", "ORC1012")]
    [TestCase(Text + ", sets: {Cutoff: At}, onNone: maybe", "ORC1013")]
    [TestCase(Text + ", onNone: fail", "ORC1038")]
    [TestCase(Call + ", sets: {Cutoff: \"@Key\"}", "ORC2020")]
    [TestCase(Call + ", sets: {Cutoff: \"@Kye\"}", "ORC1066")]
    [TestCase("source: {file: c.csv}, sets: {Cutoff: At}", "ORC1041")]
    [TestCase(Program + ", sets: {Cutoff: At}", "ORC1066")]
    [TestCase(Program + ", sets: {Cutoff: returnCode}", "ORC2020")]
    [TestCase(Program + ", sets: {Regions: stdout}", "ORC2020")]
    [TestCase(Program + ", sets: {Cutoff: stdout}, onNone: null", "ORC1041")]
    [TestCase("kind: process, process: {command: [p], successCodes: [0, 1, 0]}", "ORC1020")]
    [TestCase("kind: process, process: {command: [p], successCodes: []}", "ORC3660")]
    [TestCase("kind: process, process: {command: [p], successCodes: all}", "ORC1013")]
    public void What_cannot_be_set_is_one_diagnostic(string written, string code) => Assert.That(
        Codes(Load($"{Cutoff}, {Regions}, {{variable: Given, dataType: date, default: 2026-01-31}}", written)),
        Is.EqualTo(new[] { code }));

    private static ValueSets Sets(Solution solution) => solution.Projects[0].Objects[0].Sets!;

    private static Solution Good(LoadedSolution loaded)
    {
        Assert.That(loaded.Diagnostics.Select(one => $"{one.Code} {one.At} {one.Message}"), Is.Empty);
        return loaded.Solution!;
    }

    private static IEnumerable<string> Codes(LoadedSolution loaded) => loaded.Diagnostics.Select(one => one.Code);

    private static LoadedSolution Load(string variables, string written, string? environment = null,
        IEnumerable<(string Name, string Value)>? given = null)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", OneObject.Solution($"variables: [{variables}]", written));
        if (environment is not null)
        {
            folder.Write("environments/prod.yaml", $"environment: prod\n{environment}\n");
        }

        return SolutionLoader.Load(folder.Path, environment is null ? null : "prod", new SolutionLoadOptions
        {
            Given = (given ?? []).ToDictionary(one => one.Name, one => one.Value),
            AsOf = new DateOnly(2026, 1, 31),
        });
    }
}
