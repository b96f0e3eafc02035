using System.Collections.Concurrent;
using System.Globalization;
using NUnit.Framework.Internal;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>Nights beside one another, as most of them wait.</summary>
internal static class SideBySide
{
    // Who watches a long proof sees where it stands; a few nights say nothing.
    private const int Told = 10;

    /// <summary>Does it for each, as many at a time as there are processors, and tells of all that fail.</summary>
    public static void Each<T>(IEnumerable<T> what, Action<T> work, Func<T, string> name)
    {
        ConcurrentQueue<string> failures = [];
        T[] all = [.. what];
        var begun = TimeProvider.System.GetTimestamp();
        var done = 0;
        Parallel.ForEach(all, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, one =>
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

            var number = Interlocked.Increment(ref done);
            if (number % Told == 0 && all.Length > 2 * Told)
            {
                TestContext.Progress.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"{number} of {all.Length} done, {failures.Count} failed, "
                    + $"{TimeProvider.System.GetElapsedTime(begun).TotalMinutes:0.0} min; last: {name(one)}"));
            }
        });
        Assert.That(failures, Is.Empty, string.Join('\n', failures));
    }
}
