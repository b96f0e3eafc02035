using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// No test depends on how fast the machine is: it waits for a signal, with a limit that a machine keeps which is busy
/// with all else. What has a limit of seconds is looked at in the long proofs only (Full).
/// </summary>
internal sealed partial class WaitLimitsTests
{
    private const double SecondsMin = 60;

    /// <summary>Files that have a shorter one, and why.</summary>
    private static readonly Dictionary<string, string> Others = new(StringComparer.Ordinal)
    {
        ["tests/Orchestrator.Benchmarks/Sampling/MonitorCost.cs"] = "the time between two looks of what is measured",
        ["tests/Orchestrator.Cli.Tests/Run/OperatorVerbTests.cs"] = "the time between two of many looks",
        ["tests/Orchestrator.Ledger.Tests/SecondProcess.cs"] = "the time between two looks at a process",
        ["tests/Orchestrator.Packages.Tests/Load/LoadTogetherTests.cs"] = "the time between two looks at threads",
        ["tests/Orchestrator.Packages.Tests/Load/PostgreSqlTests.cs"] = "when a package is asked to stop, and no limit",
        ["tests/Orchestrator.Core.Tests/Processes/World/SimAttempt.cs"] = "seconds of a simulated clock",
        ["tests/Orchestrator.Tidy.Tests/WaitLimitsTests.cs"] = "these",
    };

    [Test]
    public void No_test_waits_by_the_clock_or_gives_up_within_a_minute() => Assert.That(
        Tests().Where(file => !Others.ContainsKey(file.Name))
            .SelectMany(file => Short(file.Text).Select(found => $"{file.Name}: {found}")),
        Is.Empty);

    [TestCase("Thread.Sleep(10);")]
    [TestCase("await Task.Delay(500);")]
    [TestCase("Is.True.After(10_000, 100)")]
    [TestCase("Is.True.After(20).Seconds")]
    [TestCase("done.Wait(TimeSpan.FromSeconds(20))")]
    [TestCase("await task.WaitAsync(TimeSpan.FromMilliseconds(500))")]
    [TestCase("process.WaitForExit(5000)")]
    [TestCase("static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);")]
    [TestCase("Is.LessThan(TimeSpan.FromSeconds(5))")]
    public void The_rule_sees_each_kind(string line) => Assert.That(Short(line), Has.Exactly(1).Items);

    [TestCase("await Task.Delay(Timeout.Infinite, over);")]
    [TestCase("Is.True.After(300_000, 100)")]
    [TestCase("Is.True.After(300).Seconds.PollEvery(10).MilliSeconds")]
    [TestCase("done.Wait(TimeSpan.FromMinutes(5))")]
    [TestCase("await task.WaitAsync(TimeSpan.FromSeconds(120))")]
    [TestCase("Is.LessThan(TimeSpan.FromSeconds(60))")]
    [TestCase("clock.Advance(TimeSpan.FromSeconds(5));")]
    public void The_rule_lets_others_be(string line) => Assert.That(Short(line), Is.Empty);

    private static IEnumerable<(string Name, string Text)> Tests() => Repository.Files("*.cs")
        .Select(path => (Repository.Relative(path), File.ReadAllText(path)))
        .Where(file => file.Item1.StartsWith("tests/", StringComparison.Ordinal))
        .Where(file => !file.Item2.Contains("Category(\"Full\")]", StringComparison.Ordinal));

    private static IEnumerable<string> Short(string text) =>
        Pauses().Matches(text).Select(match => match.Value)
            .Concat(Limits().Matches(text).Where(match => Seconds(match) < SecondsMin).Select(match => match.Value));

    private static double Seconds(Match match)
    {
        var number = double.Parse(
            match.Groups["number"].Value.Replace("_", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
        return match.Groups["seconds"].Success ? number : number / 1000;
    }

    [GeneratedRegex(@"Thread\.Sleep\(|Task\.Delay\((?!Timeout\.Infinite)")]
    private static partial Regex Pauses();

    [GeneratedRegex(@"(?:\.After|WaitForExit|WaitOne|\.Wait|\.Join|CancelAfter)\((?<number>[0-9][0-9_]*)"
        + @"(?:\)(?<seconds>\.Seconds)|[,)])"
        + @"|(?:WaitAsync|WaitForExit|WaitOne|\.Wait|\.Join|CancelAfter|SpinUntil)\((?:(?!new )[^;]*?, )?TimeSpan\.From"
        + @"(?:(?<seconds>Seconds)|Milliseconds)\((?<number>[0-9.]+)\)"
        + @"|(?:Is\.LessThan(?:OrEqualTo)?\(|TimeSpan \w*(?:Patience|Limit|Timeout)\w* = )TimeSpan\.From"
        + @"(?:(?<seconds>Seconds)|Milliseconds)\((?<number>[0-9.]+)\)")]
    private static partial Regex Limits();
}
