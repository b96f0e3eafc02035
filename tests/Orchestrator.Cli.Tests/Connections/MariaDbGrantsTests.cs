namespace Orchestrator.Cli.Tests.Connections;

/// <summary>What `connections grants` prints for MariaDB, whose tables are in no schema.</summary>
internal sealed class MariaDbGrantsTests
{
    [Test]
    public void Who_loads_there_may_make_tables_in_the_database()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Grants
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Stg, platform: MariaDb, connectionString: "Server=db1;Port=3306;Database=stg;User ID=etl"}
            batches: [{batch: Nightly, projects: [Stg]}]
            projects: [{project: Stg, source: In, target: Stg, objects: [{object: customer,
                        source: {file: c.csv}, columns: [{column: Id, dataType: int}]}]}]
            """);

        var called = Called.With(folder.Path, "connections", "grants", "Stg", "--role", "etl");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(
            called.Out,
            Does.Contain("Stg (MariaDB)").And.Contain("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ")
                .And.Contain(" ON `stg`.* TO 'etl';").And.Not.Contain("belong to"));
    }
}
