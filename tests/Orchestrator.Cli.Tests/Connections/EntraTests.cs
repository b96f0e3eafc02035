namespace Orchestrator.Cli.Tests.Connections;

/// <summary>A connection string that asks for what is not built in, or sets what the engine sets itself.</summary>
internal sealed class EntraTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("validate", 2)]
    [TestCase("connections test Dwh", 4)]
    [TestCase("run", 1)]
    public void Signing_in_with_Entra_ID_says_which_package_it_needs(string verb, int code)
    {
        Write("Server=db1;Database=dwh;Authentication=Active Directory Default");

        var called = Called.With(_folder.Path, verb.Split(' '));

        Assert.That(called.ExitCode, Is.EqualTo(code), called.Error);
        Assert.That($"{called.Out}{called.Error}".ReplaceLineEndings(" "), Does.Contain("'Dwh'")
            .And.Match("Microsoft\\.Data\\.SqlClient\\.Extensions\\.Azure"));
    }

    [TestCase("Server=db1;Database=dwh;Pooling=true", "Pooling")]
    [TestCase("Server=${env:NOWHERE:-db1};Password=${secret:X};Command Timeout=5", "Command Timeout")]
    public void A_keyword_that_the_engine_sets_itself_is_refused_before_a_run(string text, string keyword)
    {
        Write(text);

        var called = Called.With(_folder.Path, "validate");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That($"{called.Out}{called.Error}", Does.Contain("ORC1052").And.Contain($"'{keyword}'").IgnoreCase);
    }

    [Test]
    public void What_is_known_to_the_run_alone_is_not_refused_before()
    {
        Write("Server=${env:NOWHERE:-db1};Database=dwh;Encrypt=${env:HOW:-true};User ID=etl;Password=${secret:X}");

        Assert.That(Called.With(_folder.Path, "validate").ExitCode, Is.Zero);
    }

    private void Write(string text)
    {
        _folder.Write("in/c.csv", "Id\n1\n");
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Dwh, platform: SqlServer, connectionString: "{{text}}"}
            batches: [{batch: Nightly, projects: [Dwh]}]
            projects: [{project: Dwh, source: In, target: Dwh, objects: [{object: c, source: {file: c.csv},
                        columns: [{column: Id, dataType: int}]}]}]
            """);
    }
}
