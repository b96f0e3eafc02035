using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Packages.Tests.Programs;

/// <summary>Kind process: one program, started without a shell, ended with all that it has started.</summary>
[Platform(Exclude = "Win", Reason = "the programs are those of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class ProgramTests
{
    private readonly ConcurrentQueue<string> _said = [];
    private Rig _rig = null!;
    private Action<string> _hear = _ => { };

    [SetUp]
    public void MakeRig()
    {
        _said.Clear();
        (_rig, _hear) = (new Rig(), _ => { });
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [Test]
    public void A_program_gets_its_arguments_as_they_are_and_what_it_says_is_told()
    {
        var result = Run(Started("printf", "%s\\n", "a b", "$HOME", "*", "; exit 1", ""));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_said, Is.EqualTo(new[] { "a b", "$HOME", "*", "; exit 1" }));
    }

    [Test]
    public void It_works_in_the_solution_or_in_the_folder_below_it_that_it_names()
    {
        Run(Shell("pwd"));
        Run(Shell("pwd") with { Folder = "in" });

        Assert.That(_said, Is.EqualTo(new[] { _rig.Folder, _rig.Inbox }));
    }

    [Test]
    public void A_folder_that_is_missing_or_that_a_link_leads_out_of_the_solution_is_refused()
    {
        Directory.CreateSymbolicLink(Path.Combine(_rig.Folder, "out"), "/");

        string[] codes = [.. new[] { "missing", "out", "out/tmp", "../.." }
            .Select(folder => Run(Shell("pwd") with { Folder = folder }).Error!.Code)];

        Assert.That(codes, Is.All.EqualTo("ORC3458"));
        Assert.That(_said, Is.Empty);
    }

    [TestCase("printf '  42\\n'", ValueSets.Stdout, "int", "42")]
    [TestCase("printf 'a b\\n c \\n'; echo not this >&2", ValueSets.Stdout, "nvarchar(20)", "a b\n c")]
    [TestCase("true", ValueSets.Stdout, "nvarchar(20)", "")]
    [TestCase("echo x; exit 3", ValueSets.ReturnCode, "int", "3")]
    public void What_it_writes_and_the_code_with_which_it_ends_are_values(
        string script, string from, string type, string text)
    {
        var result = Set(Shell(script) with { SuccessCodes = [0, 3] }, from, type);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Sets["X"].Scalar?.Text, Is.EqualTo(text));
    }

    [TestCase("echo x", "int", "which is int, from 'stdout': ")]
    [TestCase("true", "int", "from 'stdout': ")]
    [TestCase("printf '\\377'", "nvarchar(20)", "it holds bytes that are no text in UTF-8")]
    [TestCase("head -c 1048577 /dev/zero | tr '\\0' x", "nvarchar(max)", "it is longer than ")]
    public void What_is_no_value_of_its_variable_fails_the_attempt(string script, string type, string why)
    {
        var error = Set(Shell(script), ValueSets.Stdout, type).Error;

        Assert.That((error?.Code, error?.Class), Is.EqualTo(("ORC3663", (ErrorClass?)ErrorClass.Data)));
        Assert.That(error?.Message, Does.Contain(why));
    }

    [Test]
    public void A_secret_in_what_it_writes_is_no_value_that_all_may_see()
    {
        var context = Setting(Shell("echo user:hunter2"), ValueSets.Stdout, "nvarchar(20)") with
        {
            Redact = text => (text.Replace("hunter2", "***", StringComparison.Ordinal), false),
        };

        var error = PackageKinds.All["process"].Run(context).Error;

        Assert.That(error?.Message, Does.Contain("it holds a secret").And.Not.Contain("hunter2"));
    }

    [TestCase(0, NodeState.Failed)]
    [TestCase(3, NodeState.Succeeded)]
    [TestCase(4, NodeState.Failed)]
    public void It_has_succeeded_with_the_codes_that_are_named_alone(int code, NodeState state) => Assert.That(
        Run(Shell($"exit {code}") with { SuccessCodes = [3] }).Outcome, Is.EqualTo(state));

    [TestCase(0)]
    [TestCase(4)]
    public void It_has_succeeded_with_whatever_code_where_any_will_do(int code) => Assert.That(
        Run(Shell($"exit {code}") with { TakesAnyCode = true }).Outcome, Is.EqualTo(NodeState.Succeeded));

    [Test, Platform("Linux,MacOsX", Reason = "a link to a program")]
    public void A_program_below_the_solution_that_a_link_leads_out_of_it_to_is_refused()
    {
        File.CreateSymbolicLink(Path.Combine(_rig.Folder, "tool"), "/bin/sh");
        File.CreateSymbolicLink(Path.Combine(_rig.Folder, "bin"), "/bin");

        string[] codes = [.. new[] { "./tool", "bin/sh" }.Select(program => Run(Shell("pwd") with
        {
            Command = new Command([program, "-c", "pwd"], [program, "-c", "pwd"]),
        }).Error!.Code)];

        Assert.That(codes, Is.All.EqualTo("ORC3456"));
        Assert.That(_said, Is.Empty);
    }

    [Test]
    public void Of_our_environment_it_sees_what_it_needs_and_what_is_named()
    {
        Environment.SetEnvironmentVariable("ORCHESTRATOR_TEST_NAMED", "seen");
        Environment.SetEnvironmentVariable("ORCHESTRATOR_TEST_HIDDEN", "never");

        Run(Shell("env") with { Environment = ["ORCHESTRATOR_TEST_NAMED", "ORCHESTRATOR_TEST_UNSET"] });

        Assert.That(_said, Does.Contain("ORCHESTRATOR_TEST_NAMED=seen").And.Some.StartsWith("PATH="));
        Assert.That(_said, Has.None.Contain("HIDDEN").And.None.Contain("UNSET"));
    }

    [Test]
    public void It_is_passed_who_waits_for_our_own_process()
    {
        var outer = $"{Guid.NewGuid()}/5";
        Environment.SetEnvironmentVariable(OuterAttempts.Variable, outer);
        try
        {
            Run(Shell("env"));
        }
        finally
        {
            Environment.SetEnvironmentVariable(OuterAttempts.Variable, null);
        }

        Assert.That(_said, Does.Contain($"{OuterAttempts.Variable}={outer}"));
    }

    [Test]
    public void Of_very_many_that_wait_it_is_passed_the_nearest()
    {
        var run = Guid.NewGuid();
        var variables = new Dictionary<string, string>
        {
            [LeftPrograms.RunVariable] = $"{run}",
            [LeftPrograms.AttemptVariable] = "1000",
        };
        for (var before = 0; before < 1000; before++)
        {
            variables[OuterAttempts.Variable] = OuterAttempts.ForPrograms(variables.GetValueOrDefault);
        }

        var passed = OuterAttempts.Of(variables.GetValueOrDefault);

        Assert.That(passed, Has.Exactly(64).Items);
        Assert.That(passed[0], Is.EqualTo((run, 1000L)));
    }

    [Test]
    [Platform("Linux", Reason = "nothing else shows the environment of a process")]
    public void What_it_leaves_is_found_by_its_run_and_its_attempt_and_by_nothing_less()
    {
        Run(Shell("sleep 1000 >/dev/null 2>&1 & env"));

        string Said(string name) => _said.Single(line => line.StartsWith($"{name}=", StringComparison.Ordinal))
            [(name.Length + 1)..];
        var run = Guid.Parse(Said("ORCHESTRATOR_RUN_ID"));
        HashSet<long> attempt = [long.Parse(Said("ORCHESTRATOR_ATTEMPT_ID"), CultureInfo.InvariantCulture)];
        Assert.That(LeftPrograms.End(run, new HashSet<long> { attempt.Single() + 1 }), Is.Empty);
        Assert.That(LeftPrograms.End(Guid.NewGuid(), attempt), Is.Empty);
        Assert.That(LeftPrograms.End(run, attempt), Has.Count.EqualTo(1));
        Assert.That(() => LeftPrograms.End(run, attempt), Is.Empty.After(300).Seconds.PollEvery(20).MilliSeconds);
    }

    [TestCase(false, ErrorClass.Data)]
    [TestCase(true, ErrorClass.Transient)]
    public void A_code_but_0_is_a_failure_with_what_it_said_last(bool isIdempotent, ErrorClass expected)
    {
        var result = Run(Shell("seq 7 >&2; exit 3"), isIdempotent);

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Class),
            Is.EqualTo((NodeState.Failed, "ORC3455", expected)));
        Assert.That(result.Error.Message, Does.Contain("ended with code 3. It said: '3' / '4' / '5' / '6' / '7'."));
        Assert.That(_said, Is.EqualTo(new[] { "1", "2", "3", "4", "5", "6", "7" }));
    }

    [Test]
    public void A_long_line_is_cut_between_words_so_that_no_half_of_a_secret_is_told()
    {
        Run(Shell("printf 'word %03000d\\nnext\\n' 7"));

        Assert.That(_said, Is.EqualTo(new[] { "word …", "next" }));
    }

    [Test]
    public void Who_talks_on_is_heard_to_a_bound_on_each_way_out_and_never_kept_waiting()
    {
        Run(Shell("seq 100000 | sed s/.*/out/; seq 100000 | sed s/.*/err/ >&2"));

        Assert.That(_said.Count(line => line == "out"), Is.EqualTo(95));
        Assert.That(_said.Count(line => line == "err"), Is.EqualTo(95));
        Assert.That(_said.Count(line => line.Contains("left out")), Is.EqualTo(2));
    }

    [Test]
    public void It_has_nothing_to_read_and_waits_for_nobody()
    {
        Assert.That(Run(Shell("cat; echo done")).Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(_said, Is.EqualTo(new[] { "done" }));
    }

    [TestCase("no-such-program-anywhere")]
    [TestCase("./no/such")]
    [TestCase("./in")]
    [TestCase("./plain.txt")]
    public void What_cannot_be_executed_is_a_failure_at_work(string program)
    {
        File.WriteAllText(Path.Combine(_rig.Folder, "plain.txt"), "text");

        Assert.That(Run(Started(program)).Error?.Code, Is.EqualTo("ORC3456"));
    }

    [Test]
    public void An_argument_with_a_character_that_would_cut_it_is_refused()
    {
        Assert.That(Run(Started("echo", "a\0b")).Error?.Code, Is.EqualTo("ORC3456"));
    }

    [Test]
    public void A_program_below_the_solution_is_found_from_there()
    {
        var script = Path.Combine(_rig.Folder, "say.sh");
        File.WriteAllText(script, "#!/bin/sh\necho \"$0\"\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        Run(Started("./say.sh") with { Folder = "in" });

        Assert.That(_said, Is.EqualTo(new[] { script }));
    }

    [Test]
    public void Nothing_is_started_that_nobody_has_allowed()
    {
        var context = Context(Shell("touch started"), false) with { AllowsProcesses = false };

        Assert.That(PackageKinds.All["process"].Run(context).Error?.Code, Is.EqualTo("ORC3457"));
        Assert.That(File.Exists(Path.Combine(_rig.Folder, "started")), Is.False);
    }

    [Test]
    public void Nothing_is_started_once_the_lease_of_the_run_is_over()
    {
        var context = Context(Shell("touch started"), false) with { Fence = new WriteFence(() => false) };

        Assert.That(PackageKinds.All["process"].Run(context).Error?.Code, Is.EqualTo("ORC3460"));
        Assert.That(File.Exists(Path.Combine(_rig.Folder, "started")), Is.False);
    }

    [TestCase("sleep 1000 & echo $! > pid; echo ready; wait", TestName = "A_stop_ends_it_and_its_children")]
    [TestCase("(sleep 1000 & echo $! > pid); echo ready; sleep 1000",
        TestName = "A_stop_ends_also_what_has_lost_its_parent")]
    [TestCase("trap '' TERM INT HUP; sleep 1000 & echo $! > pid; echo ready; wait",
        TestName = "A_stop_ends_also_who_does_not_listen")]
    public void A_stop_ends_all_of_it(string script)
    {
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _hear = _ => stop.Cancel();

        var result = Run(Shell(script));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
        var status = $"/proc/{File.ReadAllText(Path.Combine(_rig.Folder, "pid")).Trim()}/stat";
        Assert.That(SpinWait.SpinUntil(() => !IsAlive(status), TimeSpan.FromMinutes(5)), Is.True);
    }

    [Test]
    public void Hooks_of_its_object_run_around_it()
    {
        _rig.Execute("create table log (what text)");
        var hook = new Hook
        {
            Name = "note",
            When = HookTime.After,
            Connection = "Db",
            Sql = new SqlText("insert into log values ('after')", null, new Origin("test.yaml", 1, 1)),
        };

        var context = Context(Shell("true"), false);
        var result = PackageKinds.All["process"].Run(context with { Object = context.Object with { Hooks = [hook] } });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("select what from log"), Is.EqualTo(new[] { "after" }));
    }

    private static bool IsAlive(string status)
    {
        try
        {
            return !File.ReadAllText(status).Contains(") Z ");
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static ProcessOptions Shell(string script) => Started("sh", "-c", script);

    private static ProcessOptions Started(params string[] command) =>
        new(new Command(command, command), [], "", default);

    private PackageResult Run(ProcessOptions process, bool isIdempotent = false) =>
        PackageKinds.All["process"].Run(Context(process, isIdempotent));

    private PackageResult Set(ProcessOptions process, string from, string type) =>
        PackageKinds.All["process"].Run(Setting(process, from, type));

    private PackageContext Setting(ProcessOptions process, string from, string type)
    {
        Assert.That(RunValueType.TryParse(type, out var of, out var problem), Is.True, problem);
        var context = Context(process, false);
        return context with
        {
            Object = context.Object with { Sets = new ValueSets { Each = [new ValueSet("X", of!, from, default)] } },
        };
    }

    private PackageContext Context(ProcessOptions process, bool isIdempotent) => _rig.Context(new ObjectDefinition
    {
        Name = "p",
        Project = "Staging",
        Kind = "process",
        Container = "Core",
        Target = new ObjectTarget("Db", null, "p"),
        Process = process,
        Idempotent = isIdempotent,
    }) with
    {
        AllowsProcesses = true,
        Message = text =>
        {
            _said.Enqueue(text);
            _hear(text);
        },
    };
}
