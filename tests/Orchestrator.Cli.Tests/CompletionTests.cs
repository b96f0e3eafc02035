namespace Orchestrator.Cli.Tests;

internal sealed class CompletionTests
{
    [TestCase("plan -o ", "mermaid")]
    [TestCase("validate -o s", "sarif")]
    [TestCase("run -C shop --environment p", "prod")]
    [TestCase("run -C shop -s Staging/c", "Staging/customer")]
    [TestCase("run -C shop N", "Nightly")]
    public void What_fits_an_option_is_offered(string typed, string offered)
    {
        using var solution = new SmallSolution();
        solution.Write("environments/prod.yaml", "environment: prod\n");
        var line = "orchestrator " + typed.Replace("shop", solution.Folder, StringComparison.Ordinal);

        var called = solution.Call($"[suggest:{line.Length}]", line);

        Assert.That(called.Out.Split('\n'), Does.Contain(offered));
    }
}
