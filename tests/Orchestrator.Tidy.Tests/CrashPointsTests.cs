using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>The points at which tests let the process die; that each is passed they see for themselves.</summary>
internal sealed partial class CrashPointsTests
{
    [Test]
    public void Each_name_stands_in_one_place_and_is_written_out_there()
    {
        var (names, calls) = InTheCode();

        Assert.That(names, Is.Unique);
        Assert.That(calls, Is.EqualTo(names.Length), "calls whose name is no text of their own");
    }

    [Test]
    public void All_of_them_and_no_others_are_documented()
    {
        var text = File.ReadAllText(Path.Combine(Repository.Root, "tests", "README.md"));
        var section = Section().Match(text).Value;

        Assert.That(
            Documented().Matches(section).Select(match => match.Groups[1].Value), Is.EquivalentTo(InTheCode().Names));
    }

    private static (string[] Names, int Calls) InTheCode()
    {
        var sources = Repository.Files("*.cs").Where(path => !Repository.Relative(path).StartsWith("tests/")
            && Path.GetFileName(path) != "CrashPoint.cs").Select(File.ReadAllText).ToArray();
        return ([.. sources.SelectMany(source => Point().Matches(source))
            .Select(match => match.Groups[2].Value + (match.Groups[1].Value == "Around" ? "±" : ""))],
            sources.Sum(source => Call().Count(source)));
    }

    [GeneratedRegex(@"CrashPoint\.(Pass|Around)\(\s*""([a-z]+(?:\.[a-zA-Z]+)*)""")]
    private static partial Regex Point();

    [GeneratedRegex(@"CrashPoint\.(Pass|Around)\b")]
    private static partial Regex Call();

    [GeneratedRegex(@"## Crash points\n.*?(?=\n## |\z)", RegexOptions.Singleline)]
    private static partial Regex Section();

    [GeneratedRegex(@"`([a-z]+(?:\.[a-zA-Z]+)*±?)`")]
    private static partial Regex Documented();
}
