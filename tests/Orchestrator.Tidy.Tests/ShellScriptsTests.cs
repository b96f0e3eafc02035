using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>The scripts of this folder run with bash 3.2 as well, which is what macOS has.</summary>
internal sealed partial class ShellScriptsTests
{
    private const string First = "#!/usr/bin/env bash";

    [Test]
    public void No_script_needs_a_newer_bash()
    {
        var scripts = Directory.EnumerateFiles(Path.Combine(Repository.Root, "tests"))
            .Where(file => File.ReadLines(file).FirstOrDefault() == First).ToArray();

        Assert.That(scripts, Is.Not.Empty);
        Assert.That(
            scripts.SelectMany(script => Newer(File.ReadAllLines(script))
                .Select(line => $"{Repository.Relative(script)}: {line}")),
            Is.Empty);
    }

    [TestCase("  wait -n || true")]
    [TestCase("exec {held}>\"$folder/.begun\"")]
    [TestCase("mapfile -t lines < file")]
    [TestCase("declare -A seen")]
    [TestCase("echo ${name,,}")]
    [TestCase("make |& tee log")]
    public void The_rule_sees_each_kind(string line) => Assert.That(Newer([line]), Has.Exactly(1).Items);

    [TestCase("# knows no mapfile")]
    [TestCase("*) wait -n || true ;;", Description = "a version was asked for")]
    [TestCase("echo ${name//a/b} && wait")]
    public void The_rule_lets_pass_what_every_bash_knows(string line) => Assert.That(Newer([line]), Is.Empty);

    private static IEnumerable<string> Newer(IEnumerable<string> lines) =>
        lines.Where(line => !line.TrimStart().StartsWith('#') && NewerWord().IsMatch(line));

    [GeneratedRegex(
        """(?<!\*\) )wait -n\b|exec \{|\b(mapfile|readarray|coproc)\b"""
        + """|(declare|local) -[An]\b|\$\{\w+(,,|\^\^)|\|&|&>>""")]
    private static partial Regex NewerWord();
}
