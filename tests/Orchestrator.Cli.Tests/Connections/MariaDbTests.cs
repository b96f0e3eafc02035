namespace Orchestrator.Cli.Tests.Connections;

/// <summary>MariaDB as the source that a solution is made from, and as a stage.</summary>
internal sealed class MariaDbTests
{
    private const string Tables = """
        CREATE TABLE country (code char(2) NOT NULL PRIMARY KEY, name varchar(40) NOT NULL);
        CREATE TABLE customer (
          id int NOT NULL PRIMARY KEY, name varchar(40), country char(2) NOT NULL, rating decimal(5,2),
          seen datetime(3), level enum('low', 'high'), FOREIGN KEY (country) REFERENCES country (code));
        INSERT INTO country VALUES ('de', 'Germany');
        INSERT INTO customer VALUES (1, 'Ada', 'de', 1.50, '2026-01-01 10:00:00.125', 'high'),
          (2, NULL, 'de', NULL, NULL, NULL);
        """;

    private TemporaryFolder _folder = null!;
    private EmptyMariaDb _database = null!;

    private Dictionary<string, string> Variables => new() { ["SHOP"] = _database.ConnectionString };

    [SetUp]
    public void Make() => (_folder, _database) = (new TemporaryFolder(), EmptyMariaDb.Take());

    [TearDown]
    public void Remove()
    {
        _database.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void A_solution_is_made_from_a_database_and_runs()
    {
        _database.Run(Tables);
        var solution = Path.Combine(_folder.Path, "shop");

        var made = Called.With(_folder.Path, Variables, false, "init", "shop", "--from", "${env:SHOP}");
        var run = Called.With(solution, Variables, false, "run");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(made.Error, Does.Not.Contain("may not read"));
        Assert.That(File.ReadAllText(Path.Combine(solution, "solution.yaml")), Does.Contain("platform: MariaDb"));
        Assert.That(
            File.ReadAllText(Path.Combine(solution, "projects", "Source", "objects", "customer.yaml")),
            Does.Contain("decimal(5,2)").And.Contain("dependsOn"));
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(
            StageTables.Rows(solution, "SELECT id, name, level FROM customer ORDER BY id"),
            Is.EqualTo(new[] { "1 | Ada | high", "2 |  | " }));
    }

    [Test]
    public void What_a_load_would_stumble_over_is_told_before_a_run()
    {
        _database.Run("""
            CREATE TABLE customer (Id int, Name varchar(20)) ENGINE=MyISAM;
            CREATE TABLE raw (Id longtext NOT NULL, Name varchar(20))
            """);
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Stg, platform: MariaDb, connectionString: "${env:SHOP}"}
            batches: [{batch: Nightly, default: true, projects: [Stg, Mart]}]
            projects:
              - {project: Stg, source: In, target: Stg, objects: [{object: customer, source: {file: c.csv},
                 columns: [{column: Id, dataType: int}, {column: Name, dataType: nvarchar(20)}]}]}
              - {project: Mart, source: Stg, target: Stg, objects: [{object: known, source: {name: raw},
                 columns: [{column: Id, key: 1}, {column: Name}], load: {pattern: Merge}}]}
            """);
        _folder.Write("in/c.csv", "Id,Name\n1,Ann\n");

        var looked = Called.With(_folder.Path, Variables, false, "validate", "--online");

        Assert.That(looked.ExitCode, Is.EqualTo(2), looked.Out);
        Assert.That(
            looked.Out,
            Does.Contain("ORC3513: 'Stg/customer' writes 'customer', which is no table but a table without the "
                + "transactions of InnoDB (MyISAM)").And.Contain("ALTER TABLE customer ENGINE=InnoDB"));
        Assert.That(looked.Out, Does.Contain("ORC1320: 'known' knows its rows by 'Id'"));
    }

    [Test]
    public void A_stage_is_loaded_again_and_again()
    {
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Stg, platform: MariaDb, connectionString: "${env:SHOP}"}
            batches: [{batch: Nightly, default: true, projects: [Stg]}]
            projects: [{project: Stg, source: In, target: Stg, objects: [{object: customer, source: {file: c.csv},
                        columns: [{column: Id, dataType: int, key: 1}, {column: Name, dataType: nvarchar(20)}],
                        load: {pattern: Merge}}]}]
            """);
        _folder.Write("in/c.csv", "Id,Name\n1,Ann\n2,Bo\n");
        var first = Called.With(_folder.Path, Variables, false, "run");
        _folder.Write("in/c.csv", "Id,Name\n2,Bea\n3,Cy\n");

        var second = Called.With(_folder.Path, Variables, false, "run");

        Assert.That(first.ExitCode, Is.Zero, first.Out + first.Error);
        Assert.That(second.ExitCode, Is.Zero, second.Out + second.Error);
        Assert.That(
            _database.Lines("SELECT Id, Name FROM customer ORDER BY Id"),
            Is.EqualTo(new[] { "1|Ann", "2|Bea", "3|Cy" }));
        Assert.That(_database.Lines("SHOW TABLES LIKE 'orchestrator\\_load\\_%'"), Is.Empty);
    }
}
