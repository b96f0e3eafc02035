using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What a run that has died left on the server, as it is asked for and told to end.</summary>
internal sealed class SessionsTests
{
    private const string Name = "orchestrator 7@1a2b3c4d";

    private TdsServer _server = null!;

    [SetUp]
    public void Start()
    {
        _server = TdsServer.Start();
        var counts = new TableStore(_server);
        counts.Counts.HasPerformanceState = false;
        _server.On(new Regex("FROM sys.dm_exec_sessions WHERE \\(program_name"), reply =>
            reply.Rows(["session_id int", "program_name nvarchar(128)"], [61, $"{Name} Stage/customer"]));
    }

    [TearDown]
    public void Stop() => _server.Dispose();

    [Test]
    public void A_session_is_told_to_end()
    {
        Sees(1);
        _server.On(new Regex("KILL"), reply => reply.Done(0));

        var found = End();

        Assert.That(found.There, Is.EqualTo(new[] { new SessionLeft($"session 61 ({Name} Stage/customer)", null) }));
        Assert.That(found.CannotSee, Is.Null);
    }

    [Test]
    public void A_right_that_is_missing_is_named_to_end_it_and_to_see_any()
    {
        Sees(0);
        _server.On(
            new Regex("KILL"), reply => reply.Error(6102, "User does not have permission to use the KILL statement."));

        var found = End();

        Assert.That(found.There.Single().Missing, Is.EqualTo("ALTER ANY CONNECTION"));
        Assert.That(found.CannotSee, Is.EqualTo("VIEW SERVER STATE"));
    }

    private void Sees(int others) => _server.On(
        new Regex("EngineEdition'\\) = 5 AND 1 IN"), reply => reply.Value("int", others));

    private SessionsLeft End() => Databases.Platform.EndSessions(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = Databases.ConnectionTo(_server) },
        new DatabaseUse
        {
            IsTarget = false,
            Time = TimeProvider.System,
            Application = "orchestrator 8@1a2b3c4d recovery",
        },
        Name);
}
