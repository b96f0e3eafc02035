using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Variables: where their values come from, what is checked, and where they may stand.</summary>
internal sealed class VariablesTests
{
    private const string Tenant = "{variable: Tenant, dataType: varchar(3), default: A}";
    private const string Since = "{variable: Since, dataType: date, default: \"${run:asOf}\"}";

    [Test]
    public void A_given_value_wins_over_the_environment_and_that_over_the_default()
    {
        var (plain, prod, given) = (Load(Tenant), Load(Tenant, environment: "prod"),
            Load(Tenant, environment: "prod", given: [("Tenant", "C")]));

        Assert.That(new[] { plain, prod, given }.Select(loaded => loaded.Solution!.Variables[0])
            .Select(variable => (variable.Value!.Text, variable.From)), Is.EqualTo(new[]
            {
                ("A", "solution.yaml:3:63"), ("B", "environments/prod.yaml:3:31"), ("C", "--var"),
            }));
    }

    [Test]
    public void The_date_of_the_night_is_what_the_run_is_given()
    {
        var solution = Load(Since).Solution!;

        Assert.That(solution.Variables[0].Value!.Text, Is.EqualTo("2026-01-31"));
        Assert.That(solution.AsOf, Is.EqualTo(new DateOnly(2026, 1, 31)));
    }

    [TestCase("{variable: Tenant, dataType: varchar(3), default: ABCD}", "ORC1061 solution.yaml:3:63")]
    [TestCase("{variable: Tenant, dataType: int, default: ten}", "ORC1061 solution.yaml:3:56")]
    [TestCase("{variable: Tenant, dataType: varchar(3)}", "ORC1062 solution.yaml:3:24")]
    [TestCase("{variable: Tenant, dataType: xml, default: A}", "ORC1060 solution.yaml:3:42")]
    [TestCase("{variable: 9, dataType: int, default: 1}", "ORC1060 solution.yaml:3:24")]
    [TestCase("{variable: Tenant, dataType: varchar(9), default: \"${secret:PW}\"}", "ORC1034 solution.yaml:3:63")]
    [TestCase("{variable: Tenant, dataType: varchar(9), default: \"${run:now}\"}", "ORC1033 solution.yaml:3:63")]
    public void What_cannot_be_is_said_with_its_place(string variable, string expected)
    {
        Assert.That(Found(Load(variable, columns: "")), Does.Contain(expected));
    }

    [Test]
    public void A_required_variable_is_missed_by_a_run_only()
    {
        const string Required = "{variable: Tenant, dataType: varchar(3), required: true}";

        Assert.That(Found(Load(Required)), Is.Empty);
        Assert.That(Found(Load(Required, isRun: true)), Is.EqualTo(new[] { "ORC1062 solution.yaml:3:24" }));
        Assert.That(Found(Load(Required, isRun: true, given: [("Tenant", "A")])), Is.Empty);
    }

    [Test]
    public void A_value_that_is_given_to_nobody_or_does_not_fit_is_refused()
    {
        Assert.That(Found(Load(Tenant, given: [("Tenent", "A")])), Is.EqualTo(new[] { "ORC1063 --var" }));
        Assert.That(Found(Load(Tenant, given: [("Tenant", "ABCD")])), Is.EqualTo(new[] { "ORC1061 --var" }));
    }

    [Test]
    public void A_constant_is_of_its_columns_type()
    {
        var column = Load(Tenant, columns: "{column: For, dataType: nvarchar(9), value: \"<${var:Tenant}>\"}")
            .Solution!.Projects[0].Objects[0].Columns[0];

        Assert.That((column.Value, column.Constant!.Text), Is.EqualTo(("<${var:Tenant}>", "<A>")));
    }

