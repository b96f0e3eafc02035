using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind process: started by who runs it and by nothing else, and not twice where nobody knows.</summary>
internal sealed class ProcessTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("validate")]
    [TestCase("plan")]
    [TestCase("show", "Staging/export")]
    [TestCase("ls", "-v")]
    public void Looking_at_metadata_starts_nothing_and_shows_the_program(params string[] arguments)
    {
        WriteSolution("echo started >> log");

        var called = Called.With(_folder.Path, arguments);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, arguments[0] is "show" or "ls" ? Does.Contain("sh") : Does.Not.Contain("started"));
        Assert.That(Log(), Is.Empty);
    }

    [Test]
    public void A_run_that_is_not_allowed_to_start_it_does_not_begin()
    {
        WriteSolution("echo started >> log");

        var called = Called.With(_folder.Path, "run");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("Staging/export starts 'sh'").And.Contain("--allow process"));
        Assert.That(Log(), Is.Empty);
    }

    [Test]
    public void A_program_that_fails_fails_the_run_with_what_it_said_made_harmless()
    {
        WriteSolution("printf 'one\\033[31mtwo\\n' >&2; exit 7");

        var called = Called.With(_folder.Path, "run", "--allow", "process");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Out + called.Error, Does.Contain("ORC3455").And.Contain("code 7")
            .And.Contain("one\\u{1B}[31mtwo"));
        Assert.That((called.Out + called.Error).Contains('\u001b', StringComparison.Ordinal), Is.False);
        var log = Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadAllText(log), Does.Contain("one\\u{1B}[31mtwo"));
    }

    [Test]
    public void A_secret_that_it_is_passed_and_says_is_in_no_log()
    {
        const string name = "ORCHESTRATOR_SECRET_OF_A_PROGRAM";
        Environment.SetEnvironmentVariable(name, "pa55w0rd-9");
        WriteSolution($"echo value ${name} >&2; exit 1", environment: name);

        var called = Called.With(
            _folder.Path, new() { [name] = "pa55w0rd-9" }, false, "run", "--allow", "process");

        var log = Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadAllText(log), Does.Contain("value ***"));
        Assert.That(called.Out + called.Error, Does.Contain("value ***").And.Not.Contain("pa55w0rd"));
    }

    [TestCase("base64 -w 76 {0}")]
    [TestCase("base64 -w 10 {0}")]
    [TestCase("od -An -tx1 -w16 -v {0}")]
    [TestCase("fold -w 20 {0}; echo")]
    public void A_secret_that_it_says_over_several_lines_is_nowhere(string print)
    {
        RunningCommand.OnLinuxOnly();
        const string name = "ORCHESTRATOR_SECRET_OF_A_PROGRAM";
        const string secret = "pa55w0rd-9-pa66w0rd-8-pa77w0rd-7-pa88w0rd-6-pa99w0rd-5-pa00w0rd-4";
        Environment.SetEnvironmentVariable(name, secret);
        var script = string.Format(CultureInfo.InvariantCulture, print, "said");
        WriteSolution($"printf user:%s ${name} > said; echo first; {script}; {script} >&2; rm said; exit 1",
            environment: name);

        var called = Called.With(
            _folder.Path, new() { [name] = secret }, false, "run", "--allow", "process");

        var texts = Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".log" or ".json" or ".jsonl" or ".html")
            .Select(File.ReadAllText).Append(called.Out).Append(called.Error).ToArray();
        var bytes = System.Text.Encoding.UTF8.GetBytes($"user:{secret}");
        var (base64, digits) = (Convert.ToBase64String(bytes), Convert.ToHexStringLower(bytes)[12..]);
        Assert.That(texts, Has.Some.Contains(": first").And.Some.Contains("***"));
        foreach (var part in Parts(base64[8..], 8).Concat(Parts(secret, 6)).Concat(
            Parts(digits, 12).Select(part => string.Join(' ', part.Chunk(2).Select(pair => new string(pair))))))
        {
            Assert.That(texts, Has.None.Contains(part));
        }
    }

    private static IEnumerable<string> Parts(string text, int length) =>
        Enumerable.Range(0, (text.Length / length) - 1).Select(at => text.Substring(at * length, length));

    [TestCase("run")]
    [TestCase("retry")]
    public void One_that_outlives_its_run_is_gone_before_the_next_one_starts_it_again(string verb)
    {
        RunningCommand.OnLinuxOnly();
        // A child in a session of its own, which is in no group and no tree of it any more.
        WriteSolution("setsid sleep 1000 & echo $! > child; echo $$ > pid; echo started >> log; while sleep 0.1; "
            + "do echo beat >> beats; done", isIdempotent: true);
        KillRun();
        Assert.That((IsAtWork("pid"), IsAtWork("child")), Is.EqualTo((true, true)), "they go on without their run");
        WriteSolution("for one in pid child; do grep -q . /proc/$(cat $one)/cmdline && echo beside >> log; done; "
            + "echo again >> log", isIdempotent: true);

        var next = verb == "run" ? Called.With(_folder.Path, "run", "--allow", "process")
            : Called.With(_folder.Path, "retry", "--allow", "process");

        Assert.That(next.ExitCode, Is.Zero, next.Error);
        Assert.That(Log(), Is.EqualTo(new[] { "started", "again" }));
        Assert.That(next.Error, Does.Contain("run 1 has died and left programs at work, which are ended: process "));
    }

    [Test]
    public void What_one_has_left_behind_when_it_ended_goes_on_behind_a_run_that_is_killed()
    {
        RunningCommand.OnLinuxOnly();
        WriteSolution("echo started >> log; sleep 1000", extra: "dependsOn: [begin]");
        var solution = Path.Combine(_folder.Path, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution).Replace("      - object: export", """
                  - object: begin
                    kind: process
                    process: {command: [sh, -c, 'sleep 1000 >/dev/null 2>&1 & echo $! > pid']}
                  - object: export
            """, StringComparison.Ordinal));
        KillRun();

        var next = Called.With(_folder.Path, "retry", "--allow", "process");
        var isAtWork = IsAtWork("pid");
        using (var program = Process.GetProcessById(
            int.Parse(File.ReadAllText(Path.Combine(_folder.Path, "pid")), CultureInfo.InvariantCulture)))
        {
            program.Kill();
        }

        Assert.That(next.Out + next.Error, Does.Contain("ORC3445"));
        Assert.That(isAtWork, Is.True);
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Killed_in_the_middle_it_runs_again_only_where_somebody_says_so(bool isIdempotent)
    {
        RunningCommand.OnLinuxOnly();
        WriteSolution("echo $$ > pid; echo started >> log; sleep 1000", isIdempotent);
        KillRun();
        WriteSolution("echo again >> log", isIdempotent);
        var next = Called.With(_folder.Path, "run", "--allow", "process");
        var third = Called.With(_folder.Path, "run", "--allow", "process");

        if (isIdempotent)
        {
            Assert.That((next.ExitCode, third.ExitCode), Is.EqualTo((0, 0)), next.Error);
            Assert.That(Log(), Is.EqualTo(new[] { "started", "again", "again" }));
            return;
        }

        Assert.That((next.ExitCode, third.ExitCode), Is.EqualTo((1, 1)));
        Assert.That(third.Out + third.Error, Does.Contain("ORC3445").And.Contain("in run 1 died with its process"));
        Assert.That(Log(), Is.EqualTo(new[] { "started" }));

        var patterned = Called.With(_folder.Path, "run", "--allow", "process", "-s", "Staging/exp*");
        var named = Called.With(_folder.Path, "run", "--allow", "process", "-s", "export");
        var after = Called.With(_folder.Path, "run", "--allow", "process");

        Assert.That((patterned.ExitCode, named.ExitCode, after.ExitCode), Is.EqualTo((1, 0, 0)), named.Error);
        Assert.That(Log(), Is.EqualTo(new[] { "started", "again", "again" }));
    }

    [Test]
    public void What_goes_on_from_a_refusal_names_the_package_as_a_shell_and_a_selection_read_it()
    {
        RunningCommand.OnLinuxOnly();
        const string next = "retry 3 --allow process -s 'Staging/month?end???again+'";
        const string name = "'month end, +again'";
        WriteSolution("echo started >> log; sleep 1000", name: name,
            extra: "packageTimeout: 5s, retry: {count: 2, delay: 10ms, errors: [TimedOut]}");
        Called.With(_folder.Path, "run", "-q", "--allow", "process");
        WriteSolution("echo again >> log", name: name);
        Called.With(_folder.Path, "run", "-q", "--allow", "process");

        var refused = Called.With(_folder.Path, "run", "--allow", "process");
        var status = Called.With(_folder.Path, "status");
        var detail = Called.With(_folder.Path, "status", "3");
        var named = Called.With(
            _folder.Path, "retry", "3", "--allow", "process", "-s", "Staging/month?end???again+");

        Assert.That(refused.Error, Does.Contain("`retry -s 'Staging/month?end???again'`")
            .And.Contain("`skip 'Staging/month end, +again' --as success --reason TEXT`")
            .And.Contain("next: orchestrator retry 3 -s 'Staging/month?end???again+' --allow process"));
        Assert.That(refused.Out, Does.Contain($"next: orchestrator {next}"));
        Assert.That(status.Out, Does.Contain(next));
        Assert.That(detail.Out, Does.Contain(next));
        Assert.That(named.ExitCode, Is.Zero, named.Error + named.Out);
        Assert.That(Log(), Is.EqualTo(new[] { "started", "again" }));
    }

    [Test]
    public void Stopped_by_its_time_out_it_is_not_tried_again()
    {
        WriteSolution("echo started >> log; sleep 1000",
            extra: "packageTimeout: 5s, retry: {count: 2, delay: 10ms, errors: [TimedOut]}");

        var called = Called.With(_folder.Path, "run", "--allow", "process");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Out + called.Error, Does.Contain("ORC3445").And.Contain("by its time-out"));
        Assert.That(Log(), Is.EqualTo(new[] { "started" }));
    }

    /// <summary>Kills a run once its program has begun.</summary>
    private void KillRun()
    {
        using var run = new RunningCommand(_folder.Path, "run", "--allow", "process");
        Assert.That(Log, Has.Length.EqualTo(1).After(300).Seconds.PollEvery(20).MilliSeconds, run.Said);
        run.Send("KILL");
        Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
    }

    /// <summary>Whether the process whose number is in a file is at work.</summary>
    private bool IsAtWork(string file)
    {
        try
        {
            return File.ReadAllText($"/proc/{File.ReadAllText(Path.Combine(_folder.Path, file)).Trim()}/cmdline")
                .Length > 0;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private string[] Log()
    {
        var log = Path.Combine(_folder.Path, "log");
        return File.Exists(log) ? File.ReadAllLines(log) : [];
    }

    private void WriteSolution(
        string script, bool isIdempotent = false, string environment = "LC_ALL", string extra = "tags: []",
        string name = "export") =>
        _folder.Write("solution.yaml", string.Create(CultureInfo.InvariantCulture, $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                target: Staging
                objects:
                  - object: {{name}}
                    kind: process
                    process:
                      command: [sh, -c, '{{script.Replace("'", "''", StringComparison.Ordinal)}}']
                      environment: [{{environment}}]
                    idempotent: {{(isIdempotent ? "true" : "false")}}
            """) + "\n" + string.Concat(extra.Split(", ", 2).Select(line => $"        {line}\n")));
}
