using System.Data;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What goes over the wire in a bulk load.</summary>
internal sealed class BulkStreamTests
{
    [TestCaseSource(typeof(BulkCase), nameof(BulkCase.All))]
    public void The_bytes_are_those_of_a_bare_bulk_copy(BulkCase one)
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int", $"b {one.Declared}", "c nvarchar(5)");
        RowColumn[] columns = [Column("a", "int"), one.Column, Column("c", "nvarchar(5)")];
        string?[][] rows = [["1", one.Text, "x"], [null, null, null], ["3", one.Text, "z"]];

        using var target = scripted.Open();
        var taken = TextRows.Write(target, new TableName("dbo", "T"), columns, rows);
        Bare(scripted, [1, one.Client, "x"], [DBNull.Value, DBNull.Value, DBNull.Value], [3, one.Client, "z"]);

        Assert.That(taken, Is.EqualTo(3));
        Assert.That(table.Loads[0].Raw, Is.EqualTo(table.Loads[1].Raw));
    }

    [Test]
    public void What_the_client_cannot_be_asked_for_is_in_the_stream_as_it_is()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int not null", "b nvarchar(20)", "c bigint", "d varchar(10)");
        RowColumn[] columns = [Column("d", "varchar(10)"), Column("a", "int")];

        using var target = scripted.Open();
        TextRows.Write(
            target, new TableName("dbo", "T"), columns, [["x", "1"], [null, "2"]], null,
            new FilledColumn(Column("C", "bigint"), 482L), new FilledColumn(Column("b", "nvarchar(20)"), "crm"));

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [1, "crm", 482L, "x"], [2, "crm", 482L, null] }));
    }

    [Test]
    public void Values_go_into_the_column_of_exactly_that_name()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "A int", "a int");

        using var target = scripted.Open();
        TextRows.Write(target, new TableName("dbo", "T"), [Column("a", "int")], [["1"]]);

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [null, 1] }));
    }

    [Test]
    public void Batches_of_any_size_are_one_load_until_it_is_completed()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int", "b nvarchar(max)");
        RowColumn[] columns = [Column("a", "int"), Column("b", "nvarchar(max)")];
        string?[][] rows = [.. Enumerable.Range(0, 2500).Select(i => new[] { $"{i}", new string('x', i % 300) })];

        using var target = scripted.Open();
        var taken = TextRows.Write(target, new TableName("dbo", "T"), columns, rows);

        Assert.That(taken, Is.EqualTo(2500));
        Assert.That(table.Loads, Has.Count.EqualTo(1));
        Assert.That(table.Rows.Select(row => $"{row[0]}"), Is.EqualTo(rows.Select(row => row[0])));
    }

    [Test]
    public void A_writer_that_is_given_up_leaves_the_session_whole_and_nothing_behind()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int");
        using var target = scripted.Open();
        target.Begin(CancellationToken.None);

        var writer = target.Write(new TableName("dbo", "T"), [Column("a", "int")], [], new WriteOptions());
        using (var batch = Databases.Numbers(100))
        {
            writer.Write(batch, 0, 50);
        }

        writer.Dispose();
        target.Rollback();
        var taken = TextRows.Write(target, new TableName("dbo", "T"), [Column("a", "int")], [["7"]]);

        Assert.That(taken, Is.EqualTo(1));
        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [7] }));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    [Test]
    public void Values_of_any_length_are_streamed_and_arrive_whole()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table(
            "T", "a int", "b nvarchar(max)", "c varbinary(max)", "d varchar(max)", "e xml", "f nvarchar(max)");
        RowColumn[] columns =
        [
            Column("a", "int"), Column("b", "nvarchar(max)"), Column("c", "varbinary(max)"),
            Column("d", "varchar(max)"), Column("e", "xml"),
        ];
        var text = string.Concat(Enumerable.Repeat("é𝄞x", 200_000));
        string?[][] rows =
        [
            ["1", "short", "00FF", "y", "<a />"],
            ["2", text, Convert.ToHexString(new byte[400_000]), new string('z', 300_000), "<b />"],
            ["3", null, null, null, null],
            ["4", "\uFEFFmarked", "", "", "<c />"],
        ];

        using var target = scripted.Open();
        var taken = TextRows.Write(
            target, new TableName("dbo", "T"), columns, rows, null,
            new FilledColumn(Column("f", "nvarchar(max)"), "crm"));

        // The client puts the mark before xml.
        Assert.That(taken, Is.EqualTo(4));
        Assert.That(table.Rows, Is.EqualTo(new object?[][]
        {
            [1, "short", new byte[] { 0, 255 }, "y", "\uFEFF<a />", "crm"],
            [2, text, new byte[400_000], new string('z', 300_000), "\uFEFF<b />", "crm"],
            [3, null, null, null, null, "crm"],
            [4, "\uFEFFmarked", Array.Empty<byte>(), "", "\uFEFF<c />", "crm"],
        }));
    }

    [TestCase(true, "KEEP_NULLS, TABLOCK, CHECK_CONSTRAINTS, FIRE_TRIGGERS")]
    [TestCase(false, "")]
    public void Options_are_those_of_the_statement(bool all, string expected)
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int");
        var options = new WriteOptions
        {
            LocksTable = all,
            ChecksConstraints = all,
            FiresTriggers = all,
            KeepsNulls = all,
            KeepsIdentity = all,
        };

        using var target = scripted.Open();
        TextRows.Write(target, new TableName("dbo", "T"), [Column("a", "int")], [["7"]], options);

        Assert.That(
            table.Loads[0].Statement,
            Is.EqualTo("insert bulk [dbo].[T] ([a] Int)" + (all ? $" with ({expected})" : "")));
    }

    [TestCase("", "insert bulk [dbo].[T] ([a] Int) with (KEEP_NULLS)")]
    [TestCase("b", "insert bulk [dbo].[T] ([a] Int)")]
    [TestCase("a", "insert bulk [dbo].[T] ([a] Int) with (KEEP_NULLS)")]
    [TestCase("a,b", "insert bulk [dbo].[T] ([a] Int)")]
    public void NULL_is_kept_in_a_way_that_leaves_other_columns_their_defaults(string defaults, string expected)
    {
        using var scripted = new ScriptedDatabase { Defaults = defaults };
        var table = scripted.Table("T", "a int", "b int not null");

        using var target = scripted.Open();
        TextRows.Write(
            target, new TableName("dbo", "T"), [Column("a", "int")], [["7"], ["8"]],
            new WriteOptions { ChecksConstraints = false });

        Assert.That(table.Loads.Single().Statement, Is.EqualTo(expected));
    }

    [Test]
    public void Rows_whose_NULL_would_become_a_default_are_sent_as_statements()
    {
        using var scripted = new ScriptedDatabase { Defaults = "a,b" };
        var table = scripted.Table("T", "a int", "b int not null");
        scripted.Server.On(new Regex("c.is_identity = 1$"), _ => { });
        scripted.Server.On(new Regex(@"^INSERT INTO \[dbo\]\.\[T\] "), reply => reply.Done(1));

        using var target = scripted.Open();
        var taken = TextRows.Write(target, new TableName("dbo", "T"), [Column("a", "int")], [["7"], [null]]);

        Assert.That(taken, Is.EqualTo(2));
        Assert.That(table.Loads, Is.Empty);
        Assert.That(
            scripted.Server.Recorder.Lines.Where(line => line.Contains("INSERT INTO", StringComparison.Ordinal)),
            Has.Exactly(2).Items.And.Some.EndsWith("@p1 int = NULL"));
    }

    private static RowColumn Column(string name, string type) => new(name, Databases.Type(type));

    private static void Bare(ScriptedDatabase scripted, params object[][] rows)
    {
        using var connection = new SqlConnection(scripted.ConnectionString + ";Pooling=false");
        connection.Open();
        using var copy = new SqlBulkCopy(connection) { DestinationTableName = "dbo.T" };
        using var table = new DataTable
        {
            Columns = { { "a", typeof(object) }, { "b", typeof(object) }, { "c", typeof(object) } },
        };
        foreach (var row in rows)
        {
            table.Rows.Add(row);
        }

        copy.WriteToServer(table);
    }
}
