using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Alerts;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>A ledger, a clock, services that tell what happens there, and what arrives.</summary>
internal sealed class AlertRig : IDisposable
{
    public const string Mailbox = "mailto:ops@example.org";

    private static readonly Plan Small = NightPlan.Of(1, 1);

    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-alerts-").FullName;
    private readonly List<AlertLoop> _loops = [];

    public AlertRig()
    {
        // Where a loop is, a service has made the ledger.
        using var service = Beside();
        service.Stop();
    }

    /// <summary>The alerts in force.</summary>
    public ServedAlerts Alerts { get; set; } = new() { All = [Told("Nightly", AlertEvent.Failed)] };

    /// <summary>The triggers in force, with their next firing.</summary>
    public SchedulerState State { get; set; } = new();

    /// <summary>Whether metadata are in force.</summary>
    public bool HasDefinitions { get; set; } = true;

    public FakeClock Clock { get; } = new();

    public LedgerLocation Ledger => LedgerLocation.OfSolution(_folder);

    /// <summary>What has arrived, in order.</summary>
    public ConcurrentQueue<AlertMessage> Arrived { get; } = new();

    public ConcurrentQueue<string> Said { get; } = new();

    /// <summary>What targets answer; by default they take everything.</summary>
    public Func<AlertTarget, AlertMessage, Task<SendResult>> Answer { get; set; } =
        (_, _) => Task.FromResult(new SendResult(true, "250 ok"));

    public static ServedAlert Told(string batch, params AlertEvent[] when) => new(
        new AlertRule { Batch = batch, Name = "ops", When = when }, [new AlertTarget(Mailbox, null, false)]);

    /// <summary>Failures of a batch, for others.</summary>
    public static ServedAlerts ToldOthers(string batch) => new()
    {
        All =
        [
            Told(batch, AlertEvent.Failed) with
            {
                Targets = [new AlertTarget("mailto:others@example.org", null, false)],
            },
        ],
    };

    /// <summary>A service that has looked at the ledger once, so that its alerts are known.</summary>
    public AlertLoop Begin()
    {
        var loop = new AlertLoop(new AlertSettings
        {
            Ledger = Ledger,
            Solution = "Shop",
            Environment = "prod",
            Outside = OutsideText.WithoutSecrets,
            Command = verb => $"orchestrator {verb}",
            Scheduler = () => State with { Alerts = Alerts, HasDefinitions = HasDefinitions },
            Send = (target, _, message, _) => SendAsync(target, message),
            PublicUrl = "https://etl.example.org/",
            Log = Said.Enqueue,
            Time = Clock,
        });
        _loops.Add(loop);
        loop.Turn();
        return loop;
    }

    /// <summary>Another service of the ledger that is at work.</summary>
    public ServiceLedger Beside() => ServiceLedger.Register(Ledger, Clock, new ServiceBeginning
    {
        Solution = "Shop",
        Environment = "prod",
    });

    /// <summary>A run of a batch that begins now and comes to its end.</summary>
    public void Fail(string batch, string connection = "Crm") =>
        Play(batch, Small, (node, _) => Failing(connection) with { Takes = TimeSpan.FromSeconds(1) });

    /// <summary>A run of Nightly that fails, and is noted and not yet told.</summary>
    public void FailNoted(AlertLoop loop)
    {
        Clock.Advance(TimeSpan.FromMinutes(3));
        Fail("Nightly");
        Clock.Advance(TimeSpan.FromSeconds(20));
        loop.Turn();
    }

    public void Succeed(string batch, TimeSpan takes, IReadOnlyList<string>? warnings = null) => Play(batch, Small,
        (node, _) => new Work { Takes = takes / 2, Warnings = warnings ?? [] });

    /// <summary>A run is that of a firing now.</summary>
    public void Note(long run, string trigger)
    {
        using var service = Beside();
        var now = Clock.GetUtcNow();
        var hold = service.Claim(new FiringClaim
        {
            Batch = "Nightly",
            Trigger = trigger,
            Scheduled = now,
            AsOf = DateOnly.FromDateTime(now.UtcDateTime),
            LocalTime = "",
            Cause = FiringCause.Schedule,
        });
        service.NoteRun(hold!.Value, run);
        service.Stop();
    }

    /// <summary>A run that stays at work until it is disposed.</summary>
    public Night AtWork(string batch) => new(Small with { Batch = batch },
        (_, _) => new Work { Takes = TimeSpan.FromHours(9) }, within: Ledger, began: Clock.GetUtcNow(),
        until: TimeSpan.FromSeconds(1));

    public void Play(string batch, Plan plan, Func<int, int, Work> work)
    {
        using var night = new Night(plan with { Batch = batch }, work, within: Ledger, began: Clock.GetUtcNow());
    }

    public void Pause(string batch) => ScheduleWriter.Pause(Ledger, Clock, new SchedulePause
    {
        Of = new PausedPart("prod", batch),
        Paused = Clock.GetUtcNow(),
        PausedBy = "anna",
    }, new AuditEntry
    {
        Environment = "prod",
        At = Clock.GetUtcNow(),
        Who = "anna",
        Action = "schedule pause",
        Outcome = "done",
    });

    public static Work Failing(string connection) => new()
    {
        Takes = TimeSpan.FromSeconds(1),
        Error = Work.ErrorOf("The server did not answer within 30 s.") with
        {
            Connection = connection,
            ServerCode = "53300",
        },
    };

    /// <summary>Moves the clock in steps of a loop, and turns the services until nothing is under way.</summary>
    public Task PassAsync(TimeSpan time, params AlertLoop[] loops) => PassAsync(time, TimeSpan.FromSeconds(15), loops);

    public async Task PassAsync(TimeSpan time, TimeSpan step, params AlertLoop[] loops)
    {
        for (var until = Clock.GetUtcNow() + time; Clock.GetUtcNow() < until;)
        {
            Clock.Advance(step);
            foreach (var loop in loops)
            {
                loop.Turn();
                await Task.WhenAll(loop.AtWork.Select(one => one.ContinueWith(_ => { }, TaskScheduler.Default)));
                loop.Turn();
            }
        }
    }

    public IReadOnlyList<AlertRecord> Records()
    {
        using var reader = LedgerReader.Open(Ledger, Clock)!;
        return reader.Alerts("prod", 1000);
    }

    public void Dispose()
    {
        _loops.ForEach(loop => loop.Dispose());
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<SendResult> SendAsync(AlertTarget target, AlertMessage message)
    {
        var answer = await Answer(target, message);
        if (answer.IsSent)
        {
            Arrived.Enqueue(message);
        }

        return answer;
    }
}
