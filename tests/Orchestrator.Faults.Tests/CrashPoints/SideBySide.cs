using System.Collections.Concurrent;
using NUnit.Framework.Internal;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>Nights beside one another, as most of them wait.</summary>
internal static class SideBySide
{
    /// <summary>Does it for each, as many at a time as there are processors, and tells of all that fail.</summary>
    public static void Each<T>(IEnumerable<T> what, Action<T> work, Func<T, string> name)
    {
        ConcurrentQueue<string> failures = [];
        Parallel.ForEach(what, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, one =>
        {
            using var alone = new TestExecutionContext.IsolatedContext();
            try
            {
                work(one);
            }
            catch (Exception failure)
            {
                failures.Enqueue($"{name(one)}: {failure.Message}");
                TestContext.Progress.WriteLine($"failed: {name(one)}");
            }
        });
        Assert.That(failures, Is.Empty, string.Join('\n', failures));
    }
}
