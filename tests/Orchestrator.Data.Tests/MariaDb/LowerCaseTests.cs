using MySqlConnector;
using Orchestrator.Data.MariaDb;
using Cluster = Orchestrator.MariaDbCluster.Cluster;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>A server that keeps names of tables in small letters and finds them in any, as on Windows; it is one of its
/// own.</summary>
internal sealed class LowerCaseTests
{
    private const string Database = "Shop";

    private static readonly MariaDbPlatform Platform = new();
    private static readonly RowColumn[] Columns = [new("Id", TestDatabase.Type("int"))];

    private Cluster _cluster = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _cluster = Cluster.Start("lower-case-table-names=1");
        Run($"CREATE DATABASE {Database}", $"CREATE TABLE {Database}.Person (Id int PRIMARY KEY, Boss int, "
            + $"FOREIGN KEY (Boss) REFERENCES {Database}.Person (Id))", $"CREATE TABLE {Database}.Badge (Owner int, "
            + $"FOREIGN KEY (Owner) REFERENCES {Database}.Person (Id))");
    }

    [OneTimeTearDown]
    public void Stop() => _cluster.Dispose();

    [Test]
    public void A_table_is_found_by_its_name_in_any_case()
    {
        using var target = Open();
        target.CreateTable(new TableName(null, "Customer"), Columns);

        Assert.That(
            (target.KindOf(new TableName(null, "Customer")), target.KindOf(new TableName(null, "CUSTOMER"))),
            Is.EqualTo(("table", "table")));
        Assert.That(
            target.Columns(new TableName(null, "CUSTOMER")).Select(column => column.Name), Is.EqualTo(new[] { "Id" }));
        Assert.That(target.Tables().Select(table => table.Name.Name), Does.Contain("customer"));
    }

    [Test]
    public void A_load_table_that_is_left_is_found_in_whatever_case_its_target_is_written()
    {
        var written = new TableName(null, "Invoice");
        var load = Platform.Dialect.LoadTable(written, 7);
        using var target = Open();
        target.Begin(CancellationToken.None);
        target.CreateLoadTable(load, written, 7, Columns);
        target.Rollback();

        var left = target.LeftLoadTables(new TableName(null, "INVOICE"));

        Assert.That(left.Select(one => one.Name), Is.EqualTo(new[] { load.Name.ToLowerInvariant() }));
        target.DropLoadTable(left[0]);
        Assert.That(
            (target.KindOf(load), target.LeftLoadTables(written).Count), Is.EqualTo(((string?)null, 0)));
    }

    [Test]
    public void A_table_that_points_to_itself_is_none_of_others_that_point_to_it()
    {
        using var target = Open();

        Assert.That(
            target.Referrers(new TableName(null, "PERSON")), Is.EqualTo(new[] { new TableName(null, "badge") }));
    }

    [Test]
    public void A_right_on_a_table_is_known_in_whatever_case_it_was_given()
    {
        Run("CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'some'", $"GRANT SELECT ON {Database}.PERSON TO "
            + "reader@'127.0.0.1'");

        using var source = Open("reader", "some");

        Assert.That(
            source.Rights().Where(right => right.Kind == RightKind.Select).Select(right => right.Table),
            Is.EqualTo(new[] { "person" }));
    }

    private void Run(params string[] statements)
    {
        using var session = new MySqlConnection(_cluster.ConnectionString() + ";Pooling=false;AllowUserVariables=true");
        session.Open();
        foreach (var statement in statements)
        {
            using var command = MariaDbCommands.Make(session, statement, []);
            command.ExecuteNonQuery();
        }
    }

    private IDatabase Open(string user = Cluster.User, string? password = null) => Platform.Open(
        new DatabaseAddress
        {
            Connection = "Dwh",
            ConnectionString = _cluster.ConnectionString(Database, user, password),
        },
        new DatabaseUse { IsTarget = user == Cluster.User, Time = TimeProvider.System });
}
