using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>A named pipe as the file of a load.</summary>
internal sealed class PipeSourceTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly List<string?> _waits = [];
    private readonly ManualResetEventSlim _isWaiting = new();
    private Rig _rig = null!;

    [SetUp]
    public void Make()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Ignore("pipes lie in no folder there");
        }

        _rig = new Rig();
        _waits.Clear();
        _isWaiting.Reset();
        _rig.HeldUp = over =>
        {
            _waits.Add(over);
            _isWaiting.Set();
        };
        NamedPipe.Make(Pipe);
    }

    [TearDown]
    public void Remove() => _rig?.Dispose();

    [OneTimeTearDown]
    public void End() => _isWaiting.Dispose();

    [Test]
    public void Who_waits_for_a_writer_says_so_and_ends_when_the_package_is_stopped()
    {
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        var load = Task.Run(() => _rig.Run(Rig.Load("t", Rig.Column("id", "int"))));
        var hasSaid = _isWaiting.Wait(Patience);
        stop.Cancel();

        var hasEnded = load.Wait(Patience);
        Write("id\n1\n");

        Assert.That((hasSaid, hasEnded), Is.EqualTo((true, true)));
        Assert.That(load.GetAwaiter().GetResult().Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(_waits, Is.EqualTo((string?[])["'t.csv', a pipe that nobody writes into"]));
        Assert.That(_rig.Reasons, Is.EqualTo((WaitReason[])[WaitReason.Server]));
    }

    [Test]
    public void It_goes_on_once_there_is_one()
    {
        var load = Task.Run(() => _rig.Run(Rig.Load("t", Rig.Column("id", "int"))));
        var hasSaid = _isWaiting.Wait(Patience);

        Write("id\n1\n2\n");

        Assert.That(load.GetAwaiter().GetResult().Counts.Inserted, Is.EqualTo(2));
        Assert.That((hasSaid, _waits.Count, _waits[^1]), Is.EqualTo((true, 2, (string?)null)));
    }

    [Test]
    public void A_row_that_would_have_to_be_read_twice_is_refused_and_no_second_writer_waited_for()
    {
        var load = Task.Run(() => _rig.Run(Rig.Load("t", Rig.Column("id", "nvarchar(max)"))));

        WriteUntilNobodyReads($"id\n1\n{new string('x', 12_000_000)}\n");
        var hasEnded = load.Wait(Patience);
        if (!hasEnded)
        {
            Write("id\n");
        }

        var error = load.GetAwaiter().GetResult().Error!;
        Assert.That((hasEnded, error.Code), Is.EqualTo((true, "ORC3110")), error.Message);
        Assert.That(error.Message, Does.StartWith("t.csv, row 2: ").And.Contains("into a file"));
    }

    [Test]
    public void What_was_read_while_another_run_has_loaded_the_same_is_refused_and_nothing_is_written()
    {
        _rig.Execute("CREATE TABLE t (id INTEGER, RowAuditId INTEGER)");
        var load = Task.Run(() => PackageKinds.All["load"].Run(_rig.Context(Append()) with
        {
            Past = new()
            {
                LastLoad = () => 4,
                Compare = (_, _) => new LedgerAnswer { OwnLastLoad = 5 },
            },
        }));
        var hasSaid = _isWaiting.Wait(Patience);
        Write("id\n1\n");

        var error = load.GetAwaiter().GetResult().Error;

        Assert.That((hasSaid, error?.Code), Is.EqualTo((true, "ORC3467")), error?.Message);
        Assert.That(error!.Message, Does.StartWith("Another run has loaded 't'"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["0"]));
    }

    [Test]
    public void While_it_waits_for_another_run_another_package_of_its_own_writes_and_it_says_so_once()
    {
        _rig.Write("u.csv", "id\n7\n");
        using var isHeld = new ManualResetEventSlim();
        _rig.HeldUp = over =>
        {
            _waits.Add(over);
            _isWaiting.Set();
            if (over == "t, held by run 7")
            {
                isHeld.Set();
            }
        };
        var (hasBegun, hasOtherWritten, looks) = (false, false, 0);
        var load = Task.Run(() => PackageKinds.All["load"].Run(_rig.Context(Append()) with
        {
            Past = new()
            {
                LastLoad = () =>
                {
                    hasBegun = true;
                    return 0;
                },
                Compare = (_, _) => new LedgerAnswer { AtWork = hasBegun && (!hasOtherWritten || ++looks < 4) ? 7 : 0 },
            },
        }));
        var hasSaid = _isWaiting.Wait(Patience);
        Write("id\n1\n");
        var hasWaited = isHeld.Wait(Patience);

        var hasWritten = Task.Run(() => _rig.Run(Rig.Load("u", Rig.Column("id", "int")))).Wait(Patience);
        hasOtherWritten = true;

        Assert.That(load.GetAwaiter().GetResult().Error, Is.Null);
        Assert.That((hasSaid, hasWaited, hasWritten), Is.EqualTo((true, true, true)));
        Assert.That(_rig.Query("SELECT id FROM t UNION ALL SELECT id FROM u"), Is.EqualTo((string[])["1", "7"]));
        Assert.That(_waits.Skip(2), Is.EqualTo((string?[])["t, held by run 7", null]));
    }

    private static ObjectDefinition Append()
    {
        var load = Rig.Load("t", Rig.Column("id", "int"));
        return load with
        {
            Load = load.Load with { Pattern = Rig.Written(LoadPattern.Append) },
            SystemColumns = [new("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default)],
        };
    }

    private void WriteUntilNobodyReads(string text)
    {
        try
        {
            File.WriteAllText(Pipe, text);
        }
        catch (IOException)
        {
            // Its reader has gone.
        }
    }

    private string Pipe => Path.Combine(_rig.Inbox, "t.csv");

    // Whoever opens it for both waits for nobody, so that a reader that is left behind is let go.
    private void Write(string text)
    {
        using var pipe = new FileStream(Pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        pipe.Write(System.Text.Encoding.UTF8.GetBytes(text));
    }
}
