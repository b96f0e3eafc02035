using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>
/// Files that arrive and change, and kills between rows and record: each content is loaded once. A share of the
/// histories, all 1,000 with ORCHESTRATOR_TEST_FULL=1.
/// </summary>
internal sealed class FileHistoryTests
{
    private static int Histories => Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 500 : 15;

    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    public void Each_content_is_loaded_once_whatever_is_killed(LoadPattern pattern)
    {
        for (var seed = 1; seed <= Histories; seed++)
        {
            using var rig = new Rig();
            rig.Servers.Add(new Connection
            {
                Name = "Inbox",
                Platform = Platform.Files,
                Folder = "in",
                Files = new FileIntake { Take = FileTake.New, OnNone = NoFiles.Skip },
            });
            new FileHistory(seed, pattern, rig).Run();
        }
    }
}
