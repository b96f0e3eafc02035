using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;

namespace Orchestrator.Service.Scheduling;

/// <summary>One registration of a service with all that works under it: whoever loses it begins anew.</summary>
internal sealed class ServedLedger : IDisposable
{
    private readonly LedgerConnection _connection;
    private readonly DueTriggers _due;
    private readonly EndedBatches _ended;
    private readonly ArrivedFiles _files;
    private readonly StartRequests _requests;
    private readonly NewPermissions _permissions;
    private readonly SchedulerSettings _settings;
    private readonly Action _wake;
    private Dictionary<(string Batch, string Trigger), int> _places = [];

    public ServedLedger(SchedulerSettings settings, Action wake)
    {
        (_settings, _wake) = (settings, wake);
        Ledger = ServiceLedger.Register(settings.Ledger, settings.Time, settings.Beginning);
        _connection = new LedgerConnection(settings.Ledger, settings.Time);
        _permissions = new NewPermissions(Ledger, _connection, settings.Allowed, settings.FirstApproval);
        Own = new OwnFirings(
            Ledger, _connection, settings.RunsMax, Start, PlaceOf, _permissions.Of, settings.Log, settings.Time);
        var claims = new FiringClaims(Ledger, _connection, Own.Add, settings.Log);
        _due = new DueTriggers(Ledger, _connection, claims, settings.Log, settings.Time);
        _ended = new EndedBatches(Ledger, _connection, claims);
        _files = new ArrivedFiles(Ledger, _connection, claims, settings.Log, settings.Time);
        _requests = new StartRequests(Ledger, _connection, claims, settings.Time);
    }

    /// <summary>What it writes by.</summary>
    public ServiceLedger Ledger { get; }

    /// <summary>The firings that it has.</summary>
    public OwnFirings Own { get; }

    /// <summary>What nobody has approved yet.</summary>
    public IReadOnlyList<WaitingPermission> Waiting => _permissions.Waiting;

    /// <summary>What it goes by; null = nothing yet.</summary>
    public Definitions? Definitions { get; private set; }

    /// <summary>When a trigger is due next by the clock; null = by something else, or never.</summary>
    public Firing? NextOf(ServedTrigger trigger) => trigger.Schedule is null ? null : _due.FiringOf(trigger);

    /// <summary>Takes on other definitions.</summary>
    public void Take(Definitions found)
    {
        var states = Ledger.Define(
            [.. found.Triggers.Select(trigger => new DefinedTrigger(trigger.Batch, trigger.Name, trigger.Hash))]);
        _due.Take(found.Triggers, states);
        _ended.Take(found.Triggers, states);
        _files.Take(found.Triggers, states);
        _permissions.Take(found.Batches);
        _places = found.Triggers.Select((trigger, place) => (trigger, place))
            .ToDictionary(each => (each.trigger.Batch, each.trigger.Name), each => each.place);
        Definitions = found;
    }

    /// <summary>Says that it lives, and takes over what dead services owe. False = it lost its registration.</summary>
    public bool Renew()
    {
        if (Ledger.Renew(_settings.Silence) is not { } taken)
        {
            return false;
        }

        foreach (var firing in taken)
        {
            _settings.Log($"{OwnFirings.Name(firing)}: taken over");
            Own.Add(firing);
        }

        Adopt();
        return true;
    }

    // What it has claimed where the answer got lost: nobody else would begin it while this service lives.
    private void Adopt()
    {
        foreach (var firing in _connection.Ask(reader => reader.FiringsNotEnded(Ledger.Environment))
            .Where(firing => firing.Service == Ledger.Service && !Own.Has(firing.Number)))
        {
            _settings.Log($"{OwnFirings.Name(firing)}: claimed before, and begun now");
            Own.Add(firing);
        }
    }

    /// <summary>Does what is due.</summary>
    /// <param name="isStopping">Whether nothing is begun any more.</param>
    public void Turn(bool isStopping)
    {
        if (Definitions is not null && !isStopping)
        {
            _permissions.Turn();
            _requests.Turn(Definitions);
            _due.Turn();
            _ended.Turn();
            _files.Turn();
        }

        Own.Turn(mayStart: Definitions is not null && !isStopping);
    }

    public void Dispose()
    {
        _connection.Dispose();
        Ledger.Dispose();
    }

    // What somebody asked for has no trigger, and stands behind those that are due then.
    private int PlaceOf(FiringRecord firing) =>
        _places.GetValueOrDefault((firing.Batch, firing.Trigger), int.MaxValue);

    // Kept again each time: a purge removes what no run has.
    private StartedRun Start(FiringRecord firing)
    {
        var command = _settings.Command(firing.Fence, Ledger.Keep(Definitions!.Files));
        var trace = _settings.Trace(firing);
        try
        {
            var started = _settings.Start(command, _settings.Folder, trace.Parent, _wake);
            return started with { ExitCode = () => Told(started.ExitCode(), trace) };
        }
        catch
        {
            trace.Ended(OwnFirings.NotStarted);
            throw;
        }
    }

    private static int? Told(int? exitCode, FiringTrace trace)
    {
        if (exitCode is { } code)
        {
            trace.Ended(code);
        }

        return exitCode;
    }
}
