using System.Text.RegularExpressions;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What the driver makes of the server's catalog, and what it does with it.</summary>
internal sealed partial class CatalogTests
{
    private static readonly TableName Table = new("crm", "Customer");

    private static readonly string[] CatalogColumns =
    [
        "name nvarchar(128)", "type nvarchar(128)", "max_length smallint", "precision tinyint", "scale tinyint",
        "is_nullable bit", "alias nvarchar(300)", "collation nvarchar(128)", "code_page int", "source varchar(10)",
    ];

    [TestCase("int", 4, 10, 0, "int")]
    [TestCase("numeric", 9, 12, 2, "decimal(12,2)")]
    [TestCase("money", 8, 19, 4, "money")]
    [TestCase("float", 8, 53, 0, "float")]
    [TestCase("real", 4, 24, 0, "real")]
    [TestCase("nvarchar", 100, 0, 0, "nvarchar(50)")]
    [TestCase("nvarchar", -1, 0, 0, "nvarchar(max)")]
    [TestCase("nchar", 20, 0, 0, "nchar(10)")]
    [TestCase("varbinary", -1, 0, 0, "varbinary(max)")]
    [TestCase("binary", 16, 0, 0, "binary(16)")]
    [TestCase("time", 5, 16, 7, "time(7)")]
    [TestCase("datetime2", 8, 27, 3, "datetime2(3)")]
    [TestCase("datetimeoffset", 10, 34, 0, "datetimeoffset(0)")]
    [TestCase("datetime", 8, 23, 3, "datetime")]
    [TestCase("smalldatetime", 4, 16, 0, "smalldatetime")]
    [TestCase("timestamp", 8, 0, 0, "rowversion")]
    [TestCase("sql_variant", 8016, 0, 0, "sql_variant")]
    [TestCase("text", 16, 0, 0, "text")]
    [TestCase("image", 16, 0, 0, "image")]
    [TestCase("xml", -1, 0, 0, "xml")]
    [TestCase("hierarchyid", 892, 0, 0, "hierarchyid")]
    [TestCase("geography", -1, 0, 0, "geography")]
    public void A_type_of_the_catalog_is_its_neutral_one(
        string name, int bytes, int precision, int scale, string expected)
    {
        var found = Found(Row("c", name, bytes, precision, scale));

        Assert.That(found, Is.EqualTo(new[] { new RowColumn("c", Databases.Type(expected)) }));
    }

    [TestCase("varchar", "Latin1_General_CI_AS", 1252, 1252, "varchar(20) COLLATE Latin1_General_CI_AS")]
    [TestCase("char", "Japanese_CI_AS", 932, 932, "char(20) COLLATE Japanese_CI_AS")]
    [TestCase("varchar", "Latin1_General_100_CI_AS_SC_UTF8", 65001, 0,
        "varchar(20) COLLATE Latin1_General_100_CI_AS_SC_UTF8")]
    [TestCase("nvarchar", "Latin1_General_CI_AS", 1252, 0, "nvarchar(10) COLLATE Latin1_General_CI_AS")]
    public void Text_keeps_its_collation_and_knows_its_code_page(
        string type, string collation, int codePage, int kept, string declared)
    {
        var column = Found(Row("c", type, 20, collation: collation, codePage: codePage)).Single();

        Assert.That(
            column.Native, Is.EqualTo(new NativeType("SQL Server", declared) { CodePage = kept }));
        Assert.That(Databases.Platform.Dialect.Limits(column).CodePage, Is.EqualTo(kept));
    }

    [Test]
    public void An_alias_type_is_declared_as_itself_and_kept_as_its_base()
    {
        var column = Found(Row("c", "nvarchar", 100, alias: "[dbo].[Name]")).Single();

        Assert.That(column.Type, Is.EqualTo(Databases.Type("nvarchar(50)")));
        Assert.That(Databases.Platform.Dialect.Declare(column), Is.EqualTo("[c] [dbo].[Name] NULL"));
    }

