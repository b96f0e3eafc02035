using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Evidence;

namespace Orchestrator.Runner.Tests.Evidence;

internal sealed class SilentServersTests
{
    private readonly FakeTime _time = new();
    private readonly List<string> _told = [];
    private Action? _question;

    [SetUp]
    public void Forget()
    {
        _told.Clear();
        _question = null;
    }

    [Test]
    public void A_server_that_is_slow_again_and_again_is_told_of_once_until_it_is_twice_as_slow()
    {
        using var servers = Servers();
        using var package = servers.Watch(Load(), new ProgressCounter());

        Silent(seconds: 4);
        string[] first = [.. _told];
        for (var i = 0; i < 20; i++)
        {
            Silent(seconds: 4);
        }

        string[] after = [.. _told];
        Silent(seconds: 9);

        Assert.That(first, Has.Length.EqualTo(2));
        Assert.That(first[0], Does.StartWith("The server of the connection 'Dwh' has not answered for 3 s. "));
        Assert.That(first[1], Is.EqualTo("The server of the connection 'Dwh' answers again."));
        Assert.That(after, Is.EqualTo(first), "what was told is told once");
        Assert.That(_told, Has.Count.EqualTo(4));
        Assert.That(_told[2], Does.StartWith(
            "The server of the connection 'Dwh' has not answered for 6 s, "
            + "and is silent for the 22. time in this run. "));
    }

    [Test]
    public void Several_packages_that_wait_for_one_server_are_one_warning()
    {
        using var servers = Servers();
        var packages = Enumerable.Range(0, 20).Select(_ => servers.Watch(Load(), new ProgressCounter())).ToList();

        Silent(seconds: 5);
        packages.ForEach(package => package.Dispose());

        Assert.That(_told.Count(text => text.Contains("has not answered", StringComparison.Ordinal)), Is.EqualTo(1));
    }

    [Test]
    public void Where_nobody_can_look_at_a_database_any_session_is_an_answer()
    {
        var opened = 0;
        using var servers = Servers(() =>
        {
            opened++;
            return new MemoryStream();
        });
        using var package = servers.Watch(Load(), new ProgressCounter());

        Silent(seconds: 1);

        Assert.That(opened, Is.EqualTo(1));
    }

    private SilentServers Servers(Func<IDisposable>? openAny = null) => new(
        name => new WatchedDatabase(name, "SQL Server", () => null) { OpenAny = openAny }, _time,
        (text, _) => _told.Add(text), asked => _question = asked);

    // Asked, silent for so long, and then there again.
    private void Silent(int seconds)
    {
        while (_question is null)
        {
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        for (var second = 0; second < seconds; second++)
        {
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        var answered = _question;
        _question = null;
        answered();
    }

    private static ObjectDefinition Load() => new()
    {
        Name = "t",
        Project = "Staging",
        Kind = "load",
        Container = "Core",
        Target = new ObjectTarget("Dwh", null, "t"),
        Columns = [],
    };
}
