namespace Orchestrator.Cli.Tests.Grammar;

/// <summary>Calls that somebody makes by accident or in bad faith.</summary>
internal sealed class HostileCallTests
{
    [TestCase("")]
    [TestCase("[suggest:x]", "orchestrator r")]
    [TestCase("[suggest:-1]", "orchestrator r")]
    [TestCase("[suggest", "orchestrator r")]
    [TestCase("version", "--version")]
    [TestCase("validate", "-C", "nonsuch")]
    [TestCase("validate", "-C", "solution.yaml")]
    [TestCase("init", "solution.yaml")]
    [TestCase("demo", "solution.yaml")]
    [TestCase("diff", "--against", "")]
    [TestCase("status", "-C", "nonsuch")]
    [TestCase("history", "-C", "nonsuch")]
    [TestCase("logs", "-C", "solution.yaml")]
    public void A_call_that_cannot_be_carried_out_exits_2_without_a_crash(params string[] arguments)
    {
        using var solution = new SmallSolution();

        var called = solution.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Error);
        Assert.That(called.Error, Does.Not.Contain("mistake of its own").And.Not.Contain("   at "));
    }

    [TestCase("run", "--grace", "999999h")]
    [TestCase("run", "--grace", "25h")]
    [TestCase("connections", "drift", "--include", "")]
    [TestCase("connections", "refresh", "Staging", "--exclude", " ")]
    [TestCase("import", "database", "Staging", "--include", "")]
    public void A_value_that_could_not_be_what_was_meant_is_refused_before_anything_is_done(params string[] arguments)
    {
        using var solution = new SmallSolution();

        var called = solution.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Error);
        Assert.That(called.Error, Does.Contain($"expected {arguments[^2]} to be ").And.Contain($"'{arguments[^1]}'"));
        Assert.That(Directory.Exists(Path.Combine(solution.Folder, ".orchestrator")), Is.False);
    }

    [Test]
    public void A_refresh_of_tables_that_are_not_there_warns()
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");

        var called = solution.Call("connections", "refresh", "Staging", "--include", "nonsuch", "--warn-error");

        Assert.That((called.ExitCode, called.Error),
            Is.EqualTo((1, "warning: no table of the database was asked for\n")));
    }

    [TestCase("no table of the database was asked for", "--include", "nonsuch", "--include", "nor_this")]
    [TestCase("no table of the database was asked for", "--exclude", "*")]
    [TestCase("--include 'nonsuch' matches no table", "--include", "customer", "--include", "nonsuch")]
    public void A_drift_of_tables_that_are_not_there_warns(string said, params string[] options)
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");
        solution.Call("connections", "refresh", "Staging");

        var called = solution.Call(["connections", "drift", "all", "--warn-error", .. options]);

        Assert.That((called.ExitCode, called.Error), Is.EqualTo((1, $"warning: {said}\n")));
    }

    [TestCase("--include", "cust*")]
    [TestCase("--exclude", "nonsuch")]
    [TestCase]
    public void A_drift_of_tables_that_are_there_says_nothing_of_them(params string[] options)
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");
        solution.Call("connections", "refresh", "Staging");

        var called = solution.Call(["connections", "drift", "all", "--warn-error", .. options]);

        Assert.That((called.ExitCode, called.Error), Is.EqualTo((0, "")));
    }

    [TestCase("", "it is empty")]
    [TestCase("a_role_whose_name_is_longer_than_the_sixty_three_bytes_that_are_kept", "longer than 63 bytes")]
    public void A_role_whose_name_cannot_be_one_gets_no_rights(string role, string why)
    {
        using var solution = new SmallSolution();
        solution.Write(
            "connections/crm.yaml", "connection: Crm\nplatform: PostgreSql\nconnectionString: Host=x;Database=y\n");

        var called = solution.Call("connections", "grants", "Crm", "--role", role);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")), called.Error);
        Assert.That(called.Error, Does.Contain("expected --role to be a name, got: '").And.Contain(why));
    }

    [Test]
    public void A_run_is_refused_while_a_variable_says_that_nothing_shall_be_done()
    {
        using var solution = new SmallSolution();
        var variables = new Dictionary<string, string> { ["ORCHESTRATOR_DRY_RUN"] = "true" };

        var run = Called.With(solution.Folder, variables, false, "run");
        var list = Called.With(solution.Folder, variables, false, "connections", "list");

        Assert.That((run.ExitCode, list.ExitCode), Is.EqualTo((2, 0)), list.Error);
        Assert.That(run.Error, Does.Contain("ORCHESTRATOR_DRY_RUN is set, and a run has no dry run"));
    }

    [TestCase("--yes")]
    [TestCase("--dry-run")]
    public void An_option_that_a_verb_has_no_use_for_is_not_said_to_come(string option)
    {
        using var solution = new SmallSolution();

        var called = solution.Call("status", option);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.ErrorLines[0], Does.Contain($"unknown option '{option}'"));
    }

    [Test]
    public void An_argument_of_a_whole_file_is_not_echoed_whole()
    {
        using var solution = new SmallSolution();

        var called = solution.Call("show", new string('a', 100_000));

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Has.Length.LessThan(2000));
    }

    [Test]
    public void A_ledger_that_is_not_there_is_unreachable()
    {
        using var solution = new SmallSolution();

        Assert.That(solution.Call("status", "--ledger", "nonsuch.db").ExitCode, Is.EqualTo(4));
    }

    [TestCase("status")]
    [TestCase("restore")]
    public void A_wrong_name_does_not_read_as_if_nothing_were_relaxed(string action)
    {
        using var solution = new SmallSolution();

        var ledger = solution.Call("durability", action, "--ledger", "nonsuch.db");
        var folder = solution.Call("durability", action, "-C", "data");

        Assert.That((ledger.ExitCode, ledger.Out), Is.EqualTo((4, "")));
        Assert.That(ledger.Error, Does.Contain("there is no ledger").And.Contain("nonsuch.db"));
        Assert.That((folder.ExitCode, folder.Out), Is.EqualTo((2, "")));
        Assert.That(folder.Error, Does.Contain("neither a solution.yaml nor a ledger").And.Contain("-C"));
    }

    [Test]
    public void A_ledger_whose_connection_lacks_its_variable_is_unreachable()
    {
        using var solution = new SmallSolution();
        solution.Write("connections/Server.yaml",
            "connection: Server\nplatform: PostgreSql\nconnectionString: ${env:NO_SUCH_VARIABLE}\n");

        var called = solution.Call("waits", "--ledger", "Server");

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Error);
        Assert.That(called.Error, Does.Contain("'Server' has no connection string").And.Contain("validate"));
    }

    [Test]
    public void A_connection_that_nobody_relaxes_is_said_to_be_none_of_those()
    {
        using var solution = new SmallSolution();

        Assert.That(solution.Call("durability", "status", "Staging").Error,
            Is.EqualTo("'Staging' has no delayedDurability, and no run has relaxed it\n"));
    }

    [TestCase("status", "ALTER TABLE attempts RENAME TO lost")]
    [TestCase("history", "ALTER TABLE attempts RENAME TO lost")]
    [TestCase("plan", "ALTER TABLE attempts RENAME TO lost")]
    [TestCase("run", "ALTER TABLE attempts RENAME TO lost")]
    [TestCase("status", "UPDATE runs SET verdict='Splendid'")]
    [TestCase("logs", "UPDATE runs SET id='x'")]
    [TestCase("report", "UPDATE plans SET json='{'")]
    public void A_damaged_ledger_is_said_to_be_damaged(string verb, string damage)
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");
        LedgerTables.Execute(solution.Folder, damage);

        var called = solution.Call(verb);

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Error);
        Assert.That(called.Error, Does.Contain("ORC4102: The ledger '").And.Contain("' cannot be read: "));
    }

    [TestCase("ls")]
    [TestCase("plan")]
    public void A_look_at_nothing_warns(string verb)
    {
        using var solution = new SmallSolution();

        Assert.That(solution.Call(verb, "-s", "x*").Error, Is.EqualTo("warning: nothing is selected\n"));
    }

    [Test]
    public void A_hint_names_the_folder_that_it_is_about()
    {
        using var solution = new SmallSolution();

        var called = Called.With(Path.GetDirectoryName(solution.Folder)!, "show", "nonsuch", "-C", "shop");

        Assert.That(called.ErrorLines[1], Does.StartWith("`orchestrator ls -C shop`"));
    }

    [Test]
    public void Runs_of_two_ledgers_keep_artifacts_of_their_own()
    {
        using var solution = new SmallSolution();
        solution.Call("run", "-q");
        var manifest = Path.Combine(solution.Folder, ".orchestrator", "runs", "1", "manifest.json");
        var before = File.ReadAllText(manifest);

        var called = solution.Call("run", "-q", "--ledger", "other.db");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(File.ReadAllText(manifest), Is.EqualTo(before));
        Assert.That(solution.Call("logs", "--ledger", "other.db").Out, Does.Contain("run 1 "));
    }

    [TestCase("github", "file=shop/projects/")]
    [TestCase("sarif", "\"shop/projects/")]
    public void A_service_finds_the_file_below_the_repository(string format, string place)
    {
        using var solution = new SmallSolution();
        solution.Write("projects/Staging/objects/broken.yaml", "objec: x\n");

        var called = Called.With(Path.GetDirectoryName(solution.Folder)!, "validate", "-C", "shop", "-o", format);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out, Does.Contain(place));
    }
}
