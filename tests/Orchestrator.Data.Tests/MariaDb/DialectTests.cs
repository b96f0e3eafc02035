using Orchestrator.Core.Types;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class DialectTests
{
    private static readonly MariaDbDialect Dialect = (MariaDbDialect)TestDatabase.Platform.Dialect;

    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("Customer", "`Customer`")]
    [TestCase("a`; DROP TABLE x; --", "`a``; DROP TABLE x; --`")]
    [TestCase("ü", "`ü`")]
    public void Names_are_quoted(string name, string quoted)
    {
        Assert.That(Dialect.Quote(name), Is.EqualTo(quoted));
    }

    [TestCase("", "empty")]
    [TestCase("a\0b", "U+0000")]
    [TestCase("a😀", "U+FFFF")]
    [TestCase("a ", "blank")]
    [TestCase("12345678901234567890123456789012345678901234567890123456789012345", "64 characters")]
    public void Names_that_the_server_would_not_take_are_refused(string name, string why)
    {
        Assert.That(Dialect.ColumnRefusal(name), Does.Contain(why));
        Assert.That(() => Dialect.Quote(name), Throws.ArgumentException.With.Message.Contains(why));
    }

    [TestCase(null, "customer", "customer")]
    [TestCase("", "customer", "customer")]
    [TestCase("crm", "Customer", "crm_Customer")]
    public void A_schema_becomes_a_part_of_the_name(string? schema, string name, string made)
    {
        Assert.That(Dialect.Table(schema, name), Is.EqualTo(new TableName(null, made)));
    }

    [TestCase("customer", null)]
    [TestCase("orchestrator_t", "own")]
    [TestCase("Orchestrator_T", "own")]
    public void Tables_of_the_engine_are_refused(string name, string? why)
    {
        Assert.That(Dialect.TableRefusal(Dialect.Table(null, name)), why is null ? Is.Null : Does.Contain(why));
    }

    [Test]
    public void Load_tables_have_names_that_fit_and_differ_by_target_and_attempt()
    {
        TableName[] names =
        [
            Dialect.LoadTable(new TableName(null, "t"), 1), Dialect.LoadTable(new TableName(null, "u"), 1),
            Dialect.LoadTable(new TableName(null, "t"), 2),
            Dialect.LoadTable(new TableName(null, "123456789012345 " + new string('ä', 40)), long.MaxValue),
            Dialect.WorkTable(new TableName(null, "t"), 1, "past"),
        ];

        Assert.That(names, Is.Unique);
        Assert.That(names.Select(name => Dialect.ColumnRefusal(name.Name)), Is.All.Null);
        Assert.That(names.Select(name => name.Name), Is.All.StartsWith("orchestrator_"));
    }

    [Test]
    public void A_name_of_a_table_of_the_engines_own_stays_what_it_is()
    {
        var own = Dialect.OwnTable("markers");

        Assert.That(own, Is.EqualTo(new TableName(null, "orchestrator_markers")));
        Assert.That(Dialect.OwnTable(own.Name), Is.EqualTo(own));
    }

    [Test]
    public void Work_tables_are_made_with_the_indexes_that_their_rows_are_found_by()
    {
        RowColumn[] columns =
        [
            Column("Id", "int"), Column("Code", "nvarchar(max)"), Column("orchestrator_row", "bigint"),
        ];

        var made = Dialect.CreateLoadTable(new TableName(null, "work"), columns, ["Id", "Code"]);
        var counted = Dialect.CreateLoadTable(new TableName(null, "load"), [columns[0], Dialect.RowNumber], []);

        Assert.That(made, Does.Contain("KEY `orchestrator_found` (`Id`, `Code`(384))")
            .And.Contain("KEY `orchestrator_numbers` (`orchestrator_row`)"));
        Assert.That(counted, Does.Contain("AUTO_INCREMENT PRIMARY KEY").And.Not.Contain(" KEY `"));
        _database.Run($"{made};{counted}");
    }

    [Test]
    public void A_key_that_no_index_takes_is_none()
    {
        Assert.That(Unique("nvarchar(700)"), Is.Not.Empty);
        Assert.That(Unique("nvarchar(800)"), Is.Empty);
        Assert.That(Unique("nvarchar(max)"), Is.Empty);

        static string Unique(string type) => Dialect.UniqueIndex(new TableName(null, "t"), [Column("c", type)], "key");
    }

    [TestCase("nvarchar(10)", "'a'", "'a'", 0)]
    [TestCase("nvarchar(10)", "'a'", "'A'", 1)]
    [TestCase("nvarchar(10)", "'a'", "'a '", 1)]
    [TestCase("nvarchar(10)", "'é'", "'e'", 1)]
    [TestCase("nvarchar(10)", "'a'", "NULL", 1)]
    [TestCase("int", "NULL", "NULL", 0)]
    [TestCase("varbinary(10)", "x'6100'", "x'61'", 1)]
    public void Values_differ_in_whatever_tells_them_apart(string type, string left, string right, int distinct)
    {
        using var source = _database.Open(isTarget: false);

        var found = source.Number($"SELECT {Dialect.AreDistinct(Column("c", type), "q.l", "q.r")} "
            + $"FROM (SELECT {left} AS l, {right} AS r) AS q");

        Assert.That(found, Is.EqualTo(distinct));
    }

    [TestCase("int", "3", "'3'", 0)]
    [TestCase("int", "2", "1.5", 1)]
    [TestCase("decimal(5,2)", "1.24", "'1.236'", 1)]
    [TestCase("decimal(38,0)", "12345678901234567890123456789012345678", "'12345678901234567890123456789012345677'", 1)]
    [TestCase("nvarchar(10)", "'5'", "5", 0)]
    [TestCase("nvarchar(1)", "'a'", "'a '", 1)]
    [TestCase("varbinary(10)", "x'61'", "'a'", 0)]
    [TestCase("date", "DATE'2026-01-02'", "TIMESTAMP'2026-01-02 10:00:00'", 1)]
    [TestCase("date", "DATE'2026-01-02'", "'2026-01-02'", 0)]
    [TestCase("datetime2(6)", "TIMESTAMP'2026-01-02 10:11:12.123456'", "'2026-01-02 10:11:12.123456'", 0)]
    [TestCase("datetime2(6)", "TIMESTAMP'2026-01-02 10:11:12.123456'", "'2026-01-02 10:11:12.1234567'", 1)]
    [TestCase("datetime2(6)", "CAST(NULL AS DATETIME)", "NULL", 0)]
    public void A_value_that_has_become_another_is_found(string type, string held, string value, int changed)
    {
        using var source = _database.Open(isTarget: false);

        var found = source.Number($"SELECT {Dialect.IsChanged(Column("c", type), "q.h", "q.v")} "
            + $"FROM (SELECT {held} AS h, {value} AS v) AS q");

        Assert.That(found, Is.EqualTo(changed));
    }

    [Test]
    public void Bounds_are_bound_as_what_the_server_compares_exactly()
    {
        Assert.That(Bound("decimal(10,2)", "12.50"), Is.EqualTo(12.50m));
        Assert.That(Bound("real", "0.1"), Is.EqualTo((double)0.1f));
        Assert.That(Bound("datetimeoffset(0)", "2024-01-01 10:00:00 +02:00"), Is.EqualTo("2024-01-01 08:00:00.000000"));
        Assert.That(Bound("bigint", "5"), Is.InstanceOf<TypedValue>());

        static object Bound(string type, string text) =>
            TypedValue.TryParse(TestDatabase.Type(type), text, out var value, out var problem)
                ? Dialect.Bound(value!, isBefore: true) : throw new ArgumentException(problem);
    }

    [Test]
    public void Values_of_a_unique_key_change_places()
    {
        _database.Run("""
            CREATE TABLE moved (id int PRIMARY KEY, code int NOT NULL UNIQUE);
            INSERT INTO moved VALUES (1, 10), (2, 20);
            CREATE TABLE arrived (orchestrator_row bigint AUTO_INCREMENT PRIMARY KEY, id int NOT NULL, code int);
            INSERT INTO arrived (id, code) VALUES (1, 20), (2, 10), (3, 30)
            """);
        using var target = _database.Open();
        var (table, load) = (Dialect.Table(null, "moved"), Dialect.Table(null, "arrived"));
        var columns = target.Columns(table);
        var merge = new MergeDialect(Dialect, load, table, new KeyedRows(columns, ["id"], [columns[1]], []));

        target.Begin(CancellationToken.None);
        var park = merge.Park(new KeysOfTable(target.KeysByRow(table), columns), isPart: false)!.Value.Park;
        foreach (var ways in park.Where(ways => ways.Count > 0))
        {
            target.Execute(ways[0]);
        }

        var updated = target.Execute(merge.Update()!);
        var inserted = target.Execute(merge.InsertMissing());
        target.Commit();

        Assert.That((updated, inserted), Is.EqualTo((2L, 1L)));
        Assert.That(_database.Ask("SELECT group_concat(code ORDER BY id) FROM moved"), Is.EqualTo("20,10,30"));
    }

    [TestCase("ENGINE=InnoDB", "table")]
    [TestCase("ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 2", "table")]
    [TestCase("ENGINE=MyISAM", "table without the transactions of InnoDB (MyISAM)")]
    [TestCase("ENGINE=MEMORY", "table without the transactions of InnoDB (MEMORY)")]
    public void A_table_that_no_rollback_changes_is_none_to_a_load(string option, string kind)
    {
        _database.Run($"DROP TABLE IF EXISTS kept; CREATE TABLE kept (id int) {option}");
        using var source = _database.Open(isTarget: false);

        Assert.That(source.KindOf(Dialect.Table(null, "kept")), Is.EqualTo(kind));
        Assert.That(source.KindOf(Dialect.Table(null, "KEPT")), Is.Null);
    }

    [Test]
    public void Every_neutral_type_has_a_declaration()
    {
        foreach (var kind in Enum.GetValues<SqlTypeKind>())
        {
            var declared = Dialect.Declare(new RowColumn("c", new SqlType(kind, 1, 1), Nullable: false));

            Assert.That(declared, Does.StartWith("`c` ").And.EndWith(" NOT NULL"));
        }
    }

    private static RowColumn Column(string name, string type) => new(name, TestDatabase.Type(type));
}
