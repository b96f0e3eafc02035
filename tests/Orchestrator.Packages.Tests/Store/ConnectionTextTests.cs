using System.Data.Common;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Store;

internal sealed class ConnectionTextTests
{
    private const string Secret = "a;b\"c'd=%@\n${x}";

    [TestCase("Host=db;Password=${secret:PW};Database=x")]
    [TestCase("Host=db;Password=\"${secret:PW}\";Database=x")]
    [TestCase("Host=db;Password='${secret:PW}';Database=x")]
    public void A_value_ends_where_it_ends_whatever_is_in_it(string template)
    {
        var text = new DbConnectionStringBuilder { ConnectionString = ConnectionText.Resolve(template, Resolve) };

        Assert.That((text["Host"], text["Password"], text["Database"]), Is.EqualTo(("db", Secret, "x")));
    }

    [Test]
    public void A_placeholder_within_a_value_is_filled_in_its_place()
    {
        var text = new DbConnectionStringBuilder
        {
            ConnectionString = ConnectionText.Resolve("Host=${env:H}.example;Port=1", Resolve),
        };

        Assert.That(text["Host"], Is.EqualTo("h.example"));
    }

    [Test]
    public void A_placeholder_for_the_whole_is_the_whole()
    {
        Assert.That(ConnectionText.Resolve("${env:ALL}", Resolve), Is.EqualTo("Host=all;Port=2"));
    }

    [Test]
    public void The_whole_is_resolved_once_too_so_that_a_password_beside_its_keyword_is_known()
    {
        List<string> asked = [];

        ConnectionText.Resolve("Password=${env:H}", text =>
        {
            asked.Add(text);
            return Resolve(text);
        });

        Assert.That(asked, Does.Contain("Password=${env:H}"));
    }

    [Test]
    public void What_is_no_connection_string_is_refused_without_showing_it()
    {
        Assert.That(() => ConnectionText.Resolve("=;Password='hunter2", text => text),
            Throws.ArgumentException.With.Message.Not.Contain("hunter2"));
    }

    private static string Resolve(string text) => text
        .Replace("${secret:PW}", Secret, StringComparison.Ordinal)
        .Replace("${env:H}", "h", StringComparison.Ordinal)
        .Replace("${env:ALL}", "Host=all;Port=2", StringComparison.Ordinal);
}
