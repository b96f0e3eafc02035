using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>
/// What hangs on a target is asked by the loads that it says something to, and never by one that has failed, which may
/// have no connection any more.
/// </summary>
internal sealed class FoundTargetTests
{
    private Rig _rig = null!;
    private RecordedPlatform _platform = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n");
        _platform = new RecordedPlatform(SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities);
        _rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _platform;
        Load(new LoadOptions());
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_table_on_which_nothing_hangs_is_asked_everything_once()
    {
        Load(new LoadOptions());

        Assert.That(_platform.Asked, Is.EqualTo((string[])["dependents", "uncarried", "referrers"]));
    }

    [Test]
    public void Where_something_hangs_on_the_table_nothing_is_asked_of_what_an_exchange_keeps()
    {
        _rig.Execute("CREATE INDEX i ON t (Name)");

        Load(new LoadOptions());

        Assert.That(_platform.Asked, Is.EqualTo((string[])["dependents", "referrers"]));
    }

    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DropAndReload)]
    public void Patterns_that_never_choose_between_exchange_and_insert_ask_nothing(LoadPattern pattern)
    {
        Load(new LoadOptions { Pattern = Rig.Written(pattern) });

        Assert.That(_platform.Asked, Is.Empty);
    }

    [TestCase(Swap.InPlace)]
    [TestCase(Swap.Transaction)]
    public void Nothing_is_asked_where_the_way_is_written(Swap swap)
    {
        Load(new LoadOptions { Swap = Rig.Written(swap) });

        Assert.That(_platform.Asked, Is.Empty);
    }

    [Test]
    public void Who_asks_for_an_exchange_is_told_what_it_would_lose_and_who_points_there()
    {
        Load(new LoadOptions { Swap = Rig.Written(Swap.Shadow) });

        Assert.That(_platform.Asked, Is.EquivalentTo((string[])["uncarried", "referrers"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Shadow)]
    public void A_load_that_fails_asks_nothing_any_more(Swap swap)
    {
        string[] asked = [];
        _platform.Asked.Clear();
        _platform.Before = entry =>
        {
            if (entry == "exchange t")
            {
                asked = [.. _platform.Asked];
                throw new EndOfStreamException("gone");
            }
        };

        var result = _rig.Run(Definition(new LoadOptions { Swap = Rig.Written(swap) }) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That(result.Error, Is.Not.Null);
        Assert.That(asked, Does.Contain("referrers"));
        Assert.That(_platform.Asked, Is.EqualTo(asked));
    }

    private void Load(LoadOptions options)
    {
        _platform.Asked.Clear();
        Assert.That(_rig.Run(Definition(options)).Error, Is.Null);
    }

    private static ObjectDefinition Definition(LoadOptions options) =>
        Rig.Load(
            "t", Rig.Column("Id", "int", key: options.Pattern.Value == LoadPattern.Merge ? 1 : 0),
            Rig.Column("Name", "nvarchar(20)")) with
        {
            Load = options,
        };
}
