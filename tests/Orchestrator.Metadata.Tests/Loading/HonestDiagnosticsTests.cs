using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>One mistake is one diagnostic: nothing beside it is said that is not so.</summary>
internal sealed class HonestDiagnosticsTests
{
    private const string Solution = """
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - {project: Staging, source: Files, target: Staging}

        """;

    private const string Customer = """
        object: customer
        source: {file: customer.csv}
        columns:
          - {column: Id, dataType: int, key: 1}

        """;

    [TestCase("folder: data", "folder: \"${secret:X}\"", "ORC1034")]
    [TestCase("folder: data", "folder: \"${env:NOT_SET_ANYWHERE}\"", "ORC1033")]
    [TestCase("folder: data", "folder: \"${env:NOT_CLOSED\"", "ORC1033")]
    [TestCase("folder: data", "folder: \"${env:A:-${env:B:-c}}\"", "ORC1033")]
    [TestCase("source: Files", "source: Fils", "ORC1021")]
    [TestCase("solution: Shop\n", "", "ORC1014")]
    [TestCase("batches:", "settings: {objectNamePattern: all}\nbatches:", "ORC1012")]
    [TestCase("batches:", "settings: {objectNamePattern: \"@@this_@@that\"}\nbatches:", "ORC1012")]
    public void One_mistake_in_the_solution_is_one_diagnostic(string good, string bad, string code)
    {
        var loaded = Load(Solution.Replace(good, bad, StringComparison.Ordinal), Customer);

        Assert.That(loaded.Diagnostics.Select(each => each.Code), Is.EqualTo(new[] { code }),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [TestCase("{file: customer.csv}", "{procedure: dbo.X}", "ORC1038")]
    [TestCase("{file: customer.csv}", "customer.csv", "ORC1012")]
    public void One_mistake_in_an_object_is_one_diagnostic(string good, string bad, string code)
    {
        var loaded = Load(Solution, Customer.Replace(good, bad, StringComparison.Ordinal));

        Assert.That(loaded.Diagnostics.Select(each => each.Code), Is.EqualTo(new[] { code }),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [Test]
    public void Half_a_surrogate_pair_in_quotes_is_not_called_unclosed()
    {
        var loaded = Load(Solution, "object: \"\\ud800\"\n");

        Assert.That(loaded.Diagnostics.First(each => each.Code == "ORC1003").Message, Does.Not.Contain("closed"));
    }

    [Test]
    public void A_data_type_that_a_comma_cuts_is_told_to_stand_in_quotes()
    {
        var loaded = Load(Solution, Customer.Replace("int", "decimal(9,2)", StringComparison.Ordinal));

        var found = loaded.Diagnostics.Single();
        Assert.That((found.Code, $"{found.At}", found.Suggestion),
            Is.EqualTo(("ORC1057", "projects/Staging/objects/customer.yaml:4:28", "\"decimal(9,2)\"")));
        Assert.That(found.Hint, Does.Contain("in quotes"));
    }

    [TestCase("columns: [{column: A, targetExpression: coalesce(A, lower(B, C)) + 1, nullable: true}]",
        "\"coalesce(A, lower(B, C)) + 1\"")]
    [TestCase("columns: [{column: A, dataType: int}]\ntags: [one(a, b), two]", "\"one(a, b)\"")]
    [TestCase("columns: [{column: A, dataType: int, targetExpression: concat(A, 'b')}]", "\"concat(A, 'b')\"")]
    [TestCase("columns: [{column: A, dataType: decimal(9,2)}, {column: B, dataType: int}]", "\"decimal(9,2)\"")]
    public void A_value_that_a_comma_cuts_is_one_diagnostic_with_the_whole_of_it(string columns, string better)
    {
        var loaded = Load(Solution, $"object: customer\nsource: {{file: customer.csv}}\n{columns}\n");

        Assert.That(loaded.Diagnostics.Select(each => (each.Code, each.Suggestion)),
            Is.EqualTo(new[] { ("ORC1057", better) }), DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [TestCase("load: {pattern: Merge, latestBy: Day, Hour}", "latestBy")]
    [TestCase("check: {unique: Day, Hour}", "unique")]
    public void A_list_without_brackets_that_a_comma_cuts_is_told_to_stand_in_them(string line, string key)
    {
        var loaded = Load(Solution, Customer + line + "\n");

        Assert.That(loaded.Diagnostics.First(each => each.Code == "ORC1010").Hint,
            Does.StartWith($"within {{ }} the comma ends the value of '{key}'"));
    }

    [Test]
    public void A_value_that_a_comma_cuts_is_not_repeated_where_it_may_hold_a_secret()
    {
        var loaded = Load(
            Solution.Replace("platform: Sqlite}", "platform: Sqlite, connectionString: Password=a(hunter2,b)}",
                StringComparison.Ordinal), Customer);

        Assert.That(loaded.Diagnostics.Select(each => each.Code), Does.Contain("ORC1057"));
        Assert.That(loaded.Diagnostics.Select(DiagnosticText.Format), Has.None.Contains("hunter2"));
    }

    [Test]
    public void Two_types_that_a_comma_cuts_in_one_line_are_two_diagnostics()
    {
        var loaded = Load(Solution, "object: customer\nsource: {file: customer.csv}\ncolumns: "
            + "[{column: A, dataType: decimal(9,2)}, {column: B, dataType: decimal(9,2)}]\n");

        Assert.That(loaded.Diagnostics.Select(each => each.Code), Is.EqualTo(new[] { "ORC1057", "ORC1057" }));
    }

    [TestCase("tags: [one(a), two]")]
    [TestCase("tags: [one(a) # (b, c)\n  , two]")]
    [TestCase("tags: [one(a), two # b(c, d)\n  ]")]
    public void A_value_whose_brackets_are_closed_before_the_comma_is_taken_as_it_is(string tags)
    {
        var loaded = Load(Solution, Customer + tags + "\n");

        Assert.That(loaded.Diagnostics, Is.Empty, DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [Test]
    public void A_bracket_that_is_never_closed_is_not_called_cut_by_a_comma()
    {
        var loaded = Load(Solution, Customer.Replace("int", "decimal(9", StringComparison.Ordinal));

        Assert.That(loaded.Diagnostics.Select(each => each.Code), Is.EqualTo(new[] { "ORC1016" }));
    }

    [Test]
    public void A_file_that_its_folder_does_not_hold_is_a_warning_with_the_nearest_one()
    {
        var loaded = Load(Solution, Customer.Replace("customer.csv", "custmer.csv", StringComparison.Ordinal));

        var found = loaded.Diagnostics.Single();
        Assert.That((found.Code, found.Severity, found.Suggestion),
            Is.EqualTo(("ORC1031", Severity.Warning, "customer.csv")));
    }

    [TestCase("Staging", "", "correct `folder` to 'data' if that is meant")]
    [TestCase("Staging, objects: \"*\"", "Error", "correct `folder` of the connection: 'data' stands beside 'dta'")]
    public void A_folder_that_is_missing_is_told_where_one_of_nearly_its_name_stands_beside_it(
        string target, string refused, string hint)
    {
        var loaded = Load(
            Solution.Replace("folder: data", "folder: dta", StringComparison.Ordinal)
                .Replace("target: Staging", $"target: {target}", StringComparison.Ordinal), Customer);

        var found = loaded.Diagnostics.Single();
        Assert.That((found.Code, found.Severity),
            Is.EqualTo(("ORC1031", refused.Length > 0 ? Severity.Error : Severity.Warning)));
        Assert.That(found.Hint, Does.StartWith(hint));
    }

    [Test]
    public void A_folder_that_is_missing_and_like_no_other_may_come_at_night()
    {
        var loaded = Load(Solution.Replace("folder: data", "folder: inbox", StringComparison.Ordinal), Customer);

        Assert.That(loaded.Diagnostics, Is.Empty);
    }

    [Test]
    public void A_folder_that_a_project_writes_is_not_called_missing()
    {
        var loaded = Load(
            Solution.Replace("folder: data", "folder: dta", StringComparison.Ordinal)
                + "  - {project: Out, source: Staging, target: Files, inherit: Staging}\n", Customer);

        Assert.That(loaded.Diagnostics.Where(each => each.Code == "ORC1031"), Is.Empty);
    }

    [Test]
    public void A_folder_that_an_object_writes_is_not_called_missing()
    {
        var loaded = Load(
            Solution.Replace("folder: data", "folder: dta", StringComparison.Ordinal), Customer,
            folder => folder.Write("projects/Staging/objects/out.yaml",
                "object: out\nsource: {file: in.csv}\ntarget: {connection: Files, file: out.csv}\n"));

        Assert.That(loaded.Diagnostics.Where(each => each.Code == "ORC1031"), Is.Empty);
    }

    [Test]
    public void A_folder_that_an_object_names_is_looked_for_as_that_of_its_project()
    {
        var loaded = Load(
            Solution.Replace("  - {connection: Staging",
                "  - {connection: Feed, platform: Files, folder: dta}\n  - {connection: Staging",
                StringComparison.Ordinal),
            Customer.Replace("{file:", "{connection: Feed, file:", StringComparison.Ordinal));

        var found = loaded.Diagnostics.Single();
        Assert.That((found.Code, found.Severity), Is.EqualTo(("ORC1031", Severity.Warning)));
        Assert.That(found.Hint, Does.StartWith("correct `folder` to 'data' if that is meant"));
    }

    [TestCase("", "a run fails unless it is there by then")]
    [TestCase(", files: {onNone: skip}", "a run leaves the target as it is unless it is there by then")]
    public void What_a_run_does_without_the_file_is_what_its_connection_says(string files, string hint)
    {
        var loaded = Load(
            Solution.Replace("folder: data", "folder: data" + files, StringComparison.Ordinal),
            Customer.Replace("customer.csv", "custmer.csv", StringComparison.Ordinal));

        Assert.That(loaded.Diagnostics.Single().Hint, Is.EqualTo(hint));
    }

    [TestCase("projects/Staging/object/b.yaml")]
    [TestCase("projects/Staging/b.yaml")]
    [TestCase("projects/b.yaml")]
    [TestCase("connection/b.yaml")]
    public void Yaml_one_folder_beside_is_a_warning(string path)
    {
        var loaded = Load(Solution, Customer, folder => folder.Write(path, "object: b\n"));

        Assert.That(loaded.Diagnostics.Select(each => (each.Code, each.Severity, each.At.File)),
            Is.EqualTo(new[] { ("ORC1047", Severity.Warning, path) }));
    }

    [TestCase("")]
    [TestCase("# nothing yet\n")]
    [TestCase("---\n---\n")]
    public void A_file_that_declares_nothing_is_a_warning(string text)
    {
        var loaded = Load(Solution, Customer, folder => folder.Write("connections/Later.yaml", text));

        Assert.That(loaded.Diagnostics.Select(each => (each.Code, each.Severity, each.At.File)),
            Is.EqualTo(new[] { ("ORC1051", Severity.Warning, "connections/Later.yaml") }));
    }

    [Test]
    public void More_retries_than_are_taken_are_refused_with_the_number_that_is()
    {
        var loaded = Load(Solution, Customer + "retry: {count: 101}\n");

        Assert.That(loaded.Diagnostics.Single().Message,
            Is.EqualTo("expected 'count' to be a whole number from 0 to 100, got: '101'"));
    }

    [TestCase("environment: prd\n", "ORC1042")]
    [TestCase("environment: prod\nconnections: [{connection: Stagin, file: x.db}]\n", "ORC1021")]
    public void An_environment_that_would_lay_nothing_over_is_refused_also_while_it_is_not_in_use(
        string text, string code)
    {
        var loaded = Load(Solution, Customer, folder => folder.Write("environments/prod.yaml", text));

        Assert.That(loaded.Diagnostics.Select(each => (each.Code, each.Severity)),
            Is.EqualTo(new[] { (code, Severity.Error) }));
    }

    [TestCase("environment: prod\nconnections: [", null)]
    [TestCase("environment: prod\nconnections: [", "test")]
    [TestCase("environment: prd\n", "test")]
    [TestCase("enviroment: prod\n", "test")]
    [TestCase("environment: prod\nconnections: [{connection: Stagin, file: x.db}]\n", "test")]
    public void A_broken_environment_warns_whoever_runs_in_another_and_refuses_who_runs_in_it(
        string text, string? other)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution);
        folder.Write("data/customer.csv", "Id\n1\n");
        folder.Write("projects/Staging/objects/customer.yaml", Customer);
        folder.Write("environments/prod.yaml", text);
        folder.Write("environments/test.yaml", "environment: test\n");

        var run = SolutionLoader.Load(folder.Path, other, new SolutionLoadOptions { IsRun = true });

        Assert.That(run.Solution, Is.Not.Null, DiagnosticText.FormatAll(run.Diagnostics));
        Assert.That(run.Diagnostics.Select(each => (each.Severity, each.At.File)).Distinct(),
            Is.EqualTo(new[] { (Severity.Warning, "environments/prod.yaml") }));
        Assert.That(SolutionLoader.Load(folder.Path, "prod").Solution, Is.Null);
        Assert.That(SolutionLoader.Load(folder.Path).Solution, Is.Null);
    }

    [Test]
    public void A_connection_beside_an_environment_that_is_not_in_use_is_held_to_what_connections_are()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution);
        folder.Write("projects/Staging/objects/customer.yaml", Customer);
        folder.Write("environments/prod.yaml",
            "environment: prod\n---\nconnection: More\nplatform: Sqlite\nmaxConcurrency: many\n");
        folder.Write("environments/test.yaml", "environment: test\n");

        Assert.That(SolutionLoader.Load(folder.Path, "test").Solution, Is.Null);
    }

    [TestCase("connections/all.yaml", "connection: Late\nplatform: Sqlite\nfile: [\n",
        "- {project: More, source: Late, target: Staging}")]
    [TestCase("projects/Staging/objects/late.yaml", "object: later\nsource: {file: [\n", "")]
    [TestCase("projects/Staging/objects/late.yaml", "- object: later\n", "")]
    public void What_a_broken_file_may_declare_is_not_called_unknown_and_not_called_empty(
        string path, string text, string project)
    {
        var loaded = Load(
            Solution.Replace("target: Staging}",
                "target: Staging, containers: [{container: Core, default: true}, {container: Late, members: [later]}]}",
                StringComparison.Ordinal) + $"  {project}\n",
            Customer, folder => folder.Write(path, text));

        Assert.That(loaded.Diagnostics.Select(each => each.At.File).Distinct(), Is.EqualTo(new[] { path }),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [Test]
    public void A_file_without_a_solution_is_not_called_missing()
    {
        var loaded = Load("# nothing yet\n", null);

        Assert.That(loaded.Diagnostics.Single().Message, Is.EqualTo("this file declares no solution"));
    }

    private static LoadedSolution Load(string solution, string? customer, Action<TemporaryFolder>? more = null)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", solution);
        folder.Write("data/customer.csv", "Id\n1\n");
        if (customer is not null)
        {
            folder.Write("projects/Staging/objects/customer.yaml", customer);
        }

        more?.Invoke(folder);
        return SolutionLoader.Load(folder.Path);
    }
}
