namespace Orchestrator.Cli.Tests.Grammar;

internal sealed class UsageErrorTests
{
    [TestCase("run", "--fail-fats")]
    [TestCase("run", "-Z")]
    [TestCase("vaildate")]
    [TestCase("explain")]
    [TestCase("explain", "ORC9999")]
    [TestCase("explain", "a", "b")]
    [TestCase("help", "nonsuch")]
    [TestCase("completion", "tcsh")]
    [TestCase("completion", "@file")]
    [TestCase("version", "-o", "yaml")]
    [TestCase("version", "-o", "json", "-o", "text")]
    [TestCase("-C")]
    [TestCase("run", "--solution", "--no-colr")]
    [TestCase("run", "--max-concurrency", "0")]
    [TestCase("run", "--max-concurrency", "many")]
    [TestCase("run", "--grace", "soon")]
    [TestCase("[diagram]", "version")]
    [TestCase("status", "\u001b[31mred")]
    [TestCase("status", "nonsuch")]
    [TestCase("show", "nonsuch")]
    [TestCase("show", "[dbo].[x]")]
    [TestCase("run", "Nonsuch")]
    [TestCase("run", "-s", "nonsuch")]
    [TestCase("run", "-s", "lever:10")]
    [TestCase("diff", "--against", "nonsuch")]
    [Category("Approved")]
    public void A_wrong_call_exits_2_with_at_most_three_lines_on_stderr(params string[] arguments)
    {
        using var solution = new SmallSolution();
        if (arguments[0] == "status")
        {
            solution.Call("run", "-q");
        }

        var called = solution.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out, Is.Empty);
        Assert.That(called.ErrorLines, Has.Length.InRange(1, 3));
        Assert.That(called.Error, Does.Not.Contain('\u001b'));
        var name = string.Concat(string.Join(' ', arguments).Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-'));
        Approved.Check($"usage-{name}", called.Error, solution.Folder);
    }

    [TestCase("init", "")]
    [TestCase("init", " ")]
    [TestCase("demo", "")]
    [TestCase("init", "-C", "")]
    [TestCase("validate", "-C", "")]
    [TestCase("status", "--ledger", "")]
    public void An_empty_path_is_refused_and_never_the_current_folder(params string[] arguments)
    {
        using var folder = new TemporaryFolder();

        var called = Called.With(folder.Path, arguments);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.ErrorLines, Has.Length.InRange(1, 3));
        Assert.That(called.Error, Does.Contain("to be a path, got: '"));
        Assert.That(Directory.EnumerateFileSystemEntries(folder.Path), Is.Empty);
    }

    [Test]
    public void A_variable_that_means_nothing_is_a_warning_with_the_nearest_name()
    {
        var variables = new Dictionary<string, string>
        {
            ["ORCHESTRATOR_GRACEE"] = "1",
            ["ORCHESTRATOR_TEST_X"] = "1",
            ["ORCHESTRATOR_SECRET_X"] = "1",
            ["ORCHESTRATOR_SQLITE_LIBRARY"] = "x",
        };

        var called = Called.With("/", variables, false, "version", "--warn-error");

        Assert.That(called.ErrorLines, Is.EqualTo(new[]
        {
            "warning: the environment variable ORCHESTRATOR_GRACEE means nothing here; "
                + "did you mean ORCHESTRATOR_GRACE?",
        }));
        Assert.That(called.ExitCode, Is.EqualTo(1));
    }

    [TestCase("ORCHESTRATOR_TO")]
    [TestCase("ORCHESTRATOR_VAR")]
    [TestCase("ORCHESTRATOR_INCLUDE")]
    public void The_name_of_an_option_that_may_be_repeated_means_nothing_as_a_variable(string name)
    {
        var called = Called.With("/", new Dictionary<string, string> { [name] = "x" }, false, "version");

        Assert.That(called.Error, Does.Contain($"the environment variable {name} means nothing here"));
    }

    [Test]
    public void A_flag_goes_before_its_environment_twin()
    {
        var variables = new Dictionary<string, string> { ["ORCHESTRATOR_OUTPUT"] = "json" };

        Assert.That(Called.With("/", variables, false, "version").Out, Does.StartWith("{"));
        Assert.That(Called.With("/", variables, false, "version", "-o", "text").Out, Does.StartWith("orchestrator "));
    }

    [Test]
    public void A_twin_of_a_flag_must_be_true_or_false()
    {
        var variables = new Dictionary<string, string> { ["ORCHESTRATOR_QUIET"] = "perhaps" };

        var called = Called.With("/", variables, false, "status");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("expected ORCHESTRATOR_QUIET to be true or false, got: 'perhaps'"));
    }
}
