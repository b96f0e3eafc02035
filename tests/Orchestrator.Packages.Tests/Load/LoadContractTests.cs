using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Tests.Load;

/// <summary>How a load publishes its rows, by what it found of its target.</summary>
internal sealed class LoadContractTests
{
    [Test]
    public void A_heap_on_which_nothing_hangs_is_exchanged()
    {
        Assert.That(Publish(new FoundTarget()).Swap, Is.EqualTo(Swap.Shadow));
    }

    // As SQL Server says of a heap with an alias type, a rowversion, text, ANSI_PADDING OFF, and without the right.
    [TestCase("type dbo.Phone of column Phone")]
    [TestCase("rowversion column Version")]
    [TestCase("type text of column Note")]
    [TestCase("padding (ANSI) of column Code")]
    [TestCase("itself, which etl may not ALTER")]
    public void A_heap_with_what_no_exchange_keeps_is_published_by_delete_and_insert(string what)
    {
        var publish = Publish(new FoundTarget { Uncarried = [what] });

        Assert.That(publish, Is.EqualTo(new LoadPublish(
            Swap.Transaction, true,
            $"published by delete and insert: an exchange of tables could not keep {what}")));
    }

    [Test]
    public void What_hangs_on_a_table_that_others_point_to_is_exchanged_only_where_all_of_it_is_kept()
    {
        var found = new FoundTarget
        {
            Dependents = ["foreign key to_it of crm.Order"],
            Referrers = [new TableName("crm", "Order")],
        };

        Assert.That(Publish(found).Swap, Is.EqualTo(Swap.Shadow));
        Assert.That(Publish(found with { Uncarried = ["partitioning"] }).Swap, Is.EqualTo(Swap.Transaction));
    }

    [Test]
    public void Where_each_definition_is_committed_at_once_no_table_is_exchanged()
    {
        var platform = new RecordedPlatform(
            SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities with { UndoesDefinitions = false });

        var publish = Publish(FoundTarget.Missing(platform, Rig.Load("t", Rig.Column("Id", "int", key: 1))));

        Assert.That(publish.Swap, Is.EqualTo(Swap.Transaction));
        Assert.That(publish.Reason, Does.Contain("SQLite commits each change of a table at once"));
    }

    private static LoadPublish Publish(FoundTarget found) =>
        LoadContract.Publish(Rig.Load("t", Rig.Column("Id", "int", key: 1)), found);
}
