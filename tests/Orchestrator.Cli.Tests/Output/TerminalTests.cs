using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Output;

/// <summary>The built command on a terminal that somebody reads, byte by byte.</summary>
internal sealed class TerminalTests
{
    [TestCase("validate --no-color")]
    [TestCase("validate --no-color 2> messages.txt")]
    [TestCase("validate > results.txt 2> messages.txt")]
    public void Without_colours_or_without_a_reader_the_terminal_gets_no_control_sequence(string call)
    {
        using var solution = new SmallSolution();

        var seen = OnTerminal(solution.Folder, call);

        Assert.That(seen, Does.Not.Contain('\u001b'));
    }

    [Test]
    public void The_terminal_is_left_in_the_mode_that_it_was_in()
    {
        using var solution = new SmallSolution();

        var seen = OnTerminal(solution.Folder, "validate");

        Assert.That(seen, Does.Contain("\u001b[32mvalid\u001b[0m").And.Not.Contain("\u001b[?1h"));
    }

    private static string OnTerminal(string folder, string call)
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("the terminal is the one that Linux's script makes");
        }

        var command = $"dotnet '{RunningCommand.Command}' {call}";
        using var terminal = Process.Start(new ProcessStartInfo("script", ["-qec", command, "/dev/null"])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            Environment = { ["TERM"] = "xterm-256color", ["NO_COLOR"] = "" },
        })!;
        terminal.StandardInput.Close();
        var seen = terminal.StandardOutput.ReadToEnd();
        terminal.WaitForExit();
        Assert.That(terminal.ExitCode, Is.Zero, seen);
        return seen;
    }
}
