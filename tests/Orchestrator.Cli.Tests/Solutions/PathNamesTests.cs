namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>
/// Names stand in the addresses of pages and in paths: those that every browser, encoded or not, takes for the place
/// itself or the one above it are refused.
/// </summary>
internal sealed class PathNamesTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(".", ".", "sale", "Nightly", "Lite")]
    [TestCase("..", "..", "sale", "Nightly", "Lite")]
    [TestCase(".", "P", ".", "Nightly", "Lite")]
    [TestCase("..", "P", "..", "Nightly", "Lite")]
    [TestCase(".", "P", "sale", ".", "Lite")]
    [TestCase("..", "P", "sale", "..", "Lite")]
    [TestCase("..", "P", "sale", "Nightly", "..")]
    public void A_name_that_an_address_takes_for_a_place_is_refused(
        string name, string project, string load, string batch, string connection)
    {
        Write(project, load, batch, connection);

        var validated = Called.With(_folder.Path, "validate");

        Assert.That(validated.ExitCode, Is.EqualTo(2), validated.Out);
        Assert.That(validated.Out, Does.Contain($"ORC1044: the name '{name}'"));
    }

    [TestCase("...")]
    [TestCase(".a")]
    [TestCase("..;")]
    [TestCase("%2e%2e")]
    [TestCase("a\\b")]
    [TestCase("100%?#")]
    public void Another_name_with_signs_of_an_address_is_taken(string name)
    {
        Write("P", name, "Nightly", "Lite");

        var validated = Called.With(_folder.Path, "validate");

        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
    }

    private void Write(string project, string load, string batch, string connection) => _folder.Write(
        "solution.yaml", $$"""
        formatVersion: 1
        solution: Names
        connections: [{connection: '{{connection}}', platform: Sqlite, file: lite.db}]
        batches: [{batch: '{{batch}}', projects: ['{{project}}']}]
        projects:
          - project: '{{project}}'
            source: '{{connection}}'
            target: '{{connection}}'
            objects:
              - {object: '{{load}}', source: {name: t}, target: {name: u}, columns: [{column: id, dataType: int}]}
        """);
}
