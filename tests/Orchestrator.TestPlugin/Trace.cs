using System.Runtime.CompilerServices;

namespace Orchestrator.TestPlugin;

/// <summary>Leaves a line in a file as soon as any code of the assembly runs.</summary>
internal static class Trace
{
    [ModuleInitializer]
    internal static void Leave()
    {
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_TRACE") is { Length: > 0 } file)
        {
            File.AppendAllText(file, $"{Environment.ProcessId}\n");
        }
    }
}
