using System.Text.Json;

namespace Orchestrator.Cli.Tests.Solutions;

internal sealed class VerbTests
{
    [TestCase("validate")]
    [TestCase("validate", "-o", "json")]
    [TestCase("plan")]
    [TestCase("plan", "-o", "json")]
    [TestCase("plan", "-o", "mermaid")]
    [TestCase("plan", "-o", "dot")]
    [TestCase("plan", "-s", "customer")]
    [TestCase("ls")]
    [TestCase("ls", "-v")]
    [TestCase("ls", "-o", "json")]
    [TestCase("show", "invoice")]
    [TestCase("show", "Staging")]
    [TestCase("show", "invoice", "--sql")]
    [Category("Approved")]
    public void What_a_look_at_metadata_prints_is_as_approved(params string[] arguments)
    {
        using var solution = new SmallSolution();

        var called = solution.Call(arguments);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Error, Is.Empty);
        Assert.That(Directory.Exists(Path.Combine(solution.Folder, ".orchestrator")), Is.False);
        var name = string.Join('-', arguments).Replace("--", "-", StringComparison.Ordinal);
        Approved.Check(name, called.Out, solution.Folder);
    }

    [Test]
    public void Show_points_at_the_line_of_each_value_however_many_there_are()
    {
        using var solution = new SmallSolution();
        solution.Write("projects/Staging/objects/customer.yaml",
            "object: customer\nsource:\n  file: customer.csv\ntags: [a]\ncolumns:\n"
            + string.Concat(Enumerable.Range(1, 40).Select(n =>
                $"  - column: C{n}\n    dataType: nvarchar({n})\n    nullable: false\n")));

        var called = solution.Call("show", "customer");

        const string file = "projects/Staging/objects/customer.yaml";
        Assert.That(called.Out, Does.Match($@"\n  source\.file +customer\.csv +{file}:3:9\n")
            .And.Match($@"\n  tags +\[""a""\] +{file}:4:7\n")
            .And.Match($@"\n  columns\.C40\.dataType +nvarchar\(40\) +{file}:124:15\n")
            .And.Match($@"\n  columns\.C40\.nullable +false +{file}:125:15(\n|$)")
            .And.Match(@"\n  enabled +true +default\n"), called.Error);
    }

    [Test]
    public void Validate_looks_at_each_environment_as_a_run_would_find_it()
    {
        using var solution = new SmallSolution();
        solution.Write("environments/prod.yaml", """
            environment: prod
            connections:
              - {connection: Files, platform: Sqlite, connectionString: "Data Source=x.db"}
            """);

        var called = solution.Call("validate");
        var chosen = solution.Call("validate", "--environment", "prod");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out, Does.Contain("(in the environment 'prod')"));
        Assert.That(chosen.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out.Split('\n'), Has.Length.EqualTo(chosen.Out.Split('\n').Length));
    }

    [Test]
    public void Init_never_overwrites_and_says_what_is_there()
    {
        using var solution = new SmallSolution();
        solution.Write("data/customer.csv", "mine");

        var again = solution.Call("init");

        Assert.That(again.ExitCode, Is.EqualTo(2));
        Assert.That(again.Error, Does.Contain("data/customer.csv"));
        Assert.That(File.ReadAllText(Path.Combine(solution.Folder, "data", "customer.csv")), Is.EqualTo("mine"));
        Assert.That(File.ReadAllText(Path.Combine(solution.Folder, ".gitignore")), Does.Contain(".orchestrator/"));
    }

    [Test]
    [Category("Approved")]
    public void A_run_and_what_is_seen_of_it_afterwards_are_as_approved()
    {
        using var solution = new SmallSolution();

        var run = solution.Call("run", "--max-concurrency", "1");
        var seen = new[] { "status", "status 1", "status 1 --why", "history", "history customer", "diff --against 1" }
            .Select(line => $"> {line}\n{solution.Call(line.Split(' ')).Out}");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(run.Out.TrimEnd('\n').Split('\n'), Has.Length.LessThanOrEqualTo(12));
        Approved.Check("run-progress", run.Error, solution.Folder);
        Approved.Check("run-seen", string.Concat(seen), solution.Folder);
    }

    [Test]
    public void A_failed_run_exits_1_and_its_next_command_works_as_printed()
    {
        using var solution = new SmallSolution();
        solution.Write("data/invoice.csv", "InvoiceId,CustomerId,Amount\n100,1,123456789.12\n");

        var run = solution.Call("run");
        var next = run.Out.Split('\n').Single(line => line.StartsWith("next: orchestrator ", StringComparison.Ordinal));
        solution.Write("data/invoice.csv", "InvoiceId,CustomerId,Amount\n100,1,12.12\n");
        var again = solution.Call(next["next: orchestrator ".Length..].Split(' '));

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(next, Does.EndWith(" retry 1"));
        Assert.That(run.Error, Does.Contain("failed Staging/invoice"));
        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("1 ok, 0 failed").Or.Contain("2 ok, 0 failed"));
    }

    [Test]
    public void A_run_for_machines_is_one_start_many_steps_and_one_end()
    {
        using var solution = new SmallSolution();

        var called = solution.Call("run", "-o", "json");

        var events = called.Out.TrimEnd('\n').Split('\n').Select(line => JsonDocument.Parse(line).RootElement
            .GetProperty("event").GetString()).ToArray();
        Assert.That(events[0], Is.EqualTo("start"));
        Assert.That(events[^1], Is.EqualTo("end"));
        Assert.That(events[1..^1], Has.All.EqualTo("progress"));
        Assert.That(called.Error, Is.Empty);
    }

    [Test]
    public void Nothing_selected_is_a_warning_and_exits_0()
    {
        using var solution = new SmallSolution();

        var called = solution.Call("run", "-s", "x*");

        Assert.That(called.ExitCode, Is.Zero);
        Assert.That(called.Error, Is.EqualTo("warning: nothing is selected\n"));
        Assert.That(solution.Call("run", "-s", "x*", "--warn-error").ExitCode, Is.EqualTo(1));
    }

    [Test]
    public void Status_works_from_the_ledger_alone_when_the_metadata_is_broken()
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");
        solution.Write("solution.yaml", "formatVersion: [");

        Assert.That(solution.Call("status").Out, Does.Contain("succeeded"));
        Assert.That(solution.Call("history", "customer").Out, Does.Contain("3 read = 3 inserted"));
        Assert.That(solution.Call("logs").Out, Does.Contain("Staging/customer"));
        Assert.That(solution.Call("validate").ExitCode, Is.EqualTo(2));
    }

    [TestCase("text")]
    [TestCase("json")]
    [TestCase("github")]
    [TestCase("sarif")]
    [Category("Approved")]
    public void Mistakes_in_the_metadata_are_rendered_as_approved(string format)
    {
        using var solution = new SmallSolution();
        solution.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            conections: []
            connections:
              - {connection: Files, platform: Fils, folder: data}
              - {connection: Staging, platform: Sqlite, stage: STG, maxConcurrency: ten}
            batches:
              - {batch: Nightly, projects: [Staging]}
            """.ReplaceLineEndings("\n"));

        var called = solution.Call("validate", "-o", format);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Approved.Check($"mistakes-{format}", called.Out, solution.Folder);
    }

    [Test]
    public void Run_without_a_batch_lists_them_where_none_is_the_default()
    {
        using var solution = new SmallSolution();
        solution.Write("batches/A.yaml", "batch: A\nprojects: [Staging]\n");
        var text = File.ReadAllText(Path.Combine(solution.Folder, "solution.yaml"));
        solution.Write("solution.yaml", text.Replace("default: true, ", "", StringComparison.Ordinal));

        var called = solution.Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("Nightly").And.Contain("A"));
    }
}
