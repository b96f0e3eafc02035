using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class NetworkFolderTests
{
    [Test]
    public void A_network_folder_is_refused_with_the_reason()
    {
        Assert.That(
            () => NetworkFolder.Refuse("ledger.db", _ => DriveType.Network),
            Throws.TypeOf<UnusableFileException>().With.Message.Contains("network folder")
                .And.Message.Contains("local disk"));
    }

    [TestCase(DriveType.Fixed)]
    [TestCase(DriveType.Ram)]
    [TestCase(DriveType.Unknown)]
    public void Any_other_folder_is_taken(DriveType type)
    {
        Assert.That(() => NetworkFolder.Refuse("ledger.db", _ => type), Throws.Nothing);
    }

    [Test]
    public void A_folder_that_is_yet_to_be_made_is_judged_by_the_one_above()
    {
        List<string> asked = [];
        var above = Path.GetTempPath().TrimEnd(Path.DirectorySeparatorChar);

        NetworkFolder.Refuse(Path.Combine(above, "not", "there", "ledger.db"), folder =>
        {
            asked.Add(folder);
            return DriveType.Fixed;
        });

        Assert.That(asked, Has.Count.EqualTo(1));
        Assert.That(above, Does.StartWith(asked[0].TrimEnd(Path.DirectorySeparatorChar)));
    }
}
