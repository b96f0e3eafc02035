using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>A ledger, a clock, the metadata of a batch, and processes that end when the test says so.</summary>
internal sealed class SchedulerRig : IDisposable
{
    public const string Environment = "default";

    private readonly List<Scheduler> _schedulers = [];
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-scheduler-").FullName;
    private int _writes;

    public SchedulerRig() => Write();

    public FakeClock Clock { get; } = new();

    /// <summary>What the metadata say.</summary>
    public IReadOnlyList<ServedTrigger> Triggers { get; private set; } = [];

    /// <summary>Processes that were started, with what they were given.</summary>
    public List<FakeProcess> Processes { get; } = [];

    /// <summary>What was said.</summary>
    public List<string> Said { get; } = [];

    /// <summary>How many runs a service has at work at a time.</summary>
    public int RunsMax { get; set; } = 1_000;

    /// <summary>What is wrong with the metadata; empty = nothing.</summary>
    public string Mistake { get; set; } = "";

    /// <summary>What reading the metadata throws; null = nothing.</summary>
    public Exception? Fault { get; set; }

    /// <summary>What services are allowed.</summary>
    public HashSet<PermissionKind> Allowed { get; } = [];

    /// <summary>What the packages of the batch need.</summary>
    public List<NeededPermission> Needs { get; } = [];

    public LedgerLocation Ledger => LedgerLocation.OfSolution(_folder);

    public string Inbox => Directory.CreateDirectory(Path.Combine(_folder, "inbox")).FullName;

    public static ServedTrigger Nightly(
        string cron = "0 0 2 * * ?", MisfirePolicy policy = MisfirePolicy.FireOnce) => new()
        {
            Batch = "Nightly",
            Name = "night",
            Hash = $"{cron} {policy}",
            Zone = TimeZoneInfo.Utc,
            Schedule = new CronSchedule(Cron(cron), TimeZoneInfo.Utc),
            Misfire = new MisfireRule(policy),
        };

    public void Dispose()
    {
        _schedulers.ForEach(scheduler => scheduler.Dispose());
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>Exit codes with which spans have ended.</summary>
    public List<int> Traced { get; } = [];

    /// <summary>A service, whose metadata it has read.</summary>
    public Scheduler Begin(params ServedTrigger[] triggers)
    {
        Triggers = triggers;
        var scheduler = new Scheduler(new SchedulerSettings
        {
            Ledger = Ledger,
            Beginning = new ServiceBeginning { Solution = "Shop", Environment = Environment },
            Folder = _folder,
            Read = Read,
            Command = (hold, definitions) => ["run", $"{hold}", definitions],
            Start = Start,
            Trace = firing => new FiringTrace($"of firing {firing.Number}", Traced.Add),
            Allowed = Allowed,
            RunsMax = RunsMax,
            FirstApproval = () => Entry("approve"),
            Log = Said.Add,
            Time = Clock,
        });
        _schedulers.Add(scheduler);
        scheduler.Turn();
        return scheduler;
    }

    /// <summary>Puts other metadata in the place of those that are there; they are read at the second look.</summary>
    public void Deploy(Scheduler scheduler, params ServedTrigger[] triggers)
    {
        Triggers = triggers;
        Write();
        for (var look = 0; look < 2; look++)
        {
            Clock.Advance(TimeSpan.FromSeconds(5));
            scheduler.Turn();
        }
    }

    public void TurnAt(DateTimeOffset time, params Scheduler[] turning)
    {
        Clock.Advance(time - Clock.GetUtcNow());
        foreach (var scheduler in turning)
        {
            scheduler.Turn();
        }
    }

    /// <summary>A run of a batch that begins now and comes to its end.</summary>
    public void Play(string batch, bool isWell)
    {
        var plan = FailedNight.Plan with { Batch = batch, Environment = Environment };
        using var night = new Night(
            plan, isWell ? Nights.Well : FailedNight.Of, within: Ledger, began: Clock.GetUtcNow().AddSeconds(1));
    }

    /// <summary>The run of a firing, whose process was killed in its middle.</summary>
    public void Die(string batch, FiringFence firing)
    {
        using var night = new Night(FailedNight.Plan with { Batch = batch, Environment = Environment }, FailedNight.Of,
            within: Ledger, began: Clock.GetUtcNow(), until: TimeSpan.FromSeconds(1));
        using var service = ServiceLedger.Register(
            Ledger, Clock, new ServiceBeginning { Solution = "Shop", Environment = Environment });
        service.NoteRun(firing, night.Run);
        service.Stop();
    }

    public T Ask<T>(Func<LedgerReader, T> question)
    {
        using var reader = LedgerReader.Open(Ledger, Clock)!;
        return question(reader);
    }

    /// <summary>All firings, oldest first: when, cause, state and why.</summary>
    public string[] Firings() =>
    [
        .. Ask(reader => reader.Firings(Environment, DateTimeOffset.MinValue, DateTimeOffset.MaxValue))
            .OrderBy(firing => firing.Scheduled).ThenBy(firing => firing.Number)
            .Select(firing => $"{firing.Scheduled:dd HH:mm} {firing.Cause} {firing.State} {firing.Why}".TrimEnd()),
    ];

    /// <summary>The firings that have not ended.</summary>
    public IReadOnlyList<FiringRecord> Open() => Ask(reader => reader.FiringsNotEnded(Environment));

    /// <summary>The batches of the processes that were started, in their order.</summary>
    public string[] Begun() => Ask(reader => Processes
        .Select(process => reader.Firing(FiringFence.Parse(process.Command[1])!.Value.Firing)!.Batch).ToArray());

    public AuditEntry Entry(string action) => new()
    {
        Environment = Environment,
        At = Clock.GetUtcNow(),
        Who = "anna",
        Action = action,
        Outcome = "done",
    };

    private DefinitionsReading Read() => Fault is not null ? throw Fault : Mistake.Length > 0
        ? new DefinitionsReading(null, [Mistake])
        : new DefinitionsReading(
            new Definitions
            {
                Files = [new PlanFile("solution.yaml", "a")],
                Batches =
                [
                    new ServedBatch("Nightly", ["Stage/a", "Stage/b"]) { Needs = [.. Needs] },
                    .. Triggers.Select(trigger => trigger.Batch).Distinct().Where(batch => batch != "Nightly")
                        .Select(batch => new ServedBatch(batch, [])),
                ],
                Triggers = Triggers,
            },
            []);

    private StartedRun Start(IReadOnlyList<string> command, string where, string traceParent, Action ended)
    {
        var process = new FakeProcess(command, traceParent);
        Processes.Add(process);
        return new StartedRun(() => process.ExitCode, () => process.Says);
    }

    private static CronText Cron(string text) =>
        CronText.TryParse(text, out var cron, out _) ? cron : throw new ArgumentException(text);

    private void Write() => File.WriteAllText(Path.Combine(_folder, "solution.yaml"), new string('a', ++_writes));
}

/// <summary>A process of a run that never was.</summary>
internal sealed class FakeProcess(IReadOnlyList<string> command, string traceParent)
{
    public IReadOnlyList<string> Command { get; } = command;

    public string TraceParent { get; } = traceParent;

    public int? ExitCode { get; set; }

    public string Says { get; set; } = "";
}
