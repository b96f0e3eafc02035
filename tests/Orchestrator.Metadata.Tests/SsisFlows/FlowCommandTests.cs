using Orchestrator.Ssis.Model;
using Orchestrator.Tds;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>OLE DB Commands whose statement is carried out for each row.</summary>
internal sealed class FlowCommandTests
{
    private static FlowSample Customers() => new FlowSample().Database("Src").Database("Dwh")
        .Table("Customers", "Src", "[sales].[Customer]", "Id:i4 Name:wstr(50) Age:i4");

    private static FlowSample Each(string sql, params (string Column, string Parameter)[] given)
    {
        var flow = Customers();
        return flow.Add("Each", ComponentKind.OleDbCommand, "Dwh", [("SqlCommand", sql)],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            .. given.Select(each => flow.Taken($"Customers.{each.Column}") with
                            {
                                ExternalColumn = each.Parameter,
                            }),
                        ],
                        ExternalColumns =
                        [
                            .. given.Select(each => new ExternalColumn { Name = each.Parameter }),
                        ],
                    },
                ], [])
            .Arrow("Customers", "Each");
    }

    [Test]
    public void A_procedure_is_called_for_each_landed_row()
    {
        var made = Each("EXEC dbo.Touch @Id = ?, @Name = ?;", ("Id", "Param_0"), ("Name", "Param_1")).Translate();

        var statement = made.Statements.Single();
        Assert.That(statement.After, Is.EqualTo((string[])["stage_Load_Each"]));
        Assert.That(statement.Sql, Is.EqualTo(string.Join('\n',
            "DECLARE @Param_0 int, @Param_1 nvarchar(50);",
            "DECLARE each_row CURSOR LOCAL FAST_FORWARD FOR",
            "SELECT [Param_0], [Param_1] FROM [stage_Load_Each];",
            "OPEN each_row;",
            "FETCH NEXT FROM each_row INTO @Param_0, @Param_1;",
            "WHILE @@FETCH_STATUS = 0",
            "BEGIN",
            "EXEC dbo.Touch @Id = @Param_0, @Name = @Param_1;",
            "FETCH NEXT FROM each_row INTO @Param_0, @Param_1;",
            "END;",
            "CLOSE each_row;",
            "DEALLOCATE each_row;")));
        Assert.That(SqlSyntax.Refusal(statement.Sql), Is.Null);
    }

    [Test]
    public void Columns_of_a_procedure_that_have_its_names_stand_in_the_order_of_the_statement()
    {
        var made = Each("EXEC dbo.Touch ?, ?", ("Name", "@Title"), ("Age", "@Years")).Translate();

        Assert.That(made.Statements.Single().Sql, Does.Contain("DECLARE @Param_0 nvarchar(50), @Param_1 int;"));
    }

    [TestCase("dbo.Touch ?, ?", "EXEC dbo.Touch @Param_0, @Param_1;")]
    [TestCase("EXEC dbo.Touch ?, ? OUTPUT", "EXEC dbo.Touch @Param_0, @Param_1 OUTPUT;")]
    public void A_procedure_is_called_whatever_its_call_leaves_out_or_gives_back(string sql, string call)
    {
        var made = Each(sql, ("Id", "Param_0"), ("Name", "Param_1")).Translate();

        Assert.That(made.Statements.Single().Sql, Does.Contain($"\n{call}\n"));
        Assert.That(SqlSyntax.Refusal(made.Statements.Single().Sql), Is.Null);
    }

    [TestCase("UPDATE t SET Age = Age + ? WHERE Id = ?")]
    [TestCase("UPDATE t SET Age = ? FROM t JOIN u ON t.i = u.i WHERE t.Id = ?")]
    [TestCase("DELETE FROM t WHERE Age = ?; INSERT INTO u (Id) VALUES (?)")]
    [TestCase("INSERT INTO t (Age, Id) VALUES (?, (SELECT MAX(Id) FROM u WHERE Id < ?))")]
    [TestCase("INSERT INTO t (Age, Id, Number) VALUES (?, ?, dbo.NextNumber())")]
    [TestCase("INSERT INTO t (Age, Id, Former) VALUES (?, ?, @@IDENTITY)")]
    [TestCase("INSERT INTO t (Age, Id, Dice) VALUES (?, ?, RAND())")]
    [TestCase("INSERT INTO t (Age, Id, Note) VALUES (?, COALESCE(?, 0), DEFAULT)")]
    [TestCase("UPDATE t SET Age = [dbo].[Next](?) WHERE Id = ?")]
    [TestCase("DELETE FROM dbo.t WHERE Age = ? AND Id = ? AND EXISTS (SELECT 1 FROM [T] o WHERE o.Former = dbo.t.Id)")]
    public void What_is_not_the_same_for_all_rows_at_once_is_done_row_by_row(string sql)
    {
        var made = Each(sql, ("Age", "Param_0"), ("Id", "Param_1")).Translate();

        Assert.That(made.Dispositions.Select(each => each.Open), Is.All.Null);
        Assert.That(made.Statements.Single().Sql, Does.StartWith("DECLARE @Param_0 int, @Param_1 int;\n"));
        Assert.That(SqlSyntax.Refusal(made.Statements.Single().Sql), Is.Null);
    }

    [Test]
    public void Values_that_are_reckoned_are_inserted_by_one_statement()
    {
        var made = Each("INSERT INTO t (Age, At, Id) VALUES (COALESCE(?, 0), GETDATE(), ?)",
            ("Age", "Param_0"), ("Id", "Param_1")).Translate();

        Assert.That(made.Statements.Single().Sql, Is.EqualTo(string.Join('\n', "INSERT INTO t (Age, At, Id)",
            "SELECT COALESCE([Param_0], 0), GETDATE(), [Param_1]", "FROM [stage_Load_Each]")));
        Assert.That(SqlSyntax.Refusal(made.Statements.Single().Sql), Is.Null);
    }

    [Test]
    public void Rows_are_landed_once_where_nobody_takes_them_behind_it()
    {
        var made = Each("UPDATE t SET Age = ? WHERE Id = ?", ("Age", "Param_0"), ("Id", "Param_1")).Translate();

        Assert.That(made.Loads.Select(each => each.Name), Is.EqualTo((string[])["stage_Load_Each"]));
    }

    [Test]
    public void Of_rows_in_an_order_the_last_one_counts()
    {
        var made = Sorted(1).Translate();

        Assert.That(made.Statements.Single().Sql, Does.StartWith("DECLARE @Param_0 nvarchar(50), @Param_1 int;\n")
            .And.Contain("FROM [stage_Load_Each] ORDER BY [Order_0];"));
        Assert.That(SqlSyntax.Refusal(made.Statements.Single().Sql), Is.Null);
    }

    [Test]
    public void An_order_that_goes_down_is_open()
    {
        var made = Sorted(-1).Translate();

        Assert.That(made.Statements, Is.Empty);
        Assert.That(made.Dispositions.Select(each => each.Open?.Code).OfType<string>(), Does.Contain("ORC6055"));
    }

    private static FlowSample Sorted(int key)
    {
        OutputColumn Column(string name, string type, int place) => FlowSample.Made("Sort", name, type) with
        {
            Source = new(@"Package\Load\Customers", "Output", name),
            SortKey = place,
        };
        var flow = Customers().Step("Sort", ComponentKind.Sort, "Customers",
            "Customers.Id Customers.Name Customers.Age",
            [Column("Id", "i4", 0), Column("Name", "wstr(50)", 0), Column("Age", "i4", key)],
            ("EliminateDuplicates", "false"));
        return flow.Add("Each", ComponentKind.OleDbCommand, "Dwh",
                [("SqlCommand", "UPDATE t SET Name = ? WHERE Id = ?")],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            flow.Taken("Sort.Name") with { ExternalColumn = "Param_0" },
                            flow.Taken("Sort.Id") with { ExternalColumn = "Param_1" },
                        ],
                    },
                ], [])
            .Arrow("Sort", "Each");
    }

    [Test]
    public void What_is_the_same_stays_one_statement()
    {
        var made = Each("UPDATE t SET Age = ? WHERE Id = ?", ("Age", "Param_0"), ("Id", "Param_1")).Translate();

        Assert.That(made.Statements.Single().Sql, Does.StartWith("UPDATE t\nSET Age = "));
    }
}
