using System.Data.Common;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Store;

internal sealed class AddressesTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(Isolation.ReadCommitted, ReadIsolation.ReadCommitted)]
    [TestCase(Isolation.Snapshot, ReadIsolation.Snapshot)]
    [TestCase(Isolation.ReadUncommitted, ReadIsolation.ReadUncommitted)]
    [TestCase(Isolation.RepeatableRead, ReadIsolation.RepeatableRead)]
    public void A_server_is_read_as_the_metadata_say(Isolation written, ReadIsolation expected)
    {
        _rig.Servers.Add(Pg("Host=h") with { Isolation = written, Limits = new FileLimits(Row: 1000) });

        var address = Addresses.OfSource(_rig.Context(FromPg()));

        Assert.That((address.File, address.Isolation, address.RowBytesMax), Is.EqualTo(("", expected, 1000L)));
        Assert.That(address.ToString(), Is.EqualTo("Pg"));
    }

    [TestCase("Host=db;Password=${secret:PW};Database=x")]
    [TestCase("Host=db;Password=\"${secret:PW}\";Database=x")]
    [TestCase("Host=db;Password='${secret:PW}';Database=x")]
    public void A_password_ends_where_it_ends_whatever_is_in_it(string written)
    {
        const string secret = " a;b\"c'd=%@\n${x};Host=elsewhere";
        _rig.Servers.Add(Pg(written));
        var context = _rig.Context(FromPg()) with
        {
            ResolveConnection = text => ConnectionText.Resolve(
                text, part => part.Replace("${secret:PW}", secret, StringComparison.Ordinal)),
        };

        var text = new DbConnectionStringBuilder { ConnectionString = Addresses.OfSource(context).ConnectionString };

        Assert.That((text["Host"], text["Password"], text["Database"]), Is.EqualTo(("db", secret, "x")));
    }

    [Test]
    public void A_database_file_is_found_by_its_path()
    {
        var address = Addresses.OfTarget(_rig.Context(Rig.Load("t")));

        Assert.That((address.File, address.ConnectionString), Is.EqualTo((_rig.DatabaseFile, "")));
    }

    private static Connection Pg(string written) =>
        new() { Name = "Pg", Platform = Platform.PostgreSql, ConnectionString = written };

    private static ObjectDefinition FromPg() =>
        Rig.Load("t") with { Source = new ObjectSource { Connection = "Pg", Name = "t" } };
}
