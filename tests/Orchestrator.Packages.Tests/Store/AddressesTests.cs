using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Store;

internal sealed class AddressesTests
{
    private Rig rig = null!;

    [SetUp]
    public void Make() => rig = new Rig();

    [TearDown]
    public void Remove() => rig.Dispose();

    [TestCase(Isolation.ReadCommitted, ReadIsolation.ReadCommitted)]
    [TestCase(Isolation.Snapshot, ReadIsolation.Snapshot)]
    [TestCase(Isolation.ReadUncommitted, ReadIsolation.ReadUncommitted)]
    [TestCase(Isolation.RepeatableRead, ReadIsolation.RepeatableRead)]
    public void A_server_is_found_by_its_connection_string_and_read_as_the_metadata_say(
        Isolation written, ReadIsolation expected)
    {
        rig.Servers.Add(new Connection
        {
            Name = "Pg",
            Platform = Platform.PostgreSql,
            ConnectionString = "Host=${env:H}",
            Isolation = written,
            Limits = new FileLimits(Row: 1000),
        });
        var load = Rig.Load("t") with { Source = new ObjectSource { Connection = "Pg", Name = "t" } };

        var address = Addresses.OfSource(
            load, rig.Solution, text => text.Replace("${env:H}", "h", StringComparison.Ordinal));

        Assert.That(address.ConnectionString, Is.EqualTo("host=h").IgnoreCase);
        Assert.That((address.File, address.Isolation, address.RowBytesMax), Is.EqualTo(("", expected, 1000L)));
        Assert.That(address.ToString(), Is.EqualTo("Pg"));
    }

    [Test]
    public void A_database_file_is_found_by_its_path()
    {
        var address = Addresses.OfTarget(Rig.Load("t"), rig.Solution, text => text);

        Assert.That((address.File, address.ConnectionString), Is.EqualTo((rig.DatabaseFile, "")));
    }

    [TestCase("load")]
    [TestCase("sql")]
    [TestCase("check")]
    public void A_platform_without_a_driver_is_found_in_the_metadata(string kind)
    {
        rig.Servers.Add(new Connection { Name = "Ms", Platform = Platform.SqlServer, ConnectionString = "x" });
        var definition = Rig.Load("t") with { Kind = kind, Target = new ObjectTarget("Ms", null, "t") };

        var found = PackageKinds.All[kind].Check(definition, rig.Solution).Select(one => one.Code);

        Assert.That(found, Does.Contain("ORC1315"));
    }
}
