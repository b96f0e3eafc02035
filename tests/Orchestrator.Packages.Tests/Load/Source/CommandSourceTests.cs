using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

internal sealed class CommandSourceTests
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
    public void What_a_program_writes_is_loaded_and_kept_no_longer()
    {
        var result = Run("sh", "-c", "echo id,name; echo \"1,$0 $1\"; pwd >&2", "a b", "*");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("select * from t"), Is.EqualTo(new[] { "1|a b *" }));
        Assert.That(_said, Is.EqualTo(new[] { _rig.Inbox }));
        Assert.That(Directory.GetFiles(_rig.Folder, "command*"), Is.Empty);
    }

    [Test]
    public void A_program_that_fails_loads_nothing_although_it_wrote_rows()
    {
        Run("sh", "-c", "echo id,name; echo 1,old");

        var result = Run("sh", "-c", "echo id,name; echo 2,new; echo no more rows >&2; exit 3");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3455"));
        Assert.That(result.Error?.Message, Does.Contain("code 3").And.Contain("'no more rows'"));
        Assert.That(_rig.Query("select * from t"), Is.EqualTo(new[] { "1|old" }));
        Assert.That(Directory.GetFiles(_rig.Folder, "command*"), Is.Empty);
    }

    [Test]
    public void Nothing_is_started_that_nobody_has_allowed()
    {
        var mark = Path.Combine(_rig.Folder, "started");

        var context = Context("sh", "-c", $"touch {mark}") with { AllowsProcesses = false };
        var result = PackageKinds.All["load"].Run(context);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3457"));
        Assert.That(File.Exists(mark), Is.False);
    }

    [Test]
    public void A_program_inherits_nothing_but_what_it_finds_its_way_by()
    {
        const string mark = "ORCHESTRATOR_TEST_MARKED_SECRET";
        Environment.SetEnvironmentVariable(mark, "x");

        Run("sh", "-c", "echo id,name; env | sed 's/=.*//; s/^/1,/'");

        var names = _rig.Query("select name from t");
        Assert.That(names, Does.Contain("PATH").And.Not.Contain(mark));
    }

    [Test]
    public void A_program_that_is_not_there_is_said_so()
    {
        Assert.That(Run("no-such-program-anywhere").Error?.Code, Is.EqualTo("ORC3456"));
        Assert.That(Run("./no/such").Error?.Code, Is.EqualTo("ORC3456"));
    }

    [Test]
    public void Who_says_too_much_is_heard_to_a_bound_and_never_kept_waiting()
    {
        Run("sh", "-c", "yes talk | head -n 100000 >&2; yes x | head -c 100000 | tr -d '\\n' >&2; echo id,name");

        Assert.That(_said, Has.Count.EqualTo(201));
        Assert.That(_said.Last(), Does.Contain("left out"));
    }

    [Test]
    public void What_it_wrote_is_read_by_the_format_and_its_policies()
    {
        var result = Run("sh", "-c", "echo id,name; echo x,a");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3004"), result.Error?.Message);
        Assert.That(Directory.GetFiles(_rig.Folder, "command*"), Is.Empty);
    }

    [Test]
    public void A_stop_kills_the_program_and_what_it_has_started()
    {
        var pid = Path.Combine(_rig.Folder, "pid");
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _hear = _ => stop.Cancel();

        var result = Run("sh", "-c", $"sleep 1000 & echo $! > {pid}; echo ready >&2; wait");

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
        var status = $"/proc/{File.ReadAllText(pid).Trim()}/stat";
        Assert.That(SpinWait.SpinUntil(() => !IsAlive(status), TimeSpan.FromMinutes(5)), Is.True);
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

    private PackageResult Run(params string[] command) => PackageKinds.All["load"].Run(Context(command));

    private PackageContext Context(params string[] command) => _rig.Context(
        Rig.Load("t", Rig.Column("id", "int"), Rig.Column("name", "nvarchar(50)")) with
        {
            Source = new ObjectSource { Connection = "Files", Command = new Command(command, command) },
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
