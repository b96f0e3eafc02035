using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Grammar;

internal sealed class CompletionTests
{
    private static IEnumerable<string> Verbs => VerbTable.Root.Subcommands
        .Where(verb => !verb.Hidden).Select(verb => verb.Name);

    [Test]
    public void Every_verb_is_offered() => Assert.That(Offered(""), Is.SupersetOf(Verbs));

    [TestCaseSource(nameof(Verbs))]
    public void Each_option_of_a_verb_is_offered(string verb) => Assert.That(
        Offered($"{verb} --"),
        Is.SupersetOf(VerbTable.Root.Subcommands.Single(each => each.Name == verb).Options
            .Concat(VerbTable.Root.Options.Where(each => each.Recursive)).Select(each => each.Name)));

    [TestCase("ledger ", "status", "backup", "restore", "migrate")]
    [TestCase("connections ", "list", "test", "grants", "refresh", "drift")]
    [TestCase("watermarks ", "list", "set", "reset")]
    [TestCase("tokens ", "create", "list", "revoke")]
    [TestCase("schedules ", "list", "preview", "pause", "resume", "run-now")]
    [TestCase("import ", "database")]
    [TestCase("completion ", "bash", "zsh", "fish", "pwsh")]
    public void Each_action_is_offered(string typed, params string[] actions) =>
        Assert.That(Offered(typed), Is.SupersetOf(actions));

    [Test, Platform("Linux", Reason = "needs bash")]
    public void Bash_asks_the_command()
    {
        var command = $"dotnet '{RunningCommand.Command}'";
        using var bash = Process.Start(new ProcessStartInfo("bash", ["-eu", "-c", $$"""
            orchestrator() { {{command}} "$@"; }
            source <(orchestrator completion bash)
            COMP_LINE='orchestrator ledger '; COMP_POINT=${#COMP_LINE}
            _orchestrator
            printf '%s\n' "${COMPREPLY[@]}"
            """])
        { RedirectStandardOutput = true })!;

        var output = bash.StandardOutput.ReadToEnd();
        bash.WaitForExit();

        Assert.That(bash.ExitCode, Is.Zero);
        Assert.That(output.Split('\n'), Is.SupersetOf(new[] { "status", "backup", "restore", "migrate" }));
    }

    private static string[] Offered(string typed)
    {
        using var folder = new TemporaryFolder();
        var line = "orchestrator " + typed;
        return Called.With(folder.Path, $"[suggest:{line.Length}]", line).Out.Split('\n');
    }

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
