using System.Diagnostics;

namespace Orchestrator.Cli.Tests;

/// <summary>The command as a process of its own, in surroundings that do not hold.</summary>
internal sealed class SurroundingsTests
{
    [Test]
    public void A_folder_that_was_removed_under_the_shell_is_said_to_be_gone()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();

        var (code, error) = Shell(folder.Path, "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"", "version");

        Assert.That(code, Is.EqualTo(2), error);
        Assert.That(error, Does.Contain("orchestrator: the current folder is gone").And.Not.Contain("   at "));
    }

    [TestCase("/nonexistent/libsqlite3.so")]
    [TestCase("libc.so.6")]
    public void A_library_that_is_no_SQLite_is_refused_before_anything_starts(string library)
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();

        var (code, error) = Shell(
            solution.Folder, $"ORCHESTRATOR_SQLITE_LIBRARY={library} exec \"$@\"", "run", "-q");

        Assert.That(code, Is.EqualTo(4), error);
        Assert.That(error, Does.StartWith($"ORC4102: ORCHESTRATOR_SQLITE_LIBRARY names '{library}'"));
    }

    [Test]
    public void Completion_with_the_cursor_before_all_words_offers_nothing_and_is_no_crash()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();

        var (code, error) = Shell(
            solution.Folder, "exec \"$@\"", "[suggest:5]", $"orchestrator run -C {solution.Folder} -s ");

        Assert.That(code, Is.Zero, error);
        Assert.That(error, Is.Empty);
    }

    private static (int Code, string Error) Shell(string folder, string script, params string[] arguments)
    {
        using var shell = Process.Start(new ProcessStartInfo("sh",
            ["-c", script, "sh", "dotnet", RunningCommand.Command, .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardError = true,
        })!;
        var error = shell.StandardError.ReadToEnd();
        shell.WaitForExit();
        return (shell.ExitCode, error);
    }
}
