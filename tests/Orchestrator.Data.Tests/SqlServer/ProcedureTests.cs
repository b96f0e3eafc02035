using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Stored procedures over the wire: arguments, outputs, return code, results behind the first.</summary>
internal sealed class ProcedureTests
{
    private readonly List<string> _said = [];

    [SetUp]
    public void Forget() => _said.Clear();

    [Test]
    public void A_task_is_a_call_by_name_whose_outputs_and_code_come_back()
    {
        using var server = new ScriptedDatabase();
        Call? asked = null;
        server.Server.OnProcedure("dbo.Close", (call, reply) =>
        {
            asked = call;
            reply.Print("closing").Done(3).Output("@RowsClosed", 12).Output("@Note", "fine").Return(4);
        });
        using var database = Open(server);

        database.Begin(CancellationToken.None);
        var result = database.Call(new ProcedureCall(
            new TableName("dbo", "Close"), [("day", "2026-01-31"), ("top", 7L), ("all", null)])
        {
            Outputs =
            [
                new RowColumn("RowsClosed", Databases.Type("int")),
                new RowColumn("Note", Databases.Type("nvarchar(20)")),
            ],
        });

        Assert.That(asked!.Parameters.Select(one => (one.Name, one.Value, one.IsOutput)), Is.EqualTo(
            new (string, object?, bool)[]
            {
                ("@day", "2026-01-31", false), ("@top", 7L, false), ("@all", null, false),
                ("@RowsClosed", null, true), ("@Note", null, true),
            }));
        Assert.That(result.ReturnCode, Is.EqualTo(4));
        Assert.That(result.Outputs, Is.EqualTo(new[] { ("RowsClosed", "12"), ("Note", "fine") }));
        Assert.That(_said, Is.EqualTo(new[] { "closing" }));
    }

    [Test]
    public void An_output_comes_back_as_long_as_the_procedure_makes_it()
    {
        using var server = new ScriptedDatabase();
        server.Server.On(new Regex("sys.parameters"), reply => reply.Rows(
            ["name nvarchar(128)", "type nvarchar(128)", "max_length smallint", "precision tinyint", "scale tinyint"],
            ["@note", "nvarchar", (short)-1, (byte)0, (byte)0], ["@Rate", "decimal", (short)9, (byte)18, (byte)6]));
        Call? asked = null;
        server.Server.OnProcedure("dbo.Close", (call, reply) =>
        {
            asked = call;
            reply.Output("@Note", new string('x', 5000)).Output("@Rate", 1.123456m).Return(0);
        });
        using var database = Open(server);

        database.Begin(CancellationToken.None);
        var result = database.Call(new ProcedureCall(new TableName("dbo", "Close"), [])
        {
            Outputs =
            [
                new RowColumn("Note", Databases.Type("nvarchar(20)")),
                new RowColumn("Rate", Databases.Type("decimal(9,2)")),
                new RowColumn("Other", Databases.Type("nvarchar(7)")),
            ],
        });

        Assert.That(
            asked!.Parameters.Select(one => $"{one.Type}"),
            Is.EqualTo(new[] { "nvarchar(max)", "numeric(18,6)", "nvarchar(7)" }));
        Assert.That(
            result.Outputs, Is.EqualTo(new (string, string?)[]
            {
                ("Note", new string('x', 5000)), ("Rate", "1.123456"), ("Other", null),
            }));
    }

    [Test]
    public void Who_is_called_and_ends_the_transaction_is_refused_before_anything_follows()
    {
        using var server = new ScriptedDatabase();
        server.Server.OnProcedure("dbo.Close", reply => reply.Rollback());
        server.Server.On("EXEC dbo.Tidy", reply => reply.Rollback());
        using var database = Open(server);

        database.Begin(CancellationToken.None);
        var called = Assert.Throws<DataRefusedException>(() =>
            database.Call(new ProcedureCall(new TableName("dbo", "Close"), [])))!;
        database.Rollback();
        database.Begin(CancellationToken.None);
        var run = Assert.Throws<DataRefusedException>(() =>
            database.RunStatement(new ScriptStatement("EXEC dbo.Tidy", 1, "EXEC")))!;
        database.Rollback();
        database.Begin(CancellationToken.None);
        var asked = Assert.Throws<DataRefusedException>(() =>
            database.AskStatement(new ScriptStatement("EXEC dbo.Tidy", 1, "EXEC")))!;

        Assert.That((called.Code, run.Code, asked.Code), Is.EqualTo(("ORC3421", "ORC3421", "ORC3421")));
    }

    [Test]
    public void An_error_behind_the_first_result_is_found()
    {
        using var server = new ScriptedDatabase();
        server.Server.OnProcedure("dbo.Close", reply => reply.Rows(["Id int"], [1]).Rows(["Id int"], [2])
            .Error(new ServerMessage(50000, "The day is closed.") { Procedure = "dbo.Close", Line = 9 }));
        using var database = Open(server);
        database.Begin(CancellationToken.None);

        var fault = Assert.Throws<SqlException>(() =>
            database.Call(new ProcedureCall(new TableName("dbo", "Close"), [])))!;

        Assert.That(Databases.Platform.Explain(fault)!.Text, Is.EqualTo("The day is closed (in dbo.Close, line 9)"));
    }

    [Test]
    public void A_source_reads_the_rows_of_a_procedure()
    {
        using var server = new ScriptedDatabase();
        server.Server.OnProcedure("dbo.GetX", (call, reply) =>
            reply.Print($"since {call["@since"]}").Rows(["Id int", "Name nvarchar(10)"], [1, "a"], [2, "b"]).Return(0));
        using var database = Open(server, isTarget: false);

        using var reader = database.Read(new ProcedureCall(new TableName("dbo", "GetX"), [("since", "2026")]));

        Assert.That(TextRows.Read(reader).Select(row => string.Join("|", row)), Is.EqualTo(new[] { "1|a", "2|b" }));
        Assert.That(_said, Is.EqualTo(new[] { "since 2026" }));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_return_code_behind_the_rows_fails_where_it_shall(bool fails)
    {
        using var server = new ScriptedDatabase();
        server.Server.OnProcedure("dbo.GetX", reply => reply.Rows(["Id int"], [1]).Return(3));
        using var database = Open(server, isTarget: false);
        using var reader = database.Read(
            new ProcedureCall(new TableName("dbo", "GetX"), []) { FailsOnReturnCode = fails });

        if (fails)
        {
            var refused = Assert.Throws<DataRefusedException>(() => TextRows.Read(reader))!;
            Assert.That((refused.Code, refused.Message.Split(',')[0]),
                Is.EqualTo(("ORC3491", "The procedure 'dbo.GetX' returned 3")));
        }
        else
        {
            Assert.That(TextRows.Read(reader).Select(row => string.Join("|", row)), Is.EqualTo(new[] { "1" }));
        }
    }

    private IDatabase Open(ScriptedDatabase server, bool isTarget = true) => Databases.Platform.Open(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = server.ConnectionString },
        new DatabaseUse { IsTarget = isTarget, Time = TimeProvider.System, Message = _said.Add });
}
