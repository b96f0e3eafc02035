using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What is no T-SQL fails the test that sends it.</summary>
internal sealed class SyntaxTests
{
    [TestCase("select from dbo.t")]
    [TestCase("select p.plan from dbo.t as p")]
    [TestCase("select 1 as group")]
    [TestCase("update dbo.t set a = 1 where")]
    [TestCase("exec (N'select from dbo.t')")]
    [TestCase("exec sp_executesql N'select 1 as group'")]
    [TestCase("select count(*) from dbo.t with (updlock, readpast)")]
    [TestCase("select 1 where 1 is distinct from 2")]
    public void A_test_that_sends_what_some_version_refuses_fails(string sql)
    {
        var server = TdsServer.Start();
        server.On(sql, _ => { });
        using (var connection = server.Open())
        {
            connection.Ask(sql);
        }

        Assert.That(server.Dispose, Throws.InvalidOperationException.With.Message.Contains("It was: "));
        Assert.That(server.Dispose, Throws.Nothing);
    }

    [TestCase("select p.[plan] from dbo.t as p")]
    [TestCase("exec (N'select 1')")]
    [TestCase("declare @sql nvarchar(20) = N'select 1'; exec (@sql)")]
    [TestCase("select count(*) from dbo.t with (updlock, readpast, readcommittedlock)")]
    public void What_each_version_takes_does_not(string sql)
    {
        var server = TdsServer.Start();
        server.On(sql, _ => { });
        using (var connection = server.Open())
        {
            connection.Ask(sql);
        }

        Assert.That(server.Dispose, Throws.Nothing);
    }

    [Test]
    public void A_statement_that_the_script_refuses_for_its_syntax_may_be_wrong()
    {
        using var server = TdsServer.Start();
        server.On("select 1 from", reply => reply.Error(102, "Incorrect syntax near '1'."));

        using var connection = server.Open();

        Assert.That(() => connection.Ask("select 1 from"), Throws.Exception.With.Message.Contains("Incorrect syntax"));
        Assert.That(server.Unparsed, Is.Empty);
    }

    [Test]
    public void A_statement_with_parameters_is_read_as_well()
    {
        var server = TdsServer.Start();
        server.On("select @a from", _ => { });
        using (var connection = server.Open())
        using (var command = connection.Command("select @a from"))
        {
            command.Parameters.AddWithValue("@a", 1);
            command.ExecuteNonQuery();
        }

        Assert.That(server.Dispose, Throws.InvalidOperationException.With.Message.Contains("select @a from"));
    }
}
