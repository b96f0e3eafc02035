namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>What the server's own catalog tells of tables.</summary>
internal sealed class CatalogTests
{
    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("""
            CREATE TABLE customer (
              id int AUTO_INCREMENT PRIMARY KEY, name varchar(10) CHARACTER SET latin1 NOT NULL DEFAULT 'none',
              twice varchar(20) AS (concat(name, name)) STORED, UNIQUE KEY by_name (name));
            CREATE TABLE orders (
              id int, line int, customer int, PRIMARY KEY (line, id),
              CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customer (id) ON DELETE CASCADE);
            CREATE TABLE quick (n int) ENGINE=MEMORY;
            CREATE VIEW names AS SELECT name FROM customer;
            CREATE TABLE orchestrator_loads (load_table varchar(64), target_schema varchar(64),
              target_name varchar(64), attempt bigint)
            """);
        _target = _database.Open();
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void Tables_and_views_come_with_columns_and_keys_but_the_engines_own()
    {
        var tables = _target.Tables();

        Assert.That(
            tables.Select(table => $"{table.Name} {table.Kind}"),
            Is.EqualTo(new[] { "customer table", "names view", "orders table", "quick table" }));
        var (customer, orders) = (tables[0], tables[2]);
        Assert.That(customer.PrimaryKey, Is.EqualTo(new[] { "id" }));
        Assert.That(customer.UniqueKeys.Single().Columns, Is.EqualTo(new[] { "name" }));
        Assert.That(customer.Columns.Select(column => $"{column.Name} {column.Type} {column.Source}"), Is.EqualTo(new[]
        {
            "id int Identity", "name nvarchar(10) Rows", "twice nvarchar(20) Server",
        }));
        Assert.That((customer.Columns[1].Default, customer.Columns[2].Expression),
            Is.EqualTo(("'none'", "concat(`name`,`name`)")));
        Assert.That(orders.PrimaryKey, Is.EqualTo(new[] { "line", "id" }));
        Assert.That(orders.References, Is.EqualTo(new[] { Table("customer") }));
    }

    [Test]
    public void Columns_with_a_default_are_told_and_with_keys_they_show_that_another_has_made_the_table()
    {
        Assert.That(_target.Defaults(Table("customer")), Is.EqualTo(new[] { "name" }));
        Assert.That(
            ((string[])["customer", "orders", "quick", "nowhere"]).Select(name => _target.IsMadeElsewhere(Table(name))),
            Is.EqualTo(new[] { true, true, false, false }));
    }

    [Test]
    public void Columns_of_one_table_are_as_in_the_list_of_all()
    {
        var columns = _target.Columns(Table("customer"));

        Assert.That(columns, Is.EqualTo(_target.Tables()[0].Columns.Select(column => column.Row)));
        Assert.That(_target.Columns(Table("missing")), Is.Empty);
    }

    [TestCase("customer", "table")]
    [TestCase("names", "view")]
    [TestCase("missing", null)]
    public void A_name_is_of_a_kind(string name, string? kind) =>
        Assert.That(_target.KindOf(Table(name)), Is.EqualTo(kind));

    [Test]
    public void Keys_know_whether_they_take_NULL() => Assert.That(
        _target.KeysByRow(Table("customer")).Select(key => $"{string.Join(' ', key.Columns)} {key.TakesNulls}").Order(),
        Is.EqualTo(new[] { "id False", "name True" }));

    [Test]
    public void What_points_to_a_table_is_known_and_what_it_deletes()
    {
        Assert.That(_target.Referrers(Table("customer")), Is.EqualTo(new[] { Table("orders") }));
        Assert.That(_target.Referrers(Table("orders")), Is.Empty);
        Assert.That(_target.Cascades(Table("customer")).Single(), Does.Contain("of_customer"));
    }

    [Test]
    public void What_knows_no_transactions_is_no_target_and_can_become_one()
    {
        const string Kind = "table without the transactions of InnoDB (MEMORY)";

        Assert.That(_target.NoTargets(), Is.EqualTo(new[] { (Table("quick"), Kind) }));
        Assert.That(_target.KindOf(Table("quick")), Is.EqualTo(Kind));
        Assert.That(
            TestDatabase.Platform.Dialect.TargetAdvice(Table("quick"), Kind),
            Does.Contain("ALTER TABLE quick ENGINE=InnoDB"));
        Assert.That(
            TestDatabase.Platform.Dialect.TargetAdvice(Table("names"), "view"), Is.EqualTo("remove the view"));
    }

