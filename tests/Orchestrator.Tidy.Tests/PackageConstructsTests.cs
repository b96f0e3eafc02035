using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>The small packages of the tests, each a construct of SSIS, as the page of the tests lists them.</summary>
internal sealed partial class PackageConstructsTests
{
    private const string Folder = "tests/Orchestrator.Cli.Tests/Imports/Ssis/";

    [Test]
    public void Each_file_of_them_is_listed_with_its_own()
    {
        var text = File.ReadAllText(Path.Combine(Repository.Root, "tests", "README.md")).ReplaceLineEndings("\n");
        var listed = Row().Matches(Section().Match(text).Value).Select(row =>
            $"{row.Groups["file"].Value}: "
            + string.Join(' ', Name().Matches(row.Groups["names"].Value).Select(name => name.Groups[1].Value)));

        Assert.That(listed, Is.EquivalentTo(InTheCode()));
    }

    private static string[] InTheCode() =>
    [
        .. Repository.Files("*Cases.cs").Where(path => Repository.Relative(path).StartsWith(Folder))
            .Select(path => (File: Path.GetFileNameWithoutExtension(path), Text: File.ReadAllText(path)))
            .Select(file => $"{file.File}: "
                + string.Join(' ', Case().Matches(file.Text).Select(match => match.Groups[1].Value)))
            .Where(line => !line.EndsWith(": ")),
    ];

    [GeneratedRegex(@"(?m)^        \[""(\w+)""\] = ")]
    private static partial Regex Case();

    [GeneratedRegex(@"## Packages of SSIS\n.*?(?=\n## |\z)", RegexOptions.Singleline)]
    private static partial Regex Section();

    [GeneratedRegex(@"(?m)^\| (?<file>\w+Cases) \| [^|]+ \| (?<names>[^|]+) \|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"`(\w+)`")]
    private static partial Regex Name();
}
