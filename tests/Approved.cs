using System.Runtime.CompilerServices;

/// <summary>
/// Texts that somebody has read and approved. With ORCHESTRATOR_TEST_APPROVE=1, as `tests/run --approve` sets it, what
/// is new is written. Whoever compares one is a test of the category Approved.
/// </summary>
internal static class Approved
{
    private static readonly bool IsWritten = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_APPROVE") == "1";

    /// <summary>Compares a text with the one of that name, in the folder Approved beside the test.</summary>
    public static void Check(string name, string text, [CallerFilePath] string caller = "") =>
        CheckFile(Path.Combine(Path.GetDirectoryName(caller)!, "Approved", name + ".txt"), text);

    /// <summary>Compares a text with a file, which may also be one that is given away.</summary>
    public static void CheckFile(string file, string text)
    {
        if (IsWritten)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        Assert.That(File.Exists(file), Is.True, $"no approved text {file}");
        Assert.That(
            text, Is.EqualTo(File.ReadAllText(file).ReplaceLineEndings("\n")),
            $"{file} says otherwise; where the new text is meant, tests/run --approve writes it");
    }
}
