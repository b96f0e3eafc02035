namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What `serve` refuses before there is a service.</summary>
internal sealed class ServeVerbTests
{
    private string _folder = "";

    [SetUp]
    public void Before() => _folder = Directory.CreateTempSubdirectory("orchestrator-nothing-").FullName;

    [TearDown]
    public void After()
    {
        if (Directory.Exists(_folder))
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_service_of_no_solution_is_refused_and_makes_nothing(bool isThere)
    {
        if (!isThere)
        {
            Directory.Delete(_folder);
        }

        var called = Called.With("/", "serve", "-C", _folder, "--listen", "127.0.0.1:0");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(isThere ? "there is no solution.yaml in" : "there is no folder"));
        Assert.That(Directory.Exists(_folder), Is.EqualTo(isThere));
        Assert.That(isThere ? Directory.EnumerateFileSystemEntries(_folder) : [], Is.Empty);
    }

    [TestCase("--listen", "nowhere at all")]
    [TestCase("--listen", "0.0.0.0:0")]
    [TestCase("--listen", "127.0.0.1:0", "--tls-certificate", "none.pem")]
    [TestCase("--listen", "127.0.0.1:0", "--tls-certificate", "none.pem", "--tls-key", "none.pem")]
    [TestCase("--listen", "127.0.0.1:0", "--public-url", "nowhere at all")]
    [TestCase("--listen", "127.0.0.1:0", "--proxy", "nowhere at all")]
    [TestCase("--listen", "127.0.0.1:0", "--proxy", "10.0.0.7")]
    [TestCase("--listen", "127.0.0.1:0", "--host-name", "no name/at all")]
    public void One_that_is_told_what_cannot_be_is_refused_and_in_no_ledger(params string[] options)
    {
        using var solution = new SmallSolution();

        var called = solution.Call(["serve", .. options]);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Error);
        Assert.That(called.Error, Does.Not.Contain("has begun"));
        Assert.That(Directory.GetFiles(solution.Folder, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(file).StartsWith("ledger", StringComparison.Ordinal)
                || file.EndsWith(".log", StringComparison.Ordinal)), Is.Empty);
    }
}
