using System.Runtime.CompilerServices;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>
/// Texts that somebody has read and approved, in the folder of this name. With ORCHESTRATOR_TEST_APPROVE=1 what is new
/// is written.
/// </summary>
internal static class Approved
{
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        var file = Path.Combine(Path.GetDirectoryName(caller)!, "Approved", name + ".txt");
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_APPROVE") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        Assert.That(File.Exists(file), Is.True, $"no approved text {file}");
        Assert.That(text, Is.EqualTo(File.ReadAllText(file).ReplaceLineEndings("\n")));
    }
}
