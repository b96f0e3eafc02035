using System.Diagnostics;
using System.Text.RegularExpressions;
using Orchestrator.Cli.Guide;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Tests.Guide;

/// <summary>Every block of the guide that claims to work is tried.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed partial class GuideTests
{
    private const string Small = "my-solution";

    private TemporaryFolder _made = null!;

    [OneTimeSetUp]
    public void MakeSmallSolution()
    {
        _made = new TemporaryFolder();
        var called = Called.With(_made.Path, "init", Small);
        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
    }

    [OneTimeTearDown]
    public void RemoveSmallSolution() => _made?.Dispose();

    private static IEnumerable<TestCaseData> Blocks(params string[] languages) => GuidePages.Topics.SelectMany(topic =>
        Fence().Matches(GuidePages.Topic(topic)).Where(match => languages.Contains(match.Groups[1].Value))
            .Select((match, place) => new TestCaseData(match.Groups[2].Value)
                .SetArgDisplayNames($"{topic} {place + 1}")));

    private static IEnumerable<TestCaseData> ShellBlocks() => Blocks("sh", "bash");

    private static IEnumerable<TestCaseData> YamlBlocks() => Blocks("yaml");

    [TestCaseSource(nameof(ShellBlocks))]
    public void Shell_block_works(string script)
    {
        using var folder = new TemporaryFolder();
        if (!script.Contains("orchestrator init", StringComparison.Ordinal))
        {
            WriteShop(folder);
        }

        using var bash = Process.Start(new ProcessStartInfo(
            "bash", ["-eu", "-o", "pipefail", "-c", Prelude(script) + script])
        {
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;

        var error = bash.StandardError.ReadToEndAsync();
        var output = bash.StandardOutput.ReadToEnd();
        bash.WaitForExit();

        Assert.That(bash.ExitCode, Is.Zero, output + error.GetAwaiter().GetResult());
    }

    [TestCaseSource(nameof(YamlBlocks))]
    public void Yaml_block_is_accepted(string block)
    {
        using var folder = new TemporaryFolder();
        var isWhole = block.Contains("formatVersion:", StringComparison.Ordinal);
        if (!isWhole)
        {
            Called.With(folder.Path, "init");
        }

        var place = Place().Match(block) is { Success: true } match ? match.Groups[1].Value : PlaceOf(block);
        folder.Write(isWhole ? "solution.yaml" : place, block);
        Directory.CreateDirectory(Path.Combine(folder.Path, "extract"));
        folder.Write("data/a.csv", "Id\n1\n");
        folder.Write("data/product.csv", "ProductId,Name\n1,a\n");
        Rename(folder, block);

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Where(each => each.Severity == Severity.Error), Is.Empty);
    }

    [Test]
    public void The_second_stage_of_the_quick_start_is_merged()
    {
        using var folder = new TemporaryFolder();
        var block = Fence().Matches(GuidePages.Topic("quick-start")).Select(match => match.Groups[2].Value)
            .Single(text => text.Contains("inherit:", StringComparison.Ordinal));
        folder.Write("solution.yaml", block);

        folder.Write("data/product.csv", "ProductId,Name\n1,a\n2,b\n");
        var first = Called.With(folder.Path, "run");
        folder.Write("data/product.csv", "ProductId,Name\n1,a\n2,changed\n3,c\n");
        var second = Called.With(folder.Path, "run");

        Assert.That(first.ExitCode, Is.Zero, first.Out + first.Error);
        Assert.That(second.ExitCode, Is.Zero, second.Out + second.Error);
        // The first stage inserts all three anew.
        Assert.That(second.Out + second.Error, Does.Contain("6 read = 4 inserted + 1 updated + 1 unchanged"));
    }

    /// <summary>A fragment that declares a connection of the small solution stands for it.</summary>
    private static void Rename(TemporaryFolder folder, string block)
    {
        var solution = Path.Combine(folder.Path, "solution.yaml");
        if (block.StartsWith("connection: Staging", StringComparison.Ordinal))
        {
            File.WriteAllLines(solution, File.ReadAllLines(solution)
                .Where(line => !line.Contains("connection: Staging", StringComparison.Ordinal)));
        }
    }

    private static string PlaceOf(string block) => block[..block.IndexOf(':')] switch
    {
        "connection" => "connections/fragment.yaml",
        "batch" => "batches/fragment.yaml",
        "environment" => "environments/fragment.yaml",
        _ => "projects/Staging/objects/fragment.yaml",
    };

    // The first block that makes the small solution has the command make it; so many more begin with it that they have
    // a copy of what the command makes.
    private string Prelude(string script) => script.Contains($"cd {Small}", StringComparison.Ordinal)
        ? $"orchestrator() {{ dotnet '{RunningCommand.Command}' \"$@\"; }}\n"
        : $"orchestrator() {{ if [ \"$*\" = 'init {Small}' ]; then cp -r '{Path.Combine(_made.Path, Small)}' {Small}; "
            + $"else dotnet '{RunningCommand.Command}' \"$@\"; fi; }}\n";

    /// <summary>The sample shop with headers alone: blocks that write no solution of their own speak of it.</summary>
    private static void WriteShop(TemporaryFolder folder)
    {
        foreach (var (path, text) in Demo.Sample.Files())
        {
            folder.Write(path, text);
        }

        foreach (var table in Demo.ShopTables.All)
        {
            folder.Write($"data/{table.Name}.csv", string.Join(',', table.Columns.Select(each => each.Name)) + "\n");
        }
    }

    [GeneratedRegex(@"(?m)^```([a-z]+)\n((?:.*\n)*?)```$")]
    private static partial Regex Fence();

    [GeneratedRegex(@"\A# ([\w/.-]+\.yaml)\n")]
    private static partial Regex Place();
}
