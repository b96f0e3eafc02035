using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Orchestrator.Cli.Tests.Grammar;

/// <summary>The command as a process of its own, in surroundings that do not hold.</summary>
internal sealed class SurroundingsTests
{
    private const string OfSystem = "libsqlite3.so.0";

    private delegate nint Func();

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
    public void A_library_of_the_system_takes_the_place_of_the_bundled_one()
    {
        RunningCommand.OnLinuxOnly();
        Assume.That(NativeLibrary.TryLoad(OfSystem, out var library), "this machine has no SQLite library of its own");
        var version = Marshal.PtrToStringUTF8(
            Marshal.GetDelegateForFunctionPointer<Func>(NativeLibrary.GetExport(library, "sqlite3_libversion"))());
        using var solution = new SmallSolution();
        const string script = $"ORCHESTRATOR_SQLITE_LIBRARY={OfSystem} exec \"$@\" >&2";

        var (code, error) = Shell(solution.Folder, script, "run", "-q");
        var (_, told) = Shell(solution.Folder, script, "doctor");

        Assert.That(code, Is.Zero, error);
        // Without the bundled one: what doctor says of the library is about the one that was named.
        Assert.That(told, Does.Contain($"the SQLite library is {version}").Or.Not.Contain("the SQLite library"));
        Assume.That(told, Does.Contain(version), "the system's library has no known fault, so that nothing names it");
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
