using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class DialectTests
{
    private static readonly Dialect Dialect = TestDatabase.Platform.Dialect;

    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("Customer", "\"Customer\"")]
    [TestCase("a\"; DROP TABLE x; --", "\"a\"\"; DROP TABLE x; --\"")]
    [TestCase("ü 😀", "\"ü 😀\"")]
    public void Names_are_quoted(string name, string quoted)
    {
        Assert.That(Dialect.Quote(name), Is.EqualTo(quoted));
    }

    [TestCase("", "empty")]
    [TestCase("a\0b", "U+0000")]
    [TestCase("1234567890123456789012345678901234567890123456789012345678901234", "63 bytes")]
    [TestCase("ääääääääääääääääääääääääääääääää", "63 bytes")]
    public void Names_that_the_server_would_change_are_refused(string name, string why)
    {
        Assert.That(Dialect.ColumnRefusal(name), Does.Contain(why));
        Assert.That(Dialect.TableRefusal(Dialect.Table(name, "t")), name.Length == 0 ? Is.Null : Does.Contain(why));
        Assert.That(() => Dialect.Quote(name), Throws.ArgumentException.With.Message.Contains(why));
    }

    [Test]
    public void Half_a_surrogate_pair_is_no_name()
    {
        Assert.That(Dialect.ColumnRefusal("a" + '\uD83D'), Does.Contain("surrogate"));
    }

    [TestCase(null, "customer", null)]
    [TestCase("crm", "Customer", null)]
    [TestCase("orchestrator", "t", "own")]
    [TestCase("orchestrator_x", "t", "own")]
    [TestCase("public", "orchestrator_t", "own")]
    [TestCase("pg_catalog", "t", "itself")]
    [TestCase("information_schema", "t", "itself")]
    public void Tables_of_the_server_and_the_engine_are_refused(string? schema, string name, string? why)
    {
        Assert.That(Dialect.TableRefusal(Dialect.Table(schema, name)), why is null ? Is.Null : Does.Contain(why));
    }

    [Test]
    public void Load_tables_have_names_that_fit_and_differ_by_target_and_attempt()
    {
        var longName = new TableName("public", new string('ä', 31));
        TableName[] names =
        [
            Dialect.LoadTable(new TableName("a", "t"), 1), Dialect.LoadTable(new TableName("b", "t"), 1),
            Dialect.LoadTable(new TableName("a", "t"), 2), Dialect.LoadTable(longName, long.MaxValue),
        ];

        Assert.That(names, Is.Unique);
        Assert.That(names.Select(name => Dialect.ColumnRefusal(name.Name)), Is.All.Null);
        Assert.That(names.Select(name => name.Schema), Is.All.EqualTo("orchestrator"));
    }

    [TestCase("bit", "boolean", "bit")]
    [TestCase("tinyint", "smallint", "smallint")]
    [TestCase("money", "numeric(19,4)", "decimal(19,4)")]
    [TestCase("smallmoney", "numeric(10,4)", "decimal(10,4)")]
    [TestCase("char(5)", "character(5)", "nchar(5)")]
    [TestCase("varchar(8000)", "character varying(8000)", "nvarchar(max)")]
    [TestCase("nvarchar(50)", "character varying(50)", "nvarchar(50)")]
    [TestCase("varchar(max)", "text", "nvarchar(max)")]
    [TestCase("ntext", "text", "nvarchar(max)")]
    [TestCase("datetime", "timestamp(3) without time zone", "datetime2(3)")]
    [TestCase("smalldatetime", "timestamp(0) without time zone", "datetime2(0)")]
    [TestCase("datetime2(7)", "timestamp without time zone", "datetime2(6)")]
    [TestCase("datetimeoffset(7)", "timestamp with time zone", "datetimeoffset(6)")]
    [TestCase("datetimeoffset(0)", "timestamp(0) with time zone", "datetimeoffset(0)")]
    [TestCase("time(7)", "time without time zone", "time(6)")]
    [TestCase("varbinary(10)", "bytea", "varbinary(max)")]
    [TestCase("rowversion", "bytea", "varbinary(max)")]
    [TestCase("geography", "bytea", "varbinary(max)")]
    [TestCase("sql_variant", "text", "nvarchar(max)")]
    [TestCase("uniqueidentifier", "uuid", "uniqueidentifier")]
    [TestCase("xml", "xml", "xml")]
    [TestCase("float", "double precision", "float")]
    public void A_neutral_type_is_declared_and_its_column_found_again_as_what_it_keeps(
        string neutral, string declared, string kept)
    {
        using var target = _database.Open();
        var table = Dialect.Table("Some schema", $"t {neutral}");
        var column = new RowColumn("c", TestDatabase.Type(neutral));

        target.CreateTable(table, [column]);

        Assert.That(Dialect.Declare(column), Is.EqualTo($"\"c\" {declared}"));
        Assert.That(Dialect.Kept(column.Type), Is.EqualTo(TestDatabase.Type(kept)));
        Assert.That(target.Columns(table)[0].Type, Is.EqualTo(TestDatabase.Type(kept)));
    }

    [TestCase("datetime2(7)", "2026-02-01 10:00:00.1234567", "2026-02-01 10:00:00.123456")]
    [TestCase("datetimeoffset(7)", "2026-02-01 10:00:00.1234567 +00:00", "2026-02-01 10:00:00.123456 +00:00")]
    [TestCase("datetime2(6)", "2026-02-01 10:00:00.123456", "2026-02-01 10:00:00.123456")]
    [TestCase("date", "2026-02-01", "2026-02-01")]
    [TestCase("bigint", "7", "7")]
    public void A_bound_has_no_digits_that_the_server_would_round(string type, string text, string expected)
    {
        Assert.That(TypedValue.TryParse(TestDatabase.Type(type), text, out var value, out _), Is.True);

        Assert.That($"{Dialect.Bound(value!, isBefore: false)}", Is.EqualTo(expected));
    }

    [TestCase("varchar(8000)", 8000)]
    [TestCase("nvarchar(50)", 50)]
    [TestCase("char(5)", 5)]
    [TestCase("nvarchar(max)", 0)]
    [TestCase("int", 0)]
    public void Lengths_count_characters(string type, int lengthMax)
    {
        var limits = Dialect.Limits(new RowColumn("c", TestDatabase.Type(type)));

        Assert.That((limits.LengthUnit, limits.LengthMax), Is.EqualTo((LengthUnit.Characters, lengthMax)));
    }

    [Test]
    public void A_declaration_of_its_own_limits_the_length_and_one_of_another_platform_does_not()
    {
        var text = TestDatabase.Type("nvarchar(max)");
        RowColumn Column(string platform) =>
            new("c", text) { Native = new NativeType(platform, "character varying(5000)") };

        Assert.That(Dialect.Limits(Column("PostgreSQL")).LengthMax, Is.EqualTo(5000));
        Assert.That(Dialect.Limits(Column("Another")).LengthMax, Is.Zero);
        Assert.That(Dialect.Declare(Column("Another")), Is.EqualTo("\"c\" text"));
    }

    [Test]
    public void Every_neutral_type_has_a_declaration()
    {
        foreach (var kind in Enum.GetValues<SqlTypeKind>())
        {
            var declared = Dialect.Declare(new RowColumn("c", new SqlType(kind, 1, 1), Nullable: false));

            Assert.That(declared, Does.StartWith("\"c\" ").And.EndWith(" NOT NULL"));
        }
    }
}
