using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Ledger.Serving;
using Orchestrator.Packages.Mail;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// The loop that tells what has happened, beside that of the scheduler, which it never holds up: looks at the ledger,
/// notes there what is to be told, and sends what is due. Killed at any moment, another one goes on from there. One
/// thread turns it.
/// </summary>
public sealed class AlertLoop : IDisposable
{
    private const int AtATime = 16;

    private static readonly TimeSpan TurnEvery = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private readonly AlertSettings _settings;
    private readonly AlertLedger _ledger;
    private readonly LedgerConnection _connection;
    private readonly AlertReader _look;
    private readonly BufferProbe _buffers;
    private readonly CancellationTokenSource _leave = new();
    private readonly List<Sending> _sending = [];
    private readonly Dictionary<string, string> _troubles = [];
    private ServedAlerts? _alerts;
    private IReadOnlyList<KnownAlert> _known = [];
    private long? _looked;
    private int _disposed;

    /// <summary>One that has not begun.</summary>
    public AlertLoop(AlertSettings settings)
    {
        _settings = settings;
        _ledger = new AlertLedger(settings.Ledger, settings.Time, settings.Environment);
        _connection = new LedgerConnection(settings.Ledger, settings.Time);
        _look = new AlertReader(settings);
        _buffers = new BufferProbe(settings.Log, settings.Time);
    }

