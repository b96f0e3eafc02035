using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Connections that end in the middle.</summary>
internal sealed class CutTests
{
    private static readonly TableName Table = new("dbo", "T");
    private static readonly RowColumn[] Columns = [new("a", Databases.Type("int"))];

    [Test]
    public void A_cut_in_a_bulk_copy_is_told_and_leaves_nothing()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int");
        scripted.Server.OnBulk("dbo.T", (load, reply) =>
        {
            load.Read(100);
            reply.Cut();
        }).Once();
        using var database = scripted.Open();

        var thrown = Assert.Catch(() => TextRows.Write(database, Table, Columns, Numbers(50_000)))!;
        database.Rollback();
        var taken = TextRows.Write(database, Table, Columns, Numbers(3));

        var fault = Databases.Platform.Explain(thrown)!;
        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That(taken, Is.EqualTo(3));
        Assert.That(table.Rows, Has.Count.EqualTo(3));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_cut_in_a_commit_is_a_lost_connection_whatever_became_of_it(bool isCommitted)
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int");
        scripted.Server.OnCommit(reply => (isCommitted ? reply.Commit() : reply).Cut()).Once();
        using var database = scripted.Open();

        var thrown = Assert.Catch(() => TextRows.Write(database, Table, Columns, Numbers(3)))!;

        Assert.That(Databases.Platform.Explain(thrown)!.IsConnectionLost, Is.True);
    }

    [Test]
    public void What_the_server_refuses_at_the_end_names_the_rows_and_the_column()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Table("T", "a int");
        scripted.Server.OnBulk("dbo.T", (load, reply) =>
        {
            load.ReadAll();
            reply.Error(4815, "Received an invalid column length from the bcp client for colid 1.");
        }).Once();
        using var database = scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Write(database, Table, Columns, Numbers(5)))!;
        database.Rollback();
        database.Begin(CancellationToken.None);

        Assert.That(refused.Code, Is.EqualTo("ORC3412"));
        Assert.That(refused.Column, Is.EqualTo("a"));
        Assert.That(
            refused.Message,
            Is.EqualTo("A row between 1 and 5, column 'a', was refused by the table 'dbo.T': Received an invalid "
                + "column length from the bcp client for colid 1 (4815). A value is longer than its column; "
                + "correct the row, or the column."));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_table_that_takes_no_null_is_no_bug()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Table("T", "a int not null");
        using var database = scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(
            () => TextRows.Write(database, Table, Columns, [["1"], ["2"], [null]]))!;

        Assert.That((refused.Row, refused.Column), Is.EqualTo((3, "a")));
    }

    [Test]
    public void After_a_refusal_the_same_transaction_goes_on()
    {
        using var scripted = new ScriptedDatabase();
        var table = scripted.Table("T", "a int not null");
        scripted.Server.On(new Regex("TRANSACTION part|^SET XACT"), _ => { });
        using var database = scripted.Open();
        var dialect = database.Platform.Dialect;
        database.Begin(CancellationToken.None);
        TextRows.WriteOnly(database, Table, Columns, [["1"]]);

        database.Execute(dialect.Savepoint);
        Assert.Throws<DataRefusedException>(() => TextRows.WriteOnly(database, Table, Columns, [["2"], [null]]));
        database.Execute(dialect.BackToSavepoint);
        database.Execute(dialect.ReleaseSavepoint);
        TextRows.WriteOnly(database, Table, Columns, [["3"]]);
        database.Commit();

        Assert.That(table.Rows, Is.EqualTo(new object?[][] { [1], [3] }));
        Assert.That(scripted.Server.Sessions, Has.Count.EqualTo(1));
        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.Contains("part", StringComparison.Ordinal)),
            Is.EqualTo(new[]
            {
                "batch SET XACT_ABORT OFF; SAVE TRANSACTION part", "batch ROLLBACK TRANSACTION part",
            }));
    }

    [Test]
    public void A_deadlock_while_reading_is_transient()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On("SELECT a FROM t", reply => reply
            .Rows([Column.Parse("a int")], Enumerable.Range(0, 10).Select(i => new object?[] { i }))
            .Error(new ServerMessage(1205, "deadlock") { Class = 13 }));
        using var database = scripted.Open(isTarget: false);

        var thrown = Assert.Throws<SqlException>(() => TextRows.Read(database, "SELECT a FROM t"))!;

        Assert.That(Databases.Platform.Explain(thrown)!.Class, Is.EqualTo(DatabaseFaultClass.Transient));
    }

    private static string?[][] Numbers(int count) => [.. Enumerable.Range(1, count).Select(i => new[] { $"{i}" })];
}
