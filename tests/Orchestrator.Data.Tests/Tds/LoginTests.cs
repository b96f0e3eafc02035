using Microsoft.Data.SqlClient;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

internal sealed class LoginTests
{
    [Test]
    public void The_client_signs_in_and_the_test_reads_who_it_is()
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();

        var login = server.Sessions.Single().Login!;
        Assert.That((login.User, login.Database, login.Application), Is.EqualTo(("loader", "Staging", "tests")));
        Assert.That((login.HasPassword("secret"), login.HasPassword("other")), Is.EqualTo((true, false)));
        Assert.That((connection.Database, connection.ServerVersion), Is.EqualTo(("Staging", "16.00.1000")));
        Assert.That(connection.ServerProcessId, Is.EqualTo(server.Sessions[0].Id));
    }

    [Test]
    public void No_password_is_recorded()
    {
        using var server = TdsServer.Start();

        using var connection = server.Open();

        Assert.That(server.Recorder.Text, Does.Not.Contain("secret"));
    }

    [Test]
    public void A_login_can_be_refused()
    {
        using var server = TdsServer.Start();
        server.OnLogin((login, reply) => reply.Error(ServerErrors.LoginFailed(login.User)));

        Assert.That(() => server.Open(), Throws.TypeOf<SqlException>()
            .With.Property("Number").EqualTo(18456)
            .And.Message.Contains("Login failed for user 'loader'"));
    }

    [Test]
    public void A_login_can_be_refused_once_and_the_next_one_is_accepted()
    {
        using var server = TdsServer.Start();
        var refusal = server.OnLogin((_, reply) => reply.Error(4060, "Cannot open database.")).Once();

        Assert.That(() => server.Open(), Throws.TypeOf<SqlException>());
        using var connection = server.Open();

        Assert.That(connection.State, Is.EqualTo(System.Data.ConnectionState.Open));
        Assert.That(refusal.Calls, Is.EqualTo(1));
    }

    [Test]
    public void A_connection_can_be_cut_in_the_login()
    {
        using var server = TdsServer.Start();
        server.OnLogin((_, reply) => reply.Cut());

        Assert.That(() => server.Open(), Throws.TypeOf<SqlException>());
        Assert.That(server.Failures, Is.Empty);
    }

    [TestCase(512)]
    [TestCase(8000)]
    [TestCase(32_767)]
    public void The_packet_size_is_what_the_client_asks_for(int size)
    {
        using var server = TdsServer.Start();
        server.On("select 1", (request, reply) => reply.Value("int", request.Session.Login!.PacketSize));

        using var connection = new SqlConnection(server.ConnectionString + $";Packet Size={size}");
        connection.Open();

        Assert.That(connection.Ask("select 1"), Is.EqualTo(size));
        Assert.That(connection.PacketSize, Is.EqualTo(size));
    }

    [Test]
    public async Task A_pooled_connection_starts_afresh_when_it_is_given_out_again()
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Value("int", 1));
        var pooled = server.ConnectionString.Replace("Pooling=false", "Pooling=true", StringComparison.Ordinal);

        using (var first = new SqlConnection(pooled))
        {
            await first.OpenAsync();
            await first.ChangeDatabaseAsync("Elsewhere");
        }

        using var second = new SqlConnection(pooled);
        await second.OpenAsync();
        second.Ask("select 1");

        Assert.That(second.Database, Is.EqualTo("Staging"));
        Assert.That(server.Recorder.Lines, Is.EqualTo(new[]
        {
            "1 login loader database=Staging app=tests", "1 batch USE [Elsewhere]", "1 reset", "1 batch select 1",
        }));
        SqlConnection.ClearPool(second);
    }

    [Test]
    public void Two_servers_side_by_side_know_nothing_of_each_other()
    {
        using var one = TdsServer.Start();
        using var other = TdsServer.Start();
        one.On("select who", reply => reply.Value("varchar(5)", "one"));
        other.On("select who", reply => reply.Value("varchar(5)", "other"));

        Parallel.For(0, 8, i =>
        {
            using var connection = (i % 2 == 0 ? one : other).Open();
            Assert.That(connection.Ask("select who"), Is.EqualTo(i % 2 == 0 ? "one" : "other"));
        });

        Assert.That((one.Sessions.Count, other.Sessions.Count), Is.EqualTo((4, 4)));
    }
}