    [TestCase("", ValueSource.Rows)]
    [TestCase("identity", ValueSource.Identity)]
    [TestCase("computed", ValueSource.Server)]
    [TestCase("period", ValueSource.Server)]
    [TestCase("rowversion", ValueSource.Server)]
    public void It_is_known_where_the_values_of_a_column_come_from(string source, ValueSource expected)
    {
        Assert.That(Found(Row("c", "int", 4, source: source)).Single().Source, Is.EqualTo(expected));
    }

    [Test]
    public void A_type_that_nobody_knows_is_refused_by_name()
    {
        var refused = Assert.Throws<DataRefusedException>(() => Found(Row("c", "vector", 20)))!;

        Assert.That((refused.Code, refused.Column), Is.EqualTo(("ORC3411", "c")));
        Assert.That(refused.Message, Does.Contain("vector").And.Contain("crm.Customer"));
    }

    [Test]
    public void Columns_of_a_load_take_the_collation_of_the_table_or_of_the_database()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(Columns(), reply => reply.Rows(
            CatalogColumns, Row("NAME", "varchar", 20, collation: "Greek_CI_AS", codePage: 1253)));
        scripted.Server.On(DatabaseCollation(), reply => reply.Value("int", 1250));
        using var database = scripted.Open();

        var complete = database.Complete(Table,
        [
            new("Id", Databases.Type("int")), new("Name", Databases.Type("varchar(20)")),
            new("City", Databases.Type("varchar(20)")),
        ]);

