using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;

namespace Orchestrator.Service.Scheduling;

/// <summary>One registration of a service with all that works under it: whoever loses it begins anew.</summary>
internal sealed class ServedLedger : IDisposable
{
    private readonly LedgerConnection connection;
    private readonly DueTriggers due;
    private readonly EndedBatches ended;
    private readonly ArrivedFiles files;
    private readonly StartRequests requests;
    private readonly NewPermissions permissions;
    private readonly SchedulerSettings settings;
    private readonly Action wake;
    private Dictionary<(string Batch, string Trigger), int> places = [];

    public ServedLedger(SchedulerSettings settings, Action wake)
    {
        (this.settings, this.wake) = (settings, wake);
        Ledger = ServiceLedger.Register(settings.Ledger, settings.Time, settings.Beginning);
        connection = new LedgerConnection(settings.Ledger, settings.Time);
        permissions = new NewPermissions(Ledger, connection, settings.Allowed, settings.FirstApproval);
        Own = new OwnFirings(
            Ledger, connection, settings.RunsMax, Start, PlaceOf, permissions.Of, settings.Log, settings.Time);
        var claims = new FiringClaims(Ledger, connection, Own.Add, settings.Log);
        due = new DueTriggers(Ledger, connection, claims, settings.Log, settings.Time);
        ended = new EndedBatches(Ledger, connection, claims);
        files = new ArrivedFiles(Ledger, connection, claims, settings.Log, settings.Time);
        requests = new StartRequests(Ledger, connection, claims, settings.Time);
    }

    /// <summary>What it writes by.</summary>
    public ServiceLedger Ledger { get; }

    /// <summary>The firings that it has.</summary>
    public OwnFirings Own { get; }

    /// <summary>What nobody has approved yet.</summary>
    public IReadOnlyList<WaitingPermission> Waiting => permissions.Waiting;

    /// <summary>What it goes by; null = nothing yet.</summary>
    public Definitions? Definitions { get; private set; }

    /// <summary>When a trigger is due next by the clock; null = by something else, or never.</summary>
    public Firing? NextOf(ServedTrigger trigger) => trigger.Schedule is null ? null : due.FiringOf(trigger);

    /// <summary>Takes on other definitions.</summary>
    public void Take(Definitions found)
    {
        var states = Ledger.Define(
            [.. found.Triggers.Select(trigger => new DefinedTrigger(trigger.Batch, trigger.Name, trigger.Hash))]);
        due.Take(found.Triggers, states);
        ended.Take(found.Triggers, states);
        files.Take(found.Triggers, states);
        permissions.Take(found.Batches);
        places = found.Triggers.Select((trigger, place) => (trigger, place))
            .ToDictionary(each => (each.trigger.Batch, each.trigger.Name), each => each.place);
        Definitions = found;
    }

    /// <summary>Says that it lives, and takes over what dead services owe. False = it lost its registration.</summary>
    public bool Renew()
    {
        if (Ledger.Renew(settings.Silence) is not { } taken)
        {
            return false;
        }

        foreach (var firing in taken)
        {
            settings.Log($"{OwnFirings.Name(firing)}: taken over");
            Own.Add(firing);
        }

        Adopt();
        return true;
    }

    // What it has claimed where the answer got lost: nobody else would begin it while this service lives.
    private void Adopt()
    {
        foreach (var firing in connection.Ask(reader => reader.FiringsNotEnded(Ledger.Environment))
            .Where(firing => firing.Service == Ledger.Service && !Own.Has(firing.Number)))
        {
            settings.Log($"{OwnFirings.Name(firing)}: claimed before, and begun now");
            Own.Add(firing);
        }
    }

    /// <summary>Does what is due.</summary>
    /// <param name="isStopping">Whether nothing is begun any more.</param>
    public void Turn(bool isStopping)
    {
        if (Definitions is not null && !isStopping)
        {
            permissions.Turn();
            requests.Turn(Definitions);
            due.Turn();
            ended.Turn();
            files.Turn();
        }

        Own.Turn(mayStart: Definitions is not null && !isStopping);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        connection.Dispose();
        Ledger.Dispose();
    }

    // What somebody asked for has no trigger, and stands behind those that are due then.
    private int PlaceOf(FiringRecord firing) =>
        places.GetValueOrDefault((firing.Batch, firing.Trigger), int.MaxValue);

    // Kept again each time: a purge removes what no run has.
    private StartedRun Start(FiringRecord firing)
    {
        var command = settings.Command(firing.Fence, Ledger.Keep(Definitions!.Files));
        var trace = settings.Trace(firing);
        try
        {
            var started = settings.Start(command, settings.Folder, trace.Parent, wake);
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