    /// <summary>Turns until it is asked to stop; what is being sent then has five seconds to arrive.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Turn();
            stop.WaitHandle.WaitOne(TurnEvery);
        }

        Leave();
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
        {
            return;
        }

        _leave.Cancel();
        _connection.Dispose();
        _leave.Dispose();
    }

    /// <summary>Messages that are being sent.</summary>
    internal IReadOnlyList<Task> AtWork => [.. _sending.Select(one => one.Result)];

    private void Leave()
    {
        _ = Task.WaitAny(Task.WhenAll(AtWork), Task.Delay(Grace, _settings.Time));
        _leave.Cancel();
        Guarded(Record);
    }

    /// <summary>Does what is due now.</summary>
    internal void Turn()
    {
        Guarded(Record);
        if (_looked is not { } last || _settings.Time.GetElapsedTime(last) >= LookEvery)
        {
            _looked = _settings.Time.GetTimestamp();
            Guarded(Look);
        }

        Guarded(Send);
    }

    private void Look()
    {
        var state = _settings.Scheduler();
        if (!state.HasDefinitions)
        {
            // Nobody knows yet which alerts are declared: none of them is to be forgotten, or given up.
            _looked = null;
            return;
        }

        if (!ReferenceEquals(_alerts, state.Alerts))
        {
            _known = _ledger.Define(
                [.. state.Alerts.All.Select(alert => (alert.Rule.Batch, alert.Rule.Name))], forget: IsAlone());
            _alerts = state.Alerts;
            _look.Forget();
        }

        if (_alerts.All.Count == 0)
        {
            return;
        }

        var batches = _alerts.All.Select(alert => alert.Rule.Batch).ToHashSet(StringComparer.Ordinal);
        var facts = _connection.Ask(reader => _look.Of(reader, batches, state)) with { Buffers = _buffers.Of(_alerts) };
        var notices = Notices(facts);
        if (notices.Count > 0 && _ledger.Note(notices, Delivery.Collect, Delivery.Quiet) is > 0 and var many)
        {
            _settings.Log($"alerts: {Words.Count(many, "notice")} to be sent");
        }

        _look.Noted(facts);
    }

    private List<AlertNotice> Notices(AlertFacts facts)
    {
        var now = _settings.Time.GetUtcNow();
        return [.. _alerts!.All.SelectMany(alert =>
        {
            var since = _known.FirstOrDefault(one => one.Batch == alert.Rule.Batch && one.Alert == alert.Rule.Name)
                ?.FirstSeen ?? now;
            return AlertRules.Find(alert.Rule, facts, since, now)
                .SelectMany(told => alert.Targets.Select(target => Notice(alert, target, told)));
        })];
    }

    private AlertNotice Notice(ServedAlert alert, AlertTarget target, Occurrence told) => new()
    {
        Environment = _settings.Environment,
        Batch = alert.Rule.Batch,
        Alert = alert.Rule.Name,
        Event = told.Event.ToString(),
        Target = target.Name,
        TargetHash = target.Hash,
        Occurrence = told.Key,
        Cause = told.Cause,
        Run = told.Run,
        Detail = MessageJson.Of(told),
    };

    private void Send()
    {
        var room = AtATime - _sending.Count;
        if (_alerts is not { } alerts || room <= 0)
        {
            return;
        }

        var targets = alerts.All.SelectMany(alert => alert.Targets).DistinctBy(target => target.Hash)
            .ToDictionary(target => target.Hash, StringComparer.Ordinal);
        var wanted = Wanted(targets);
        foreach (var message in wanted.Count == 0 ? [] : _ledger.Claim(room, Delivery.ClaimLasts, wanted.Contains))
        {
            _sending.Add(new Sending(message, targets.TryGetValue(HashOf(message), out var target)
                ? SentAsync(message, target, alerts.Mail) : Task.FromResult<SendResult?>(null)));
        }
    }

    // Hashes of the targets that this service tells something now, or gives up.
    private HashSet<string> Wanted(Dictionary<string, AlertTarget> targets)
    {
        var now = _settings.Time.GetUtcNow();
        var due = _connection.Ask(reader => reader.AlertTargetsDue(_settings.Environment, now))
            .Where(one => !_sending.Exists(other => HashOf(other.Message) == one.Hash)).ToList();
        if (due.Exists(one => !targets.ContainsKey(one.Hash)) && !IsAlone())
        {
            // Another service may declare them; what none has sent for a day no service does.
            due.RemoveAll(one => !targets.ContainsKey(one.Hash) && now - one.Since <= Delivery.GiveUpAfter);
        }

        return due.Select(one => one.Hash).ToHashSet(StringComparer.Ordinal);
    }

    // Another service may go by newer metadata: what these do not declare is its business.
    private bool IsAlone()
    {
        var own = _settings.Scheduler().Service;
        return _connection.Ask(reader => reader.ServicesNotStopped(_settings.Environment))
            .All(service => service.Number == own || service.IsDead(ServiceRecord.SilenceMax));
    }

    private static string HashOf(ClaimedMessage message) => message.Records[0].Notice.TargetHash;

    private async Task<SendResult?> SentAsync(ClaimedMessage message, AlertTarget target, MailRoute? mail)
    {
        var told = message.Records
            .Select(record => ($"{record.Notice.Batch}/{record.Notice.Alert}", MessageJson.Read(record.Notice.Detail)))
            .Where(one => one.Item2 is not null).Select(one => (one.Item1, one.Item2!)).ToList();
        if (told.Count == 0)
        {
            return new SendResult(false, "what was noted in the ledger cannot be read");
        }

        var whole = AlertMessage.Of(
            message.Id, _settings.Time.GetUtcNow(), _settings.Solution, _settings.Environment, told);
        whole = whole with { PublicUrl = _settings.PublicUrl };
        // On a thread of the pool: whatever hangs there holds up no turn.
        return await Task.Run(() => _settings.Send(target, mail, whole, _leave.Token), _leave.Token);
    }

    private void Record()
    {
        foreach (var sent in _sending.Where(one => one.Result.IsCompleted).ToList())
        {
            var (outcome, line) = OutcomeOf(sent);
            // Said once it is recorded: while the ledger is away it is tried each turn.
            _ledger.End(sent.Message, outcome);
            _settings.Log(line);
            _sending.Remove(sent);
        }
    }

    private (AlertOutcome Outcome, string Line) OutcomeOf(Sending sent)
    {
        var now = _settings.Time.GetUtcNow();
        var first = sent.Message.Records[0];
        var name = $"alert {first.Notice.Batch}/{first.Notice.Alert} to {first.Notice.Target}";
        var result = ResultOf(sent.Result);
        if (result is { IsSent: true })
        {
            return (new AlertOutcome(AlertState.Sent, now, ""), $"{name}: sent");
        }

        var answer = result?.Answer ?? "it is declared no more";
        return result is not null
            && Delivery.TryAgain(first.Noticed, sent.Message.Tries, result.RetryAfter, now) is { } next
            ? (new AlertOutcome(AlertState.Waiting, next, answer),
                $"{ServiceCodes.AlertNotSent}: {name}: not sent, try {sent.Message.Tries}: {answer}")
            : (new AlertOutcome(AlertState.GivenUp, now, answer),
                $"{ServiceCodes.AlertGivenUp}: {name}: given up: {answer}");
    }

    private SendResult? ResultOf(Task<SendResult?> sent) =>
        sent.IsCompletedSuccessfully ? sent.GetAwaiter().GetResult()
        : new SendResult(false, sent.IsCanceled ? "the service stopped meanwhile" : MessageText.OneLine(
            _settings.Outside.Line($"a mistake of this program: {sent.Exception?.InnerException?.Message}"), 300));

    private void Guarded(Action act)
    {
        var part = act.Method.Name;
        try
        {
            act();
            _troubles.Remove(part);
        }
        catch (LedgerException fault)
        {
            Tell(part, fault.Message, $"{fault.Code}: {fault.Message}");
        }
        catch (Exception mistake)
        {
            // On a thread of its own it would end the service, and with it the nights that alerts are only told of.
            Tell(part, mistake.Message, $"a mistake of this program: {_settings.Outside.Block($"{mistake}")}");
        }
    }

    // The same is said once.
    private void Tell(string part, string trouble, string line)
    {
        if (_troubles.GetValueOrDefault(part) != trouble)
        {
            _settings.Log($"alerts: {line}");
        }

        _troubles[part] = trouble;
    }

    private sealed record Sending(ClaimedMessage Message, Task<SendResult?> Result);
}