        Assert.That(complete.Select(column => column.Native), Is.EqualTo(new[]
        {
            null,
            new NativeType("SQL Server", "varchar(20) COLLATE Greek_CI_AS") { CodePage = 1253 },
            new NativeType("SQL Server", "varchar(20)") { CodePage = 1250 },
        }));
    }

    [TestCase("Id", true)]
    [TestCase("Name", false)]
    public void Numbers_are_kept_only_where_a_named_column_is_counted(string named, bool isKept)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(Identity(), reply => reply.Value("nvarchar(128)", "ID"));
        scripted.Server.On(new Regex("^SET IDENTITY_INSERT"), _ => { });
        using var database = scripted.Open();

        database.KeepIdentity(Table, [named])?.Dispose();

        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.Contains("IDENTITY", StringComparison.Ordinal)),
            Is.EqualTo(isKept
                ? new[]
                {
                    "batch SET IDENTITY_INSERT [crm].[Customer] ON",
                    "batch SET IDENTITY_INSERT [crm].[Customer] OFF",
                }
                : []));
    }

    [Test]
    public void A_marker_that_is_held_is_waited_for_with_its_holder()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("READPAST"), reply => reply.Value("int", 0));
        scripted.Server.On(new Regex("READPAST"), reply => reply.Value("int", 1)).Times(2);
        scripted.Server.On(new Regex("lockres"), reply => reply.Value("nvarchar(300)", "run 12 (Stage/customer)"));
        scripted.Server.On("UPDATE m SET step = 1", reply => reply.Done(1));
        var told = new List<string?>();
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        var changed = database.ExecuteOnMarker(
            "UPDATE m SET step = 1", told.Add, ("schema", "CRM"), ("name", "CUSTOMER"));

        Assert.That(changed, Is.EqualTo(1));
        Assert.That(told, Is.EqualTo(new[] { "run 12 (Stage/customer)", null }));
    }

    [Test]
    public void A_holder_that_may_not_be_seen_is_another_session()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("READPAST"), reply => reply.Value("int", 0));
        scripted.Server.On(new Regex("READPAST"), reply => reply.Value("int", 1)).Times(1);
        scripted.Server.On(new Regex("lockres"), reply => reply.Error(300, "VIEW SERVER STATE permission was denied."));
        scripted.Server.On("UPDATE m SET step = 1", reply => reply.Done(1));
        var told = new List<string?>();
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        database.ExecuteOnMarker("UPDATE m SET step = 1", told.Add, ("schema", "CRM"), ("name", "CUSTOMER"));

        Assert.That(told, Is.EqualTo(new[] { "another session", null }));
    }

    [Test]
    public void An_exchange_waits_for_the_table_in_short_tries()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET|SAVE|ROLLBACK|DROP|ALTER|EXEC|DELETE)"), _ => { });
        scripted.Server.On(KindOf(), reply => reply.Value("nvarchar(20)", "table"));
        scripted.Server.On(new Regex("TABLOCKX"), reply => reply.Rows(["x int"]));
        scripted.Server.On(new Regex("TABLOCKX"), reply => reply.Error(1222, "Lock request time out.")).Times(1);
        scripted.Server.On(new Regex("dm_tran_locks"), reply => reply.Value("nvarchar(300)", "session 60 (reports)"));
        var told = new List<string?>();
        using var database = scripted.Open(heldUp: told.Add);
        database.Begin(CancellationToken.None);

        database.Exchange(new TableName("orchestrator", "load_1"), Table, []);

        Assert.That(told, Is.EqualTo(new[] { "lock of crm.Customer, held by session 60 (reports)", null }));
        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.StartsWith("batch", StringComparison.Ordinal)).Skip(1),
            Is.EqualTo(new[]
            {
                "batch SET XACT_ABORT OFF; SET LOCK_TIMEOUT 500",
                "batch SAVE TRANSACTION take_table",
                "batch SELECT TOP (1) 1 FROM [crm].[Customer] WITH (TABLOCKX, HOLDLOCK)",
                "batch ROLLBACK TRANSACTION take_table",
                "batch SAVE TRANSACTION take_table",
                "batch SELECT TOP (1) 1 FROM [crm].[Customer] WITH (TABLOCKX, HOLDLOCK)",
                "batch SET LOCK_TIMEOUT -1; SET XACT_ABORT ON",
                "batch DROP TABLE [crm].[Customer]",
                "batch ALTER SCHEMA [crm] TRANSFER [orchestrator].[load_1]",
                "batch EXEC sp_rename N'[crm].[load_1]', N'Customer', 'OBJECT'",
            }));
    }

    [Test]
    public void Columns_are_added_in_short_tries_all_or_none()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET|SAVE|ROLLBACK|ALTER)"), _ => { });
        scripted.Server.On(new Regex("ADD .b."), reply => reply.Error(1222, "Lock request time out.")).Times(1);
        scripted.Server.On(new Regex("dm_tran_locks"), reply => reply.Value("nvarchar(300)", "session 60 (reports)"));
        var told = new List<string?>();
        using var database = scripted.Open(heldUp: told.Add);
        database.Begin(CancellationToken.None);

        database.AddColumns(Table, [new("a", Databases.Type("int"), true), new("b", Databases.Type("date"), true)]);

        AssertHeldUpOnce(scripted, told,
            "ALTER TABLE [crm].[Customer] ADD [a] int NULL", "ALTER TABLE [crm].[Customer] ADD [b] date NULL");
    }

    [Test]
    public void What_is_put_aside_is_taken_in_the_same_short_tries_as_the_table()
    {
        using var scripted = new ScriptedDatabase();
        string[] parts =
        [
            "what nvarchar(99)", "remove nvarchar(99)", "restore nvarchar(99)", "violators nvarchar(99)",
            "child_schema nvarchar(128)", "child_name nvarchar(128)",
        ];
        scripted.Server.On(new Regex("^(SET|SAVE|ROLLBACK|DISABLE|ALTER)"), _ => { });
        scripted.Server.On(new Regex("^SELECT TOP"), reply => reply.Rows(["x int"]));
        scripted.Server.On(new Regex("sys.foreign_keys"), reply => reply.Rows(
            parts, ["trigger noted", "DISABLE TRIGGER a ON b", "ENABLE 1", "", "", ""],
            ["foreign key to_t", "ALTER TABLE b NOCHECK CONSTRAINT c", "ALTER 2 CHECK", "SELECT 2", "crm", "Order"]));
        scripted.Server.On(new Regex("^ALTER"), reply => reply.Error(1222, "Lock request time out.")).Times(1);
        scripted.Server.On(new Regex("dm_tran_locks"), reply => reply.Value("nvarchar(300)", "session 60 (reports)"));
        var told = new List<string?>();
        using var database = scripted.Open(heldUp: told.Add);
        database.Begin(CancellationToken.None);

        var aside = database.SetAside(Table, new AsideKinds(true, true, true));

        Assert.That(aside.Select(part => part.Shown), Is.EqualTo(new[] { null, new TableName("crm", "Order") }));
        AssertHeldUpOnce(scripted, told,
            "SELECT TOP (1) 1 FROM [crm].[Customer] WITH (TABLOCKX, HOLDLOCK)", "DISABLE TRIGGER a ON b",
            "ALTER TABLE b NOCHECK CONSTRAINT c");
    }

    [Test]
    public void Names_that_are_put_together_keep_what_XML_would_escape()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET|SAVE|DECLARE)"), _ => { });
        scripted.Server.On(new Regex("^SELECT TOP"), reply => reply.Rows(["x int"]));
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        database.SetAside(Table, new AsideKinds(true, true, true));

        // The one within a text is of the statement that shows values.
        var asked = scripted.Server.Recorder.Of(1).Single(line => line.Contains("sys.triggers"));
        Assert.That(Regex.Count(asked, @"FOR XML PATH\(''\), TYPE\)\.value\('\.', 'nvarchar\(max\)'\)"), Is.EqualTo(3));
        Assert.That(Regex.Count(asked, @"FOR XML PATH\(''\)\)"), Is.Zero);
    }

    [Test]
    public void A_key_that_nobody_shows_is_told_as_one_that_may_delete()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("sys.foreign_keys"), reply => reply.Rows(["what nvarchar(300)"]));
        scripted.Server.On(new Regex("TableHasForeignRef"), reply => reply
            .Rows(["what nvarchar(300)"]).Rows(["what nvarchar(300)"], ["foreign key that is not shown"]));
        using var database = scripted.Open();

        Assert.That(database.Cascades(Table), Is.EqualTo(new[] { "foreign key that is not shown" }));
    }

    [Test]
    public void Indexes_that_keep_nothing_unique_are_no_keys_and_those_that_are_none_stay_where_they_are()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET|SAVE|DECLARE|SELECT TOP|WITH|SELECT c.name)"), _ => { });
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        database.Tables();
        database.SetAside(Table, new AsideKinds(true, true, true));

        var asked = scripted.Server.Recorder.Of(1).Where(line => line.Contains("sys.indexes AS i")).ToArray();
        Assert.That(asked, Has.Length.EqualTo(2));
        Assert.That(asked, Has.All.Contains("AND i.is_disabled = 0 AND i.is_hypothetical = 0"));
    }

    [Test]
    public void What_a_trigger_changes_is_not_what_the_statement_changed()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On("INSERT INTO t DEFAULT VALUES", reply => reply.Done(500).Done(3));
        using var database = scripted.Open();

        Assert.That(database.Execute("INSERT INTO t DEFAULT VALUES"), Is.EqualTo(3));
    }

    [Test]
    public void Tables_come_with_columns_and_keys_in_two_statements()
    {
        using var scripted = new ScriptedDatabase();
        string[] parts =
        [
            "schema nvarchar(128)", "name nvarchar(128)", "kind varchar(20)", "key nvarchar(128)",
            "column nvarchar(128)", "to_schema nvarchar(128)", "to nvarchar(128)", "to_column nvarchar(128)",
            "place int",
        ];
        scripted.Server.On(new Regex("sys.foreign_key_columns"), reply => reply.Rows(
            parts,
            ["crm", "Order", "table", "", "", "", "", "", 0], ["CRM", "Customer", "table", "", "", "", "", "", 0],
            ["crm", "Recent", "view", "", "", "", "", "", 0],
            ["crm", "Order", "primary key", "PK", "A", "", "", "", 1],
            ["crm", "Order", "primary key", "PK", "B", "", "", "", 2],
            ["crm", "Order", "unique key", "UQ", "B", "", "", "", 1],
            ["crm", "Order", "foreign key", "FK", "A", "crm", "customer", "Id", 1]));
        scripted.Server.On(new Regex("sys.default_constraints"), reply => reply.Rows(
            [
                .. CatalogColumns, "schema nvarchar(128)", "table nvarchar(128)", "default nvarchar(max)",
                "computed nvarchar(max)", "identity varchar(10)",
            ],
            [.. Row("A", "int", 4, source: "identity"), "crm", "Order", null, null, "identity"],
            [.. Row("B", "varchar", 9, collation: "Greek_CI_AS", codePage: 1253), "crm", "Order", "('x')", null, null],
            [.. Row("C", "int", 4, source: "computed"), "crm", "Order", null, "([A]+1)", null],
            [.. Row("D", "vector", 4), "crm", "Order", null, null, null],
            [.. Row("Id", "int", 4), "CRM", "Customer", null, null, null]));
        using var database = scripted.Open(isTarget: false);

        var tables = database.Tables();

        Assert.That(
            tables.Select(table => $"{table.Name} {table.Kind}"),
            Is.EqualTo(new[] { "CRM.Customer table", "crm.Order table", "crm.Recent view" }));
        var order = tables[1];
        Assert.That(order.PrimaryKey, Is.EqualTo(new[] { "A", "B" }));
        Assert.That(order.UniqueKeys.Single().Columns, Is.EqualTo(new[] { "B" }));
        Assert.That(order.References, Is.EqualTo(new[] { new TableName("CRM", "Customer") }));
        Assert.That(order.ForeignKeys.Single().ToColumns, Is.EqualTo(new[] { "Id" }));
        Assert.That(
            order.Columns.Select(column => (column.Name, $"{column.Type}", column.Source, column.Default,
                column.Identity, column.Expression, column.Native?.Declaration)),
            Is.EqualTo(new (string, string, ValueSource, string, string, string, string?)[]
            {
                ("A", "int", ValueSource.Identity, "", "identity", "", null),
                ("B", "varchar(9)", ValueSource.Rows, "('x')", "", "", "varchar(9) COLLATE Greek_CI_AS"),
                ("C", "int", ValueSource.Server, "", "", "([A]+1)", null),
                ("D", "", ValueSource.Rows, "", "", "", "vector"),
            }));
        Assert.That(scripted.Server.Recorder.Of(1).Count(line => line.StartsWith("batch", StringComparison.Ordinal)),
            Is.LessThanOrEqualTo(3));
    }

    private static IReadOnlyList<RowColumn> Found(object?[] row)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(Columns(), reply => reply.Rows(CatalogColumns, row));
        using var database = scripted.Open();
        return database.Columns(Table);
    }

    private static object?[] Row(
        string name, string type, int bytes, int precision = 0, int scale = 0, string? alias = null,
        string? collation = null, int? codePage = null, string source = "") =>
        [name, type, (short)bytes, (byte)precision, (byte)scale, true, alias, collation, codePage, source];

    [GeneratedRegex("c.max_length, c.precision")]
    private static partial Regex Columns();

    [GeneratedRegex("databasepropertyex")]
    private static partial Regex DatabaseCollation();

    [GeneratedRegex("c.is_identity = 1$")]
    private static partial Regex Identity();

    [GeneratedRegex("WHEN 'U' THEN 'table'")]
    private static partial Regex KindOf();

    // The statements are tried once in vain, and then once more.
    private static void AssertHeldUpOnce(ScriptedDatabase scripted, List<string?> told, params string[] statements)
    {
        string[] oneTry = ["SAVE TRANSACTION take_table", .. statements];
        string[] all =
        [
            "SET XACT_ABORT OFF; SET LOCK_TIMEOUT 500", .. oneTry, "ROLLBACK TRANSACTION take_table", .. oneTry,
            "SET LOCK_TIMEOUT -1; SET XACT_ABORT ON",
        ];
        Assert.That(told, Is.EqualTo(new[] { "lock of crm.Customer, held by session 60 (reports)", null }));
        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.StartsWith("batch", StringComparison.Ordinal)).Skip(1),
            Is.EqualTo(all.Select(statement => $"batch {statement}")));
    }
}
