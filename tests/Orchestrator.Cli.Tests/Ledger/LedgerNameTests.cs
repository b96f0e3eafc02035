namespace Orchestrator.Cli.Tests.Ledger;

/// <summary>What `--ledger` takes for a ledger: nothing is made of a slip, and no password becomes the name of a file.
/// </summary>
internal sealed class LedgerNameTests
{
    private SmallSolution _solution = null!;

    private static IEnumerable<TestCaseData> Looks =>
        VerbTable.Looks.Select(line => new TestCaseData(4, line.Split(' ')));

    [SetUp]
    public void Make() => _solution = new SmallSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("run", "Host=db1;Database=etl;Password=hunter22")]
    [TestCase("run", "Server=db1;User Id=sa;Pwd=hunter22")]
    [TestCase("status", "password = hunter22")]
    [TestCase("plan", "postgres://etl:hunter22@db1/etl")]
    [TestCase("doctor", "Data Source=db1;Password='hunter22")]
    public void A_connection_string_is_refused_and_never_said_again(string verb, string text)
    {
        var before = Files();

        var called = _solution.Call(verb, "--ledger", text);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")), called.Error);
        Assert.That(called.Error, Does.Contain("--ledger looks like a connection string")
            .And.Contain("name that connection")
            .And.Not.Contain("hunter22").And.Not.Contain("db1"));
        Assert.That(Files(), Is.EqualTo(before));
    }

    [Test]
    public void A_connection_string_as_the_ledger_of_a_solution_is_never_said_again()
    {
        var yaml = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(yaml, File.ReadAllText(yaml).Replace(
            "solution: shop", "solution: shop\nledger: \"Host=db1;Password=hunter22\"", StringComparison.Ordinal));

        var validated = _solution.Call("validate");
        var status = _solution.Call("status");

        Assert.That((validated.ExitCode, status.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(validated.Out + validated.Error, Does.Contain("ORC1080").And.Not.Contain("hunter22"));
        Assert.That(status.Out + status.Error, Does.Contain("looks like a connection string")
            .And.Not.Contain("hunter22"));
    }

    [Test]
    public void A_database_of_a_platform_that_holds_no_ledger_is_refused()
    {
        var yaml = Path.Combine(_solution.Folder, "solution.yaml");
        var solution = File.ReadAllText(yaml);
        _solution.Write("connections/Shop.yaml",
            "connection: Shop\nplatform: MariaDb\nconnectionString: \"Server=nowhere;Port=3306;Database=shop\"\n");

        var named = _solution.Call("status", "--ledger", "Shop");
        File.WriteAllText(yaml, solution.Replace(
            "solution: shop", "solution: shop\nledger: Shop", StringComparison.Ordinal));
        var validated = _solution.Call("validate");

        Assert.That((named.ExitCode, validated.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(named.Error, Does.Contain("'Shop' is a MariaDB database, which holds no ledger"));
        Assert.That(validated.Out + validated.Error, Does.Contain("ORC1080").And.Contain("of platform MariaDb"));
    }

    [TestCase("run", "Ledger")]
    [TestCase("status", "archive")]
    [TestCase("run", "prod.ledger")]
    public void A_name_that_is_neither_connection_nor_path_is_refused_with_the_connections(string verb, string name)
    {
        var before = Files();

        var called = _solution.Call(verb, "--ledger", name);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")), called.Error);
        Assert.That(called.Error, Does.Contain($"neither a connection nor a file '{name}'; there is: Staging")
            .And.Contain($"with its folder: {Path.Combine(_solution.Folder, name)}"));
        Assert.That(Files(), Is.EqualTo(before));
    }

    [TestCase("./archive")]
    [TestCase("below/archive")]
    [TestCase("archive.db")]
    [TestCase("archive.sqlite")]
    public void A_path_is_a_new_ledger(string path)
    {
        var called = _solution.Call("run", "-q", "--ledger", path);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(File.Exists(Path.Combine(_solution.Folder, path)), Is.True);
    }

    [Test]
    public void A_file_that_is_there_is_a_ledger_whatever_its_name()
    {
        _solution.Call("run", "-q", "--ledger", "./archive");

        var status = _solution.Call("status", "--ledger", "archive");

        Assert.That(status.ExitCode, Is.Zero, status.Error);
        Assert.That(status.Out, Does.Contain("Nightly"));
    }

    [TestCaseSource(nameof(Looks))]
    [TestCase(4, "status", "--freshness")]
    [TestCase(4, "retry")]
    [TestCase(4, "ls", "-s", "result:failed")]
    [TestCase(0, "plan")]
    [TestCase(0, "doctor")]
    public void Who_only_reads_says_that_the_ledger_is_not_there_and_makes_none(int code, params string[] arguments)
    {
        var before = Files();

        var called = _solution.Call([.. arguments, "--ledger", "nonsuch.db"]);

        Assert.That(called.ExitCode, Is.EqualTo(code), called.Error);
        Assert.That(called.Error.Split("there is no ledger"), Has.Length.EqualTo(2), called.Error);
        Assert.That(Files(), Is.EqualTo(before));
    }

    private string[] Files() =>
        [.. Directory.EnumerateFileSystemEntries(_solution.Folder, "*", SearchOption.AllDirectories).Order()];
}
