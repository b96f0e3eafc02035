using Orchestrator.Core.Types;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class DialectTests
{
    private static readonly SqlServerDialect Dialect = new();

    [TestCase("Name", "[Name]")]
    [TestCase("a]b", "[a]]b]")]
    [TestCase("a'; DROP TABLE x --", "[a'; DROP TABLE x --]")]
    public void Names_are_quoted_with_brackets(string name, string expected)
    {
        Assert.That(Dialect.Quote(name), Is.EqualTo(expected));
    }

    [Test]
    public void What_no_quoting_makes_a_name_is_refused()
    {
        Assert.That(Dialect.ColumnRefusal(""), Is.EqualTo("it is empty"));
        Assert.That(Dialect.ColumnRefusal("a\0b"), Does.Contain("U+0000"));
        Assert.That(Dialect.ColumnRefusal(new string('x', 129)), Does.Contain("128"));
        Assert.That(Dialect.ColumnRefusal(new string('x', 128)), Is.Null);
        Assert.That(() => Dialect.Quote(""), Throws.ArgumentException);
    }

    [TestCase(null, "Customer", "dbo.Customer")]
    [TestCase("crm", "Customer", "crm.Customer")]
    public void A_table_is_in_dbo_unless_a_schema_is_named(string? schema, string name, string expected)
    {
        Assert.That($"{Dialect.Table(schema, name)}", Is.EqualTo(expected));
    }

    [TestCase("sys", "x", "for itself")]
    [TestCase("Information_Schema", "x", "for itself")]
    [TestCase("Orchestrator", "x", "engine's own")]
    [TestCase("dbo", "#x", "temporary")]
    [TestCase("dbo", "orchestrator_x", "engine's own")]
    public void Tables_that_are_not_ours_to_write_are_refused(string schema, string name, string why)
    {
        Assert.That(Dialect.TableRefusal(new TableName(schema, name)), Does.Contain(why));
    }

    [Test]
    [Category("Approved")]
    public void Statements_that_load_rejected_rows_once_more()
    {
        var sql = new ReplayDialect(
            Dialect, new TableName("err", "Customer"),
            new ReplayNames("Attempt", "RowId", "SourceRow", "ReplayedBy", "ReplayedAt"));
        RowColumn[] columns = [new("Id", new SqlType(SqlTypeKind.Int), false)];
        var merge = new MergeDialect(
            Dialect, new TableName("orchestrator", "load_7"), new TableName("crm", "Customer"),
            new KeyedRows(columns, ["Id"], [], []));

        Approved.Check("replay-statements", string.Join("\n\n",
            sql.Count, sql.Read([12, 7]), sql.Mark([12, 7]), sql.Marked, sql.Refuse(["Reason", "Message"]),
            merge.Matched("RowAuditId"), merge.Matched(null)) + "\n");
    }

    [Test]
    public void Old_rejected_rows_are_removed_a_few_at_a_time()
    {
        var sql = new OldRowsDialect(Dialect, new TableName("err", "Customer"), "Attempt", 90, [7, 12]);

        Assert.That(sql.Count, Is.EqualTo("SELECT count_big(*) FROM [err].[Customer] WHERE [Attempt] <= 90 "
            + "AND [Attempt] NOT IN (7, 12)"));
        Assert.That(sql.Remove(2000), Is.EqualTo("DELETE TOP (2000) FROM [err].[Customer] WHERE [Attempt] <= 90 "
            + "AND [Attempt] NOT IN (7, 12)"));
    }

    [Test]
    public void A_load_table_has_a_name_of_its_own_for_each_target_and_attempt()
    {
        var long1 = Dialect.LoadTable(new TableName("a", new string('x', 128)), 1);
        var names = new[]
        {
            Dialect.LoadTable(new TableName("a", "t"), 1), Dialect.LoadTable(new TableName("b", "t"), 1),
            Dialect.LoadTable(new TableName("a", "t"), 2), long1,
        };

        Assert.That(names.Distinct().Count(), Is.EqualTo(4));
        Assert.That(names.Select(name => name.Schema), Is.All.EqualTo("orchestrator"));
        Assert.That(long1.Name, Has.Length.EqualTo(128));
    }

    [TestCase("date", "2026-02-01", "20260201")]
    [TestCase("datetime", "2026-02-01 10:00:00.120", "2026-02-01T10:00:00.12")]
    [TestCase("smalldatetime", "2026-02-01 10:00:00", "2026-02-01T10:00:00")]
    [TestCase("datetime2(7)", "2026-02-01 10:00:00", "2026-02-01T10:00:00")]
    [TestCase("datetimeoffset(7)", "2026-02-01 12:00:00.5 +02:00", "2026-02-01T10:00:00.5+00:00")]
    public void A_bound_is_a_time_that_no_language_reads_otherwise(string type, string text, string expected)
    {
        TypedValue.TryParse(Databases.Type(type), text, out var value, out _);

        Assert.That(Dialect.Bound(value!, isBefore: false), Is.EqualTo(expected));
    }

    [TestCase("date", "2026-02-01 10:00:00.123", "2026-02-01T10:00:00.123")]
    [TestCase("smalldatetime", "2026-02-01 10:00:01", "2026-02-01T10:00:01")]
    [TestCase("datetime", "2026-02-01 10:00:00.1234567", "2026-02-01T10:00:00.1234567")]
    [TestCase("datetime2(3)", "2026-02-01 10:00:00.1234567", "2026-02-01T10:00:00.1234567")]
    [TestCase("datetimeoffset(0)", "2026-02-01 12:00:00.5 +02:00", "2026-02-01T10:00:00.5+00:00")]
    public void A_bound_that_is_finer_than_its_type_keeps_all_digits(string type, string text, string expected)
    {
        TypedValue.TryWiden(Databases.Type(type), text, out var value, out _);

        Assert.That(Dialect.Bound(value!, isBefore: false), Is.EqualTo(expected));
    }

    [TestCase("SELECT a FROM t ;\n", "", "SELECT a FROM t ")]
    [TestCase("; /* b */ WITH x AS (SELECT ')' a), [y (] (a) AS (SELECT a FROM x) -- c\nSELECT a FROM x, y",
        "WITH x AS (SELECT ')' a), [y (] (a) AS (SELECT a FROM x) -- c\n", "SELECT a FROM x, y")]
    [TestCase("with xmlnamespaces ('u' as n), x as (select 1 a) select a from x",
        "with xmlnamespaces ('u' as n), x as (select 1 a) ", "select a from x")]
    [TestCase("WITH", "", "WITH")]
    [TestCase("WITH x AS (SELECT 1", "", "WITH x AS (SELECT 1")]
    [TestCase("SELECT a FROM t WITH (NOLOCK)", "", "SELECT a FROM t WITH (NOLOCK)")]
    public void What_a_query_begins_with_stands_before_the_brackets_around_it(string query, string with, string select)
    {
        var sql = new WatermarkDialect(Dialect, "a");

        Assert.That(sql.Largest(query), Is.EqualTo(
            $"{with}SELECT max([a]) FROM ({select}\n) orchestrator_source"));
        Assert.That(sql.CountWithout(query), Is.EqualTo(
            $"{with}SELECT count_big(*) FROM ({select}\n) orchestrator_source WHERE [a] IS NULL"));
        Assert.That(sql.Between(query, ">", "<="), Is.EqualTo(
            $"{with}SELECT * FROM ({select}\n) orchestrator_source "
            + "WHERE [a] > @orchestrator_from AND [a] <= @orchestrator_to"));
    }

    [Test]
    public void Markers_are_locked_where_they_are_looked_for()
    {
        var markers = new MarkerDialect(Dialect);

        Assert.That(
            Dialect.CreateKey(markers.Table, markers.OneRowPerTable), Does.StartWith("CREATE UNIQUE CLUSTERED INDEX "));
    }

    [Test]
    public void Upper_and_lower_case_are_one()
    {
        Assert.That(Dialect.FirstDuplicate(["Id", "name", "ID"]), Is.EqualTo("ID"));
    }

    [TestCase("rowversion", "server fills it")]
    [TestCase("sql_variant", "become a text")]
    public void Types_that_would_not_keep_their_values_are_refused(string type, string why)
    {
        Assert.That(Dialect.TypeRefusal(Databases.Type(type)), Does.Contain(why));
    }

    [Test]
    public void Statements_count_in_big_numbers_and_take_one_row_by_TOP()
    {
        var table = new TableName("dbo", "T");

        Assert.That(Dialect.Count(table), Is.EqualTo("SELECT count_big(*) FROM [dbo].[T]"));
        Assert.That(
            Dialect.CountDuplicates(table, ["a"]),
            Is.EqualTo("SELECT count_big(*) FROM (SELECT 1 AS one FROM [dbo].[T] WHERE [a] IS NOT NULL "
                + "GROUP BY [a] HAVING count_big(*) > 1) AS repeated"));
        Assert.That(
            Dialect.FirstNull(table, "a", ["b"]),
            Is.EqualTo("SELECT TOP (1) [b] FROM [dbo].[T] WHERE [a] IS NULL"));
    }

    [TestCase("int", "EXISTS (SELECT t.a EXCEPT SELECT s.a)")]
    [TestCase("nvarchar(5)", "EXISTS (SELECT convert(varbinary(max), t.a), datalength(t.a) "
        + "EXCEPT SELECT convert(varbinary(max), s.a), datalength(s.a))")]
    [TestCase("datetimeoffset(0)", "EXISTS (SELECT t.a, datepart(tz, t.a) EXCEPT SELECT s.a, datepart(tz, s.a))")]
    public void Values_are_told_apart_in_every_way(string type, string expected)
    {
        Assert.That(Dialect.AreDistinct(new RowColumn("a", Databases.Type(type)), "t.a", "s.a"), Is.EqualTo(expected));
    }

    [TestCase("money", "[a] >= CONVERT(money, @from) AND [a] < CONVERT(money, @to)")]
    [TestCase("date", "[a] >= CONVERT(date, @from, 121) AND [a] < CONVERT(date, @to, 121)")]
    public void The_limits_of_a_range_become_values_of_the_column(string type, string expected)
    {
        Assert.That(
            Dialect.DeleteRange(new TableName("dbo", "t"), new RowColumn("a", Databases.Type(type)), true, true),
            Is.EqualTo($"DELETE FROM [dbo].[t] WHERE {expected}"));
    }

    [Test]
    public void An_exchange_is_a_drop_and_two_renames()
    {
        var statements = Dialect.Exchange(new TableName("orchestrator", "load_1"), new TableName("dbo", "it's"));

        Assert.That(statements, Is.EqualTo(new[]
        {
            "DROP TABLE [dbo].[it's]",
            "ALTER SCHEMA [dbo] TRANSFER [orchestrator].[load_1]",
            "EXEC sp_rename N'[dbo].[load_1]', N'it''s', 'OBJECT'",
        }));
    }

    [Test]
    public void A_column_keeps_what_its_own_platform_declared()
    {
        var column = new RowColumn("a", new SqlType(SqlTypeKind.VarChar, 5), Nullable: false)
        {
            Native = new NativeType("SQL Server", "varchar(5) COLLATE Greek_CI_AS") { CodePage = 1253 },
        };

        Assert.That(Dialect.Declare(column), Is.EqualTo("[a] varchar(5) COLLATE Greek_CI_AS NOT NULL"));
        Assert.That(Dialect.Limits(column).CodePage, Is.EqualTo(1253));
    }

    [Test]
    public void Bytes_become_a_type_of_the_clr_only_when_told_to()
    {
        RowColumn[] columns = [new("a", Databases.Type("int")), new("b", Databases.Type("hierarchyid"))];

        Assert.That(
            Dialect.Insert(new TableName("dbo", "T"), columns),
            Is.EqualTo("INSERT INTO [dbo].[T] ([a], [b]) VALUES (@p1, CAST(@p2 AS hierarchyid))"));
    }

    [Test]
    public void A_column_is_added_that_takes_NULL()
    {
        var column = new RowColumn("Na]me", new SqlType(SqlTypeKind.NVarChar, 10), Nullable: false);

        Assert.That(
            Dialect.AddColumn(new TableName("dbo", "t"), column),
            Is.EqualTo("ALTER TABLE [dbo].[t] ADD [Na]]me] nvarchar(10) NULL"));
    }

    [Test]
    public void Computed_rows_keep_their_number_and_are_held_against_what_was_computed()
    {
        var table = new TableName("crm", "t");
        var sql = new ComputeDialect(Dialect, Dialect.StagedTable(table, 7), Dialect.LoadTable(table, 7));
        var id = new RowColumn("Id", new SqlType(SqlTypeKind.Int));
        var name = new RowColumn("Name", new SqlType(SqlTypeKind.VarChar, 5));
        var load = Dialect.Quote(sql.Load);
        var rows = Dialect.Quote(sql.Staged);

        Assert.That((sql.Load.Name[..7], sql.Staged.Name[..7]), Is.EqualTo(("load_7_", "rows_7_")));
        Assert.That(
            sql.Insert([(id, null), (name, "UPPER(@@this)")], isPart: true),
            Is.EqualTo($"INSERT INTO {load} ([Id], [Name], [orchestrator_row]) SELECT [Id], (UPPER([Name])\n), "
                + $"[orchestrator_row] FROM {rows} WHERE [orchestrator_row] "
                + "BETWEEN @orchestrator_first AND @orchestrator_last"));
        Assert.That(
            sql.CountChanged(name, "UPPER(@@this)", isPart: false),
            Is.EqualTo("SELECT count_big(*) FROM (SELECT [orchestrator_row], (UPPER([Name])\n) AS orchestrator_value "
                + $"FROM {rows}) AS s JOIN {load} AS t ON t.[orchestrator_row] = s.[orchestrator_row] WHERE EXISTS ("
                + $"SELECT {Held("t.[Name]")} EXCEPT SELECT {Held("s.orchestrator_value")})"));

        Assert.That(
            sql.CountChanged(id, "@@this / 2", isPart: false),
            Does.EndWith("WHERE EXISTS (SELECT t.[Id] EXCEPT SELECT s.orchestrator_value)"));

        static string Held(string value) => $"convert(varbinary(max), convert(nvarchar(max), {value}, 2)), "
            + $"datalength(convert(nvarchar(max), {value}, 2))";
    }
}
