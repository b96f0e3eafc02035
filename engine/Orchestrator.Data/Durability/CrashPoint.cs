using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Data.Durability;

/// <summary>
/// Places at which the process can be made to die without a word, so that tests see what is left behind:
/// `ORCHESTRATOR_TEST_CRASH=NAME`, or `NAME:3` for the third time that it is passed. Costs a look at a flag otherwise.
/// </summary>
public static class CrashPoint
{
    private const string Variable = "ORCHESTRATOR_TEST_CRASH";

    private static readonly (string Name, int Count) Wanted =
        Parse(Environment.GetEnvironmentVariable(Variable) ?? "");

    private static int passed;

    /// <summary>Dies here, if that is wanted.</summary>
    public static void Pass(string name)
    {
        if (Wanted.Count > 0 && Wanted.Name == name && Interlocked.Increment(ref passed) == Wanted.Count)
        {
            using var self = Process.GetCurrentProcess();
            self.Kill();
            // The signal may take a moment, in which nothing more may happen.
            self.WaitForExit();
        }
    }

    private static (string Name, int Count) Parse(string text) => text.Split(':') switch
    {
        [""] => ("", 0),
        [var name, var count] => (name, int.Parse(count, CultureInfo.InvariantCulture)),
        [var name, ..] => (name, 1),
        _ => ("", 0),
    };
}
