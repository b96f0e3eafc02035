using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Conditions that a run asks: of nodes, of ways to them and of any of several, and the same by a retry.
/// </summary>
internal sealed class RunConditionsTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        Change("solution.yaml", "connections:", """
            variables:
              - {variable: Rows, dataType: int, scope: run}
              - {variable: Pin, dataType: nvarchar(20), scope: run, sensitive: true}
              - {variable: Tenant, dataType: nvarchar(20), default: A}
            connections:
            """);
        Sql("make", "create table night (what text)", "");
        Sql("count", "select 3 as N", "sets: {Rows: N}", "make");
        Note("asks", "when: Rows > 0");
        Note("behind", "", "asks");
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void What_is_true_runs()
    {
        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "asks", "behind" }));
    }

    [TestCase("select 0 as N", "\"Rows > 0\" is not true (Rows = 0)")]
    [TestCase("select null as N", "\"Rows > 0\" is not true (Rows = NULL)")]
    public void What_is_not_true_is_not_needed_and_releases_what_is_behind(string sql, string why)
    {
        Sql("count", sql, "sets: {Rows: N}", "make");

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "behind" }));
        Assert.That(StateOf("asks"), Is.EqualTo("NotNeeded"));
        Assert.That(Reasons(), Is.EqualTo(new[] { why }));
    }

    [Test]
    public void What_has_no_value_fails_the_node_and_a_retry_asks_again()
    {
        Note("asks", "when: 10 / Rows > 1");
        Sql("count", "select 0 as N", "sets: {Rows: N}", "make");

        var run = Night();
        Note("asks", "when: \"if(Rows = 0, false, 10 / Rows > 1)\"");
        var retry = _solution.Call("retry");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3526")
            .And.Match("the condition \"10 / Rows > 1\" \\([A-Za-z/]+\\.yaml:[0-9]+:[0-9]+\\) has no value"));
        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "behind" }));
    }

    [Test]
    public void A_way_whose_condition_is_not_true_is_not_taken_nor_what_is_behind_it()
    {
        Note("asks", "dependsOn: [{object: count, outcome: Completion, when: \"Rows > 5 and Tenant = 'A'\"}]", null);

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.Empty);
        Assert.That((StateOf("asks"), StateOf("behind")), Is.EqualTo(("NotNeeded", "NotNeeded")));
    }

    [TestCase("state:count} = 'Succeeded'", true)]
    [TestCase("state:count} = 'Failed'", false)]
    [TestCase("error:count.code} is null", true)]
    [TestCase("rows:count.read} > 5", false)]
    [TestCase("run:environment} = 'default'", true)]
    [TestCase("run:asOf} is not null", true)]
    [TestCase("var:Tenant} = 'A'", true)]
    public void Facts_and_variables_of_the_plan_are_known(string read, bool isTrue)
    {
        Note("asks", $"when: \"${{{read}\"");

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(isTrue ? new[] { "asks", "behind" } : ["behind"]));
    }

    [Test]
    public void A_failure_is_a_fact_that_can_be_asked_for()
    {
        Sql("count", "insert into nowhere values (1)", "", "make");
        Note("asks", "dependsOn: [{object: count, outcome: Completion, when: \"${error:count.code} is not null\"}]",
            null);

        var run = Night();

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "asks", "behind" }));
    }

    [Test]
    public void One_of_several_is_enough()
    {
        Sql("broken", "insert into nowhere values (1)", "", "make");
        Note("asks", "dependsOn: [{any: [broken, {object: count, when: Rows = 3}]}]", null);

        var run = Night("broken");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "asks", "behind" }));
    }

    [Test]
    public void None_of_several_is_not_enough()
    {
        Note("asks", "dependsOn: [{any: [{object: make, outcome: Failure}, {object: count, when: Rows = 4}]}]", null);

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That((StateOf("asks"), StateOf("behind")), Is.EqualTo(("NotNeeded", "NotNeeded")));
    }

    [TestCase("", "Success")]
    [TestCase("broken", "Failure")]
    public void A_container_is_waited_for_as_an_object_is(string broken, string outcome)
    {
        Note("told", $"dependsOn: [{{container: Core, outcome: {outcome}}}]", null);
        var other = broken.Length > 0 ? "Success" : "Failure";
        Note("never", $"dependsOn: [{{container: Core, outcome: {other}}}]", null);
        Contain("{container: Other, members: [told, never]}");
        Sql("broken", "insert into nowhere values (1)", "", "make");

        var run = Night([.. broken.Length > 0 ? new[] { broken } : [], "told", "never"]);

        Assert.That(run.ExitCode, Is.EqualTo(broken.Length > 0 ? 1 : 0), run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(new[] { "asks", "behind", "told" }));
    }

    [TestCase("Rows = 3", new[] { "asks", "behind", "inside" })]
    [TestCase("Rows = 4", new[] { "asks", "behind" })]
    [TestCase("${state:asks} = 'Succeeded' and Tenant <> 'A'", new[] { "asks", "behind" })]
    public void A_container_is_asked_before_anything_in_it(string when, string[] noted)
    {
        Contain($"{{container: Other, members: [inside], when: \"{when}\"}}");
        Note("inside", "", null);

        var run = Night("inside");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.EquivalentTo(noted));
    }

    [TestCase("Rows = 3", new[] { "asks", "behind", "hooked" })]
    [TestCase("Rows = 4", new[] { "asks", "behind" })]
    public void A_hook_has_a_condition_of_its_own(string condition, string[] noted)
    {
        Append("projects/Staging/project.yaml",
            $"hooks:\n  - {{hook: told, when: after, condition: \"{condition}\", "
            + "sql: insert into night values ('hooked')}\n");

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Noted(), Is.EqualTo(noted));
    }

    [Test]
    public void A_project_that_is_not_needed_is_left_out()
    {
        Append("projects/Staging/project.yaml", "when: \"Tenant = 'B'\"\n");

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(StateOf("make"), Is.EqualTo("NotNeeded"));
    }

    [Test]
    public void A_retry_decides_alike_and_asks_again_where_the_condition_is_another_one()
    {
        Sql("broken", "insert into nowhere values (1)", "", "make");
        Note("asks", "when: Rows > 5");
        Night("broken");
        var alike = _solution.Call("retry");
        Assert.That(Noted(), Is.EqualTo(new[] { "behind" }));
        Sql("broken", "select 1", "", "make");
        Note("asks", "when: Rows > 2");

        var retry = _solution.Call("retry");

        Assert.That(alike.ExitCode, Is.EqualTo(1), alike.Out + alike.Error);
        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Noted(), Does.Contain("asks"));
    }

    [TestCase("when: \"${state:Core} <> 'Failed'\"")]
    [TestCase("dependsOn: [{container: Core, outcome: Completion, when: \"${state:Core} <> 'Failed'\"}]")]
    [TestCase("dependsOn: [{object: broken, outcome: Completion, when: \"${state:broken} <> 'Failed'\"}]")]
    public void Who_asks_how_something_has_ended_is_asked_again_where_that_runs_again(string asks)
    {
        Contain("{container: Other, members: [told]}");
        Note("told", asks, null);
        Sql("broken", "insert into nowhere values (1)", "", "make");
        Night("broken", "told");
        Assert.That(Noted(), Does.Not.Contain("told"));
        Sql("broken", "select 1", "", "make");

        var retry = _solution.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Noted(), Does.Contain("told"));
    }

    [Test]
    public void No_text_shows_a_sensitive_value()
    {
        Sql("pin", "select 'hu' || 'sh' as P", "sets: {Pin: P}", "make");
        Note("asks", "when: \"Pin = 'other'\"");

        var run = Night("pin");

        Assert.That(run.Out + run.Error, Does.Not.Contain("hush"));
        Assert.That(Reasons(), Is.EqualTo(new[] { "\"Pin = 'other'\" is not true (Pin is hidden)" }));
    }

    [Test]
    public void Plan_and_graph_and_show_and_selection_know_them()
    {
        Note("told", "when: \"${state:asks} = 'Failed'\"\ndependsOn: [{any: [make, {object: count, when: Rows = 3}]}]",
            null);

        Assert.That(_solution.Call("plan").Out, Does.Contain("when Rows > 0")
            .And.Contain("after any of Staging/make, Staging/count (when Rows = 3)"));
        Assert.That(_solution.Call("plan", "-o", "json").Out, Does.Contain("\"when\": \"Rows \\u003E 0\""));
        Assert.That(_solution.Call("plan", "-o", "mermaid").Out, Does.Contain("any Success"));
        Assert.That(_solution.Call("show", "told").Out,
            Does.Contain("dependsOn.any.1.Staging/count").And.Contain("${state:asks} = 'Failed'"));
        Assert.That(_solution.Call("ls", "-s", "asks+").Out, Does.Contain("told"));
    }

    private Called Night(params string[] more)
    {
        string[] names = ["make", "count", "asks", "behind", .. more];
        return _solution.Call(["run", .. names.SelectMany(name => new[] { "-s", name })]);
    }

    private void Note(string name, string more, string? dependsOn = "count") => _solution.Write(
        $"projects/Staging/objects/{name}.yaml",
        $"object: {name}\nkind: sql\nsql: insert into night values ('{name}')\n"
        + (dependsOn is null ? "" : $"dependsOn: [{dependsOn}]\n") + $"{more}\n");

    private void Sql(string name, string sql, string more, string? dependsOn = null) => _solution.Write(
        $"projects/Staging/objects/{name}.yaml",
        $"object: {name}\nkind: sql\nsql: {sql}\ndependsOn: [{dependsOn}]\n{more}\n");

    private void Contain(string container) => Change("projects/Staging/project.yaml",
        "  - {container: Checks", $"  - {container}\n  - {{container: Checks");

    private void Append(string file, string text) =>
        _solution.Write(file, File.ReadAllText(Path.Combine(_solution.Folder, file)) + text);

    private void Change(string file, string old, string text)
    {
        var path = Path.Combine(_solution.Folder, file);
        File.WriteAllText(path, File.ReadAllText(path).Replace(old, text, StringComparison.Ordinal));
    }

    private List<string> Reasons() =>
        LedgerTables.Rows(_solution.Folder, "select why from transitions where why like '%is not true%'");

    private string StateOf(string name) => LedgerTables.Rows(_solution.Folder,
        $"select state from nodes where name = 'Staging/{name}' order by run desc limit 1")[0];

    private List<string> Noted()
    {
        var file = Path.Combine(_solution.Folder, ".orchestrator", "data", "Staging.db");
        using var database = new SqliteConnection($"Data Source={file};Mode=ReadOnly;Pooling=False");
        database.Open();
        return LedgerTables.Rows(database, "select what from night order by rowid");
    }
}
