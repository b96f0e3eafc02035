namespace Orchestrator.Cli.Tests.Imports;

/// <summary>What statements make.</summary>
internal sealed class SqlTablesTests
{
    private ScriptSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new ScriptSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("int", "int")]
    [TestCase("INTEGER", "int")]
    [TestCase("numeric(9, 2)", "decimal(9,2)")]
    [TestCase("decimal", "decimal(18,0)")]
    [TestCase("float(24)", "real")]
    [TestCase("double precision", "float")]
    [TestCase("varchar", "varchar(1)")]
    [TestCase("nvarchar(max)", "nvarchar(max)")]
    [TestCase("national character varying(7)", "nvarchar(7)")]
    [TestCase("datetime2", "datetime2(7)")]
    [TestCase("time(0)", "time(0)")]
    [TestCase("sys.geography", "geography")]
    [TestCase("hierarchyid", "hierarchyid")]
    [TestCase("xml", "xml")]
    [TestCase("sql_variant", "sql_variant")]
    [TestCase("sysname", "nvarchar(128) NOT NULL")]
    [TestCase("sysname NULL", "nvarchar(128)")]
    [TestCase("rowversion", "rowversion NOT NULL")]
    [TestCase("timestamp", "rowversion NOT NULL")]
    [TestCase("dbo.Flag", "bit NOT NULL = [dbo].[Flag]")]
    [TestCase("Flag NULL", "bit = [dbo].[Flag]")]
    [TestCase("varchar(5) COLLATE Greek_CI_AS", "varchar(5) = varchar(5) COLLATE Greek_CI_AS")]
    [TestCase("int SPARSE NULL", "int")]
    [TestCase("int IDENTITY", "int NOT NULL identity")]
    [TestCase("int DEFAULT (getdate())", "int DEFAULT (getdate())")]
    public void A_type_is_what_the_server_makes_of_it(string written, string told)
    {
        var content = _solution.Of($"CREATE TYPE dbo.Flag FROM bit NOT NULL;\nGO\nCREATE TABLE dbo.T (a {written});");

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])[$"a {told}"]));
    }

    [TestCase("Id * 2", "int")]
    [TestCase("ISNULL(Name, 'x')", "nvarchar(9) NOT NULL")]
    [TestCase("Name + N'ab'", "nvarchar(11)")]
    [TestCase("CONCAT(Name, N' ', Name)", "nvarchar(19)")]
    [TestCase("CAST(Id AS varchar)", "varchar(30)")]
    [TestCase("CONVERT(date, Name)", "date")]
    [TestCase("Price * Price", "decimal(13,4)")]
    [TestCase("Price + Price", "decimal(7,2)")]
    [TestCase("Price / Price", "decimal(15,9)")]
    [TestCase("(1.0 - Cost) * Id", "decimal(30,4)")]
    [TestCase("ISNULL((Money * ((1.0) - Money)) * Small, (0.0))", "decimal(38,6) NOT NULL")]
    [TestCase("YEAR(Name)", "int")]
    [TestCase("CASE WHEN Id > 1 THEN Id ELSE NULL END", "int")]
    [TestCase("dbo.Zeros(Id)", "varchar(8)")]
    [TestCase("JSON_QUERY(Name, N'$.a')", "nvarchar(max)")]
    [TestCase("-Id", "int")]
    [TestCase("-CAST(Id AS tinyint)", "?")]
    [TestCase("Price * 2", "?")]
    [TestCase("dbo.Nowhere(Id)", "?")]
    [TestCase("LEFT(Name, 3)", "?")]
    public void A_computed_column_has_the_type_of_the_rules_or_none(string expression, string told)
    {
        var content = _solution.Of($"""
            CREATE FUNCTION dbo.Zeros (@n int) RETURNS varchar(8) AS BEGIN RETURN '0' END
            GO
            CREATE TABLE dbo.T (
              Id int NOT NULL, Name nvarchar(9) NULL, Price decimal(6, 2) NULL, Cost decimal(18, 4) NULL,
              Money money NULL, Small smallint NULL, x AS {expression});
            """);

        Assert.That(ScriptSolution.Columns(content, "dbo.T")[^1], Does.StartWith($"x {told} AS "));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo(
            told == "?" ? ["db/script.sql:5:42 ORC6158"] : Array.Empty<string>()));
        Assert.That(content.IsPartial, Is.False);
        Assert.That(content.Movable.Single().Columns, Has.Count.EqualTo(told == "?" ? 6 : 7));
    }

    [Test]
    public void A_key_with_a_column_that_no_object_reads_is_no_key_of_the_object()
    {
        var content = _solution.Of(
            "CREATE TABLE dbo.T (a int NOT NULL, b AS (dbo.Nowhere(a)) PERSISTED NOT NULL, PRIMARY KEY (a, b));");

        Assert.That(content.Tables.Single().PrimaryKey, Is.EqualTo((string[])["a", "b"]));
        Assert.That(content.Movable.Single().PrimaryKey, Is.Empty);
    }

    [Test]
    public void Changes_are_made_in_whatever_file_they_stand()
    {
        _solution.Write("db/1_alter.sql", """
            ALTER TABLE T ADD b varchar(9) NOT NULL CONSTRAINT DF_b DEFAULT 'x', c int NULL;
            ALTER TABLE T ADD CONSTRAINT PK_T PRIMARY KEY (a), CONSTRAINT UQ_b UNIQUE (b);
            ALTER TABLE T ADD CONSTRAINT DF_a DEFAULT (7) FOR a;
            ALTER TABLE T ALTER COLUMN c bigint NOT NULL;
            ALTER TABLE T DROP COLUMN d;
            CREATE UNIQUE INDEX IX_c ON T (c);
            CREATE UNIQUE INDEX IX_some ON T (c) WHERE c > 0;
            CREATE INDEX IX_many ON T (b);
            """);
        _solution.Write("db/2_table.sql", "CREATE TABLE dbo.T (a int NOT NULL, d int NULL, CHECK (a > 0));");

        var content = _solution.Read("db");

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])[
            "a int NOT NULL DEFAULT (7)", "b varchar(9) NOT NULL DEFAULT 'x'", "c bigint NOT NULL",
        ]));
        var table = content.Tables.Single();
        Assert.That(table.PrimaryKey, Is.EqualTo((string[])["a"]));
        Assert.That(table.UniqueKeys.Select(key => key.Name), Is.EqualTo((string[])["IX_c", "UQ_b"]));
    }

    [Test]
    public void Keys_without_a_name_get_one_and_name_columns_as_they_are_declared()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.A (Id int PRIMARY KEY, Code char(2) UNIQUE, INDEX ix UNIQUE (CODE, ID));
            CREATE TABLE dbo.B (
              Id int NOT NULL, a INT REFERENCES A, other int FOREIGN KEY REFERENCES dbo.Elsewhere (x));
            """);

        var (a, b) = (content.Tables[0], content.Tables[1]);
        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(ScriptSolution.Columns(content, "dbo.A")[0], Is.EqualTo("Id int NOT NULL"));
        Assert.That(a.UniqueKeys.Select(key => $"{key.Name} {string.Join('+', key.Columns)}"),
            Is.EqualTo((string[])["UQ_A_Code Code", "ix Code+Id"]));
        Assert.That(b.ForeignKeys.Select(key => $"{key.Name} {key.To} {string.Join('+', key.ToColumns)}"),
            Is.EqualTo((string[])["FK_B_a dbo.A Id", "FK_B_other dbo.Elsewhere x"]));
    }

    [Test]
    public void A_temporal_table_hides_what_is_hidden_and_its_history_is_no_table()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.T_History (Id int NOT NULL, f datetime2 NOT NULL, t datetime2 NOT NULL);
            CREATE TABLE dbo.T (
              Id int NOT NULL PRIMARY KEY NONCLUSTERED, f datetime2 GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,
              t datetime2 GENERATED ALWAYS AS ROW END NOT NULL, PERIOD FOR SYSTEM_TIME (f, t))
            WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.T_History), MEMORY_OPTIMIZED = ON);
            """);

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(content.Tables.Select(table => $"{table.Name}"), Is.EqualTo((string[])["dbo.T"]));
        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])[
            "Id int NOT NULL", "t datetime2(7) NOT NULL AS period",
        ]));
    }

    [Test]
    public void What_is_made_only_while_something_runs_makes_no_table()
    {
        var content = _solution.Of("""
            CREATE PROCEDURE dbo.p AS CREATE TABLE dbo.InProcedure (a int);
            GO
            CREATE TABLE #temporary (a int);
            DECLARE @t TABLE (a int);
            IF OBJECT_ID('dbo.T') IS NULL BEGIN CREATE TABLE dbo.T (a int) END
            CREATE TABLE dbo.Dropped (a int);
            DROP TABLE dbo.Dropped;
            EXEC sp_executesql N'CREATE TABLE dbo.Said (a int)';
            """);

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["Said", "T"]));
    }

    [Test]
    public void A_view_that_a_script_takes_back_is_the_one_that_it_makes_behind_that()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.A (Id int NOT NULL, Name nvarchar(9) NOT NULL);
            GO
            CREATE VIEW dbo.V AS SELECT Id FROM dbo.A;
            GO
            DROP VIEW IF EXISTS dbo.V;
            GO
            CREATE VIEW dbo.V AS SELECT Name FROM dbo.A;
            """);

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(ScriptSolution.Columns(content, "dbo.V"), Is.EqualTo((string[])["Name nvarchar(9) NOT NULL"]));
    }

    [Test]
    public void A_view_has_the_columns_of_its_query()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.A (Id int NOT NULL, Name nvarchar(9) NOT NULL);
            CREATE TABLE dbo.B (Id bigint NOT NULL, Total money NULL);
            CREATE SYNONYM dbo.S FOR dbo.B;
            GO
            CREATE VIEW dbo.V (one, two, three) AS
              WITH c AS (SELECT Id, SUM(Total) AS Total FROM S GROUP BY Id)
              SELECT a.Id, c.Total, COUNT(*) FROM A a LEFT JOIN c ON c.Id = a.Id;
            GO
            CREATE VIEW dbo.OfView AS SELECT V.*, x.Id AS other FROM V CROSS JOIN (SELECT Id FROM B) x
            GO
            CREATE VIEW dbo.Both AS SELECT Id FROM A UNION ALL SELECT Id FROM B
            GO
            CREATE VIEW dbo.Unknown AS SELECT * FROM elsewhere.T
            """);

        Assert.That(ScriptSolution.Columns(content, "dbo.V"), Is.EqualTo((string[])[
            "one int NOT NULL", "two money", "three int",
        ]));
        Assert.That(ScriptSolution.Columns(content, "dbo.OfView"), Is.EqualTo((string[])[
            "one int NOT NULL", "two money", "three int", "other bigint NOT NULL",
        ]));
        Assert.That(ScriptSolution.Columns(content, "dbo.Both"), Is.EqualTo((string[])["Id bigint NOT NULL"]));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/script.sql:13:1 ORC6160"]));
    }

    [TestCase("CREATE TABLE dbo.T (a dbo.Nowhere)", "ORC6155")]
    [TestCase("CREATE TABLE dbo.T (a int);\nCREATE TABLE DBO.t (a bigint)", "ORC6156")]
    [TestCase("ALTER TABLE dbo.Nowhere ADD a int", "ORC6157")]
    [TestCase("CREATE TABLE dbo.T (a int, PRIMARY KEY (b))", "ORC6157")]
    [TestCase("CREATE TABLE dbo.T (a int)\nALTER TABLE dbo.T ALTER COLUMN b int", "ORC6157")]
    [TestCase("USE One\nCREATE TABLE dbo.T (a int)\nGO\nUSE Two\nCREATE TABLE dbo.U (a int)", "ORC6159")]
    [TestCase("CREATE TABLE One.dbo.T (a int)\nGO\nCREATE TABLE Two.dbo.U (a int)", "ORC6159")]
    public void What_is_missing_is_an_error(string script, string code)
    {
        var content = _solution.Of(script);

        Assert.That(content.Problems.Select(each => each.Code), Is.EqualTo((string[])[code]));
        Assert.That(content.IsPartial, Is.True);
    }

    [TestCase("CREATE TABLE dbo.T (a int) AS NODE")]
    [TestCase("SELECT 1 AS a INTO dbo.T")]
    [TestCase("EXEC sp_rename 'dbo.A', 'B'")]
    [TestCase("ALTER SCHEMA sales TRANSFER dbo.A")]
    public void What_is_not_followed_is_a_warning(string script)
    {
        var content = _solution.Of(script);

        Assert.That(content.Problems.Select(each => each.Code), Is.EqualTo((string[])["ORC6160"]));
        Assert.That(content.IsPartial, Is.False);
    }

    [Test]
    public void The_order_of_files_changes_nothing()
    {
        string[] parts =
        [
            "CREATE VIEW dbo.V AS SELECT t.a, t.b, s.Code FROM dbo.S AS s JOIN dbo.T AS t ON t.a = s.a;",
            "ALTER TABLE dbo.T ADD CONSTRAINT PK_T PRIMARY KEY (a);\nCREATE UNIQUE INDEX IX ON dbo.T (c);",
            "CREATE TABLE dbo.T (a int NOT NULL, b AS (dbo.F(a)), c dbo.Code, h int REFERENCES dbo.U);",
            "CREATE FUNCTION dbo.F (@a int) RETURNS decimal(9, 3) AS BEGIN RETURN 1 END",
            "CREATE TYPE dbo.Code FROM nvarchar(7) NOT NULL;", "CREATE SYNONYM dbo.S FOR dbo.U;",
            "CREATE TABLE dbo.U (a int PRIMARY KEY, Code dbo.Code NULL);",
        ];

        var told = Enumerable.Range(0, parts.Length).Select(turn => Told([.. parts[turn..], .. parts[..turn]]))
            .Append(Told([.. Enumerable.Reverse(parts)])).Distinct().ToArray();

        Assert.That(told, Has.Length.EqualTo(1));
        Assert.That(told[0], Does.Contain("b decimal(9,3)").And.Contain("c nvarchar(7) NOT NULL = [dbo].[Code]")
            .And.Contain("dbo.U(a)").And.Not.Contain("ORC"));
    }

    private string Told(string[] parts)
    {
        foreach (var (i, part) in parts.Index())
        {
            _solution.Write($"db/{i}.sql", part);
        }

        var content = _solution.Read("db");
        return string.Join('\n', content.Problems.Select(each => each.Code).Concat(content.Tables.SelectMany(table =>
            ScriptSolution.Columns(content, $"{table.Name}")
                .Append($"{table.Name}: {string.Join('+', table.PrimaryKey)}")
                .Concat(table.UniqueKeys.Select(key => key.Name))
                .Concat(table.ForeignKeys.Select(key => $"{key.To}({string.Join('+', key.ToColumns)})")))));
    }

    [Test]
    public void A_column_or_key_that_is_added_again_is_there_once()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.T (a int NOT NULL, b varchar(9) NULL CONSTRAINT UQ_B UNIQUE);
            GO
            IF COL_LENGTH('dbo.T', 'b') IS NULL ALTER TABLE dbo.T ADD B varchar(9) NULL;
            ALTER TABLE dbo.T ADD CONSTRAINT UQ_B UNIQUE (b);
            ALTER TABLE dbo.T ADD b varchar(8) NULL;
            """);

        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])["a int NOT NULL", "b varchar(9)"]));
        Assert.That(content.Tables.Single().UniqueKeys, Has.Count.EqualTo(1));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/script.sql:5:23 ORC6156"]));
    }

    [Test]
    public void An_index_that_is_dropped_is_no_key_and_what_changes_a_table_that_is_left_out_is_no_mistake()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.T (a int NULL, b int NULL);
            CREATE UNIQUE INDEX IX ON dbo.T (a);
            DROP INDEX IF EXISTS IX ON dbo.T;
            DROP INDEX IX ON dbo.Gone;
            CREATE UNIQUE INDEX IY ON dbo.T (b);
            CREATE TABLE dbo.N (a int) AS NODE;
            ALTER TABLE dbo.N ADD b int;
            """);

        Assert.That(content.Tables.Single().UniqueKeys.Select(key => key.Name), Is.EqualTo((string[])["IY"]));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/script.sql:6:1 ORC6160"]));
    }

    [Test]
    public void Columns_that_are_dropped_at_once_are_gone()
    {
        var content = _solution.Of("""
            CREATE TABLE dbo.T (a int NULL, b int NULL, c int NULL, d int NULL CONSTRAINT UQ_D UNIQUE);
            ALTER TABLE dbo.T DROP COLUMN b, c, CONSTRAINT UQ_D;
            """);

        Assert.That(ScriptSolution.Columns(content, "dbo.T"), Is.EqualTo((string[])["a int", "d int"]));
        Assert.That(content.Tables.Single().UniqueKeys, Is.Empty);
    }

    [Test]
    public void The_same_statement_twice_is_no_mistake()
    {
        _solution.Write("db/a.sql", "CREATE TABLE dbo.T (a int); -- once");
        _solution.Write("db/b.sql", "CREATE  TABLE\n dbo.T (a int);");

        Assert.That(ScriptSolution.Problems(_solution.Read("db")), Is.Empty);
    }
}
