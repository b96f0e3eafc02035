using Orchestrator.Telemetry.Lineage;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

[Platform(Exclude = "Win", Reason = "looks at Unix modes")]
internal sealed class LineageFileTests
{
    [Test]
    public void A_file_of_lineage_and_its_folder_are_for_the_owner_and_a_collector_of_the_group()
    {
        var root = Directory.CreateTempSubdirectory("orchestrator-lineage-").FullName;
        try
        {
            using (var file = new LineageFile(Path.Combine(root, "a", "b", "events.jsonl")))
            {
                file.Send("{}");
            }

            const UnixFileMode others = UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute
                | UnixFileMode.GroupWrite;
            Assert.That(Directory.EnumerateFileSystemEntries(root, "*", SearchOption.AllDirectories)
                .Where(path => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & others) != 0), Is.Empty);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }
}
