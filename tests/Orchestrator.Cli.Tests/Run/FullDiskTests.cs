using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>Where a disk has no room, or may not be written: the exit code says what became of the work.</summary>
internal sealed class FullDiskTests
{
    private static readonly string[] OneRun = ["1 | Succeeded"];

    [Test]
    public void A_run_whose_artifacts_have_no_place_has_run_and_says_that_they_are_missing()
    {
        using var solution = new SmallSolution();
        // Of the name of its folder, which cannot be made then.
        solution.Write(".orchestrator/runs/1", "");

        var called = solution.Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Error, Does.Contain("ORC4011").And.Contain("The rows are where they belong"));
        Assert.That(LedgerTables.Rows(solution.Folder, "select run, verdict from runs"), Is.EqualTo(OneRun));
    }

    [TestCase("run", 0)]
    [TestCase("retry 1", 0)]
    [TestCase("plan", 1)]
    [TestCase("plan -o json", 1)]
    [TestCase("status", 1)]
    [TestCase("show Staging/customer", 1)]
    [TestCase("report 1 --file night.html -o json", 1)]
    public void Where_stdout_has_no_room_a_run_ends_as_it_ended_and_a_query_has_failed(string verb, int code)
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        if (verb is not "run")
        {
            Assert.That(solution.Call("run", "-q").ExitCode, Is.Zero);
        }

        var (exit, said) = Shell(solution.Folder, $"dotnet '{RunningCommand.Command}' {verb} > /dev/full");

        Assert.That(exit, Is.EqualTo(code), said);
        Assert.That(said, verb is "retry 1" ? Does.Not.Contain("usage") : Does.Contain("could not be written"));
        Assert.That(LedgerTables.Rows(solution.Folder, "select run, verdict from runs"), Is.EqualTo(OneRun));
    }

    [Test]
    public void Who_closes_the_pipe_of_a_run_changes_nothing_of_it()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();

        var (exit, said) = Shell(
            solution.Folder, $"(dotnet '{RunningCommand.Command}' run; echo $? > exit) | true; cat exit >&2; exit 0");

        Assert.That(exit, Is.Zero);
        Assert.That(said.TrimEnd().Split('\n')[^1], Is.EqualTo("0"), said);
        Assert.That(LedgerTables.Rows(solution.Folder, "select run, verdict from runs"), Is.EqualTo(OneRun));
    }

    [TestCase("init", "/sys/shop")]
    [TestCase("report", "--file", "/sys/kernel/night.html")]
    [TestCase("doctor", "--bundle", "/sys/kernel/bundle.zip")]
    [TestCase("ledger", "backup", "/sys/kernel/ledger.db")]
    [TestCase("demo", "/sys/shop")]
    public void A_file_that_the_machine_does_not_take_is_no_wrong_call(params string[] call)
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        solution.Call("run", "-q");

        var called = solution.Call(call);

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Error);
        Assert.That(called.ErrorLines, Has.Length.LessThanOrEqualTo(3));
    }

    private static (int Exit, string Said) Shell(string folder, string script)
    {
        using var process = Process.Start(new ProcessStartInfo("sh", ["-c", script])
        {
            WorkingDirectory = folder,
            RedirectStandardError = true,
        })!;
        var said = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, said);
    }
}