    [Test]
    public void What_a_crash_empties_is_told()
    {
        Assert.That(_target.LostInCrash(null).Single().Table, Is.EqualTo(Table("quick")));
        Assert.That(_target.LostInCrash(Table("customer")), Is.Empty);
    }

    [Test]
    public void Text_beside_a_table_compares_as_its_text_does_whatever_its_length()
    {
        RowColumn[] columns = [Column("NAME", "nvarchar(30)"), Column("other", "nvarchar(5)"), Column("id", "int")];

        Assert.That(
            _target.Alike(Table("customer"), columns).Select(column => column.Native?.Declaration),
            Is.EqualTo(new[] { "varchar(30) CHARACTER SET latin1 COLLATE latin1_swedish_ci", null, null }));
    }

    [Test]
    public void Text_that_a_table_has_so_is_completed_from_it() => Assert.That(
        _target.Complete(Table("customer"), [Column("name", "nvarchar(10)"), Column("name", "nvarchar(11)")])
            .Select(column => column.Native?.Declaration),
        Is.EqualTo(new[] { "varchar(10) CHARACTER SET latin1 COLLATE latin1_swedish_ci", null }));

    [Test]
    public void A_year_is_known_as_one_where_a_load_table_is_made_for_it()
    {
        _database.Run("CREATE TABLE harvest (grown year, other smallint)");
        RowColumn[] columns = [Column("grown", "smallint"), Column("other", "smallint")];

        Assert.That(columns.All(TestDatabase.Platform.Dialect.IsKnownByDatabase), Is.True);
        Assert.That(
            _target.Complete(Table("harvest"), columns).Select(column => column.Native?.Declaration),
            Is.EqualTo(new[] { "year", null }));
        _database.Run("DROP TABLE harvest");
    }

    [Test]
    public void Answers_keep_all_digits_of_the_first_row_and_where_its_columns_come_from()
    {
        var answer = _target.Ask("""
            SELECT n.one AS number, CAST('-03:04:05.25' AS TIME(6)) AS span, DATE '2020-01-02' AS day, x'00ff' AS bytes,
              1e300 AS wide, NULL AS nothing
            FROM (SELECT CAST('12345678901234567890.1234567890' AS DECIMAL(40,10)) AS one UNION ALL SELECT 2) AS n;
            SELECT name FROM customer
            """);

        Assert.That(answer.First, Is.EqualTo(new[]
        {
            "12345678901234567890.1234567890", "-03:04:05.25", "2020-01-02", "0x00FF", "1E+300", null,
        }));
        Assert.That((answer.Rows, answer.Columns[0].Name), Is.EqualTo((2, "number")));
        var origins = _target.Ask(
            "SELECT 'x' AS a, c.id AS b FROM customer AS c RIGHT JOIN (SELECT 1 AS o) AS o ON true");
        Assert.That(origins.Columns, Is.EqualTo(new[] { ("a", (string?)null), ("b", "id") }));
    }

    [Test]
    public void A_failure_knows_the_line_of_the_script_that_it_is_about()
    {
        var fault = TestDatabase.Platform.Explain(Assert.Catch(
            () => _target.RunStatement(new ScriptStatement("SELECT 1\nFROM\n  FROM x", 10, "SELECT"))))!;

        Assert.That((fault.Code, fault.Line), Is.EqualTo(("1064", 12)));
    }

    [Test]
    public void A_name_that_nobody_gives_a_value_is_no_NULL()
    {
        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => _target.Execute("SELECT @mistyped")))!;

        Assert.That((fault.Class, fault.Text),
            Is.EqualTo((DatabaseFaultClass.Config, "Parameter '@mistyped' must be defined")));
    }

    private static TableName Table(string name) => new(null, name);

    private static RowColumn Column(string name, string type) => new(name, TestDatabase.Type(type));
}
