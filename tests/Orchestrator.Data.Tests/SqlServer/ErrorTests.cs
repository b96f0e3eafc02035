using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class ErrorTests
{
    [TestCase(922, DatabaseFaultClass.Transient)]
    [TestCase(976, DatabaseFaultClass.Transient)]
    [TestCase(18451, DatabaseFaultClass.Transient)]
    [TestCase(1205, DatabaseFaultClass.Transient)]
    [TestCase(1222, DatabaseFaultClass.Transient)]
    [TestCase(3960, DatabaseFaultClass.Transient)]
    [TestCase(9002, DatabaseFaultClass.Transient)]
    [TestCase(40501, DatabaseFaultClass.Transient)]
    [TestCase(2627, DatabaseFaultClass.Data)]
    [TestCase(2601, DatabaseFaultClass.Data)]
    [TestCase(547, DatabaseFaultClass.Data)]
    [TestCase(515, DatabaseFaultClass.Data)]
    [TestCase(8152, DatabaseFaultClass.Data)]
    [TestCase(2628, DatabaseFaultClass.Data)]
    [TestCase(220, DatabaseFaultClass.Data)]
    [TestCase(8115, DatabaseFaultClass.Data)]
    [TestCase(241, DatabaseFaultClass.Data)]
    [TestCase(245, DatabaseFaultClass.Data)]
    [TestCase(511, DatabaseFaultClass.Data)]
    [TestCase(1946, DatabaseFaultClass.Data)]
    [TestCase(50000, DatabaseFaultClass.Data)]
    [TestCase(50001, DatabaseFaultClass.Data)]
    [TestCase(int.MaxValue, DatabaseFaultClass.Data)]
    [TestCase(208, DatabaseFaultClass.Config)]
    [TestCase(207, DatabaseFaultClass.Config)]
    [TestCase(229, DatabaseFaultClass.Config)]
    [TestCase(262, DatabaseFaultClass.Config)]
    [TestCase(102, DatabaseFaultClass.Config)]
    [TestCase(49999, DatabaseFaultClass.Config)]
    public void The_number_says_who_must_act(int number, DatabaseFaultClass expected)
    {
        var fault = FaultOf(reply => reply.Error(number, "It went wrong."));

        Assert.That(fault.Class, Is.EqualTo(expected));
        Assert.That(fault.Code, Is.EqualTo($"{number}"));
        Assert.That(fault.Text, Is.EqualTo("It went wrong"));
        Assert.That(fault.Advice, Does.EndWith(".").And.Not.Empty);
        Assert.That(fault.IsConnectionLost, Is.False);
    }

    [TestCase("Der doppelte Schlüsselwert ist (Ada (1)).", "Der doppelte Schlüsselwert ist '(Ada (1))'")]
    [TestCase("The duplicate key value is (Ada (1)).", "The duplicate key value is (Ada (1))")]
    public void The_value_of_a_key_is_known_for_one_in_every_language(string said, string expected) =>
        Assert.That(FaultOf(reply => reply.Error(2627, said)).Text, Is.EqualTo(expected));

    [Test]
    public void Several_errors_are_told_together_and_the_first_decides()
    {
        var fault = FaultOf(reply => reply
            .Error(547, "The INSERT statement conflicted with the FOREIGN KEY constraint \"FK_1\".")
            .Info(3621, "The statement has been terminated."));

        Assert.That(fault, Is.EqualTo(new DatabaseFault(
            DatabaseFaultClass.Data, "547",
            "The INSERT statement conflicted with the FOREIGN KEY constraint \"FK_1\"",
            "The row breaks a foreign key or check; load what it refers to first, or correct the row.", 3)));
    }

    [Test]
    public void An_error_within_a_procedure_names_it_and_its_line()
    {
        var fault = FaultOf(reply => reply.Error(
            new ServerMessage(8134, "Divide by zero error encountered.") { Procedure = "dbo.p", Line = 12 }));

        Assert.That(fault.Text, Is.EqualTo("Divide by zero error encountered (in dbo.p, line 12)"));
        Assert.That(fault.Line, Is.EqualTo(3));
    }

    [Test]
    public void The_line_is_that_of_the_script()
    {
        var fault = FaultOf(reply => reply.Error(
            new ServerMessage(208, "Invalid object name 'x'.") { Line = 5 }));

        Assert.That(fault.Line, Is.EqualTo(7));
    }

    [Test]
    public void An_error_that_ends_the_session_is_a_lost_connection()
    {
        var fault = FaultOf(reply => reply.Error(
            new ServerMessage(596, "Cannot continue the execution because the session is in the kill state.")
            {
                Class = 21,
            }));

        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
    }

    [Test]
    public void A_cut_connection_is_a_lost_one()
    {
        var fault = FaultOf(reply => reply.Cut());

        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
    }

    [Test]
    public void A_login_that_is_refused_is_a_matter_of_configuration_and_shows_no_secret()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.OnLogin((_, reply) => reply.Error(
            new ServerMessage(18456, "Login failed for user 'loader'.") { Class = 14 }));

        var thrown = Assert.Catch(() => scripted.Open())!;
        var fault = Databases.Platform.Explain(thrown)!;

        Assert.That((fault.Class, fault.Code), Is.EqualTo((DatabaseFaultClass.Config, "18456")));
        Assert.That($"{fault} {thrown}", Does.Not.Contain("s3cret"));
    }

    [Test]
    public void A_server_that_nobody_is_at_is_transient_and_says_what_to_do()
    {
        string address;
        using (var scripted = new ScriptedDatabase())
        {
            address = scripted.ConnectionString + ";Connect Timeout=5";
        }

        var fault = Databases.Platform.Explain(Assert.Catch(() => Databases.Open(address))!)!;

        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That(fault.Advice, Does.Contain("Server"));
        Assert.That($"{fault}", Does.Not.Contain("s3cret"));
    }

    [Test]
    public void Other_exceptions_are_not_ours()
    {
        Assert.That(Databases.Platform.Explain(new InvalidOperationException()), Is.Null);
    }

    private static DatabaseFault FaultOf(Action<Reply> answer)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On("do it", answer);
        using var database = scripted.Open();
        database.Begin(CancellationToken.None);

        var thrown = Assert.Catch<SqlException>(() => database.RunStatement(new ScriptStatement("do it", 3, "DO")))!;

        return Databases.Platform.Explain(thrown)!;
    }
}