    [TestCase("{column: For, dataType: int, value: \"${var:Tenant}\"}", "ORC1061")]
    [TestCase("{column: For, value: x}", "ORC1014")]
    [TestCase("{column: For, dataType: int, value: \"${var:Tennant}\"}", "ORC1063")]
    [TestCase("{column: \"${var:Tenant}\", dataType: int}", "ORC1033")]
    [TestCase("{column: For, dataType: int, sourceExpression: \"${var:Tenant}\"}", "ORC1033")]
    public void What_a_constant_cannot_be_is_one_diagnostic(string column, string code)
    {
        Assert.That(Load(Tenant, columns: column).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    [TestCase("${var:Tenant} = 'A'", true)]
    [TestCase("${var:Tenant} <> 'A'", false)]
    [TestCase("not ${var:Tenant} = 'B' and ${var:N} >= 7", true)]
    [TestCase("${var:N} < 7 or (${var:N} = 7 and ${var:Full})", true)]
    [TestCase("${var:N} > 7 or not ${var:Full}", false)]
    [TestCase("${var:Full} = false", false)]
    [TestCase("${var:Day} < '2026-10-01'", true)]
    [TestCase("1 = 1 or ${var:Full}", true)]
    [TestCase("Tenant = 'B' or N * 2 = 14", true)]
    [TestCase("day(Day) = 1 and month(Day) = 10", false)]
    [TestCase("Day = monthEnd(Day) and length(Tenant || 'x') = 2", true)]
    public void An_object_is_enabled_where_its_expression_holds(string expression, bool expected)
    {
        var one = Load(Many, enabled: expression).Solution!.Projects[0].Objects[0];

        Assert.That((one.Enabled, one.EnabledWhen), Is.EqualTo((expected, expression)));
    }

    [TestCase("${var:Tenant}", 32, "one of = <> < <= > >=")]
    [TestCase("${var:Tenant} = A", 35, "a value in quotes")]
    [TestCase("${var:Tenant} = 'ABCD'", 35, "it has 4, 3 are taken")]
    [TestCase("${var:Tenent} = 'A'", 19, "no variable is called 'Tenent'")]
    [TestCase("${var:N} = 7 and", 35, "got nothing more")]
    [TestCase("${var:N} = 7)", 31, "got: ')'")]
    [TestCase("1 / 0 = ${var:N}", 21, "zero")]
    [TestCase("year(${var:N}) = 2026", 19, "year takes (a date), got: (a number)")]
    public void What_is_no_expression_is_said_at_its_place(string expression, int column, string message)
    {
        var found = Load(Many, enabled: expression).Diagnostics.Single();

        Assert.That((found.Code, found.At.Column), Is.EqualTo(("ORC1064", column)), found.Message);
        Assert.That(found.Message, Does.Contain(message));
    }

    [Test]
    public void A_plan_says_what_is_written_so_that_it_is_the_same_every_night()
    {
        var file = Load(Tenant, file: "c_${var:Tenant}.csv").Solution!.Projects[0].Objects[0].Source!;

        Assert.That((file.File, file.FileAsWritten), Is.EqualTo(("c_A.csv", "c_${var:Tenant}.csv")));
    }

    private const string Many = "{variable: Tenant, dataType: varchar(3), default: A}, "
        + "{variable: N, dataType: int, default: 7}, {variable: Full, dataType: bit, default: true}, "
        + "{variable: Day, dataType: date, default: 2026-09-30}";

    private static IEnumerable<string> Found(LoadedSolution loaded) =>
        loaded.Diagnostics.Select(one => $"{one.Code} {one.At}");

    private static LoadedSolution Load(string variable, string columns = "", string enabled = "true",
        string file = "c.csv", string? environment = null, bool isRun = false,
        IEnumerable<(string Name, string Value)>? given = null)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            variables: [{{variable}}]
            connections:
              - {connection: In, platform: Files, folder: data}
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: In
                target: Staging
                objects:
                  - object: c
                    source: {file: "{{file}}"}
                    enabled: "{{enabled}}"
                    columns: [{{columns}}]
            """.Replace("enabled: \"true\"", "enabled: true", StringComparison.Ordinal));
        if (environment is not null)
        {
            folder.Write($"environments/{environment}.yaml",
                $"environment: {environment}\nvariables:\n  - {{variable: Tenant, value: B}}\n");
        }

        return SolutionLoader.Load(folder.Path, environment, new SolutionLoadOptions
        {
            Given = (given ?? []).ToDictionary(one => one.Name, one => one.Value),
            AsOf = new DateOnly(2026, 1, 31),
            IsRun = isRun,
        });
    }
}
