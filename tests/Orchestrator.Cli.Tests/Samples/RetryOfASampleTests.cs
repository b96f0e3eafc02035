using System.Text.Json;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>183 packages, of which three fail: a retry runs these, and what reads them.</summary>
internal sealed class RetryOfASampleTests
{
    private static readonly string[] Missing = ["Shift", "Currency", "Store"];

    [Test]
    public void A_retry_runs_exactly_what_failed_and_what_reads_it()
    {
        var extract = Extract.FindFolder();
        if (extract is null)
        {
            Assert.Ignore("the AdventureWorks extract is not on this machine; ADVENTUREWORKS_DATA may name its folder");
        }

        using var sample = Samples.Copy("adventureworks");
        var data = Directory.CreateDirectory(Path.Combine(sample.Folder, "extract")).FullName;
        foreach (var file in Directory.EnumerateFiles(extract!).Where(file => !Missing.Contains(NameOf(file))))
        {
            File.Copy(file, Path.Combine(data, Path.GetFileName(file)));
        }

        File.AppendAllText(
            Path.Combine(sample.Folder, "batches", "Nightly.yaml"), "failureHandling: DependencyChain\n");
        var environment = new Dictionary<string, string> { ["ADVENTUREWORKS_DATA"] = data };

        var run = sample.Run(["run", "-q"], environment);
        foreach (var name in Missing)
        {
            File.Copy(Path.Combine(extract!, name + ".csv"), Path.Combine(data, name + ".csv"));
        }

        var retry = sample.Run(["retry", "-q"], environment);
        var nothing = sample.Run(["retry", "-q"], environment);

        Assert.That(run.Output, Does.Contain("174 ok, 3 failed, 6 blocked"), run.Error);
        Assert.That(retry.Output, Does.Contain("9 ok, 0 failed, 0 blocked, 174 not run"), retry.Error);
        Assert.That(nothing.Output, Is.EqualTo("nothing to do: all 183 packages of run 2 are done\n"));
        var ran = sample.Run(["status", "2", "-o", "json"], environment).Output;
        var succeeded = JsonDocument.Parse(ran).RootElement.GetProperty("nodes").EnumerateArray()
            .Where(node => (node.GetProperty("kind").GetString(), node.GetProperty("state").GetString())
                == ("Package", "Succeeded")).Select(node => node.GetProperty("name").GetString());
        Assert.That(succeeded, Is.EquivalentTo(
            Missing.SelectMany(name => new[] { $"RawSource/{name}", $"Source/{name}", $"Staging/{name}" })));
    }

    private static string NameOf(string file) => Path.GetFileNameWithoutExtension(file);
}
