namespace Orchestrator.Cli.Tests;

/// <summary>What `serve` refuses before there is a service.</summary>
internal sealed class ServeVerbTests
{
    private string folder = "";

    [SetUp]
    public void Before() => folder = Directory.CreateTempSubdirectory("orchestrator-nothing-").FullName;

    [TearDown]
    public void After()
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_service_of_no_solution_is_refused_and_makes_nothing(bool isThere)
    {
        if (!isThere)
        {
            Directory.Delete(folder);
        }

        var called = Called.With("/", "serve", "-C", folder, "--listen", "127.0.0.1:0");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(isThere ? "there is no solution.yaml in" : "there is no folder"));
        Assert.That(Directory.Exists(folder), Is.EqualTo(isThere));
        Assert.That(isThere ? Directory.EnumerateFileSystemEntries(folder) : [], Is.Empty);
    }
}
