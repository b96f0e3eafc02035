using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Security;

/// <summary>
/// Passes on what was done and refused. Of refusals for one reason from one address only the first ones of a minute are
/// told, and of all of them so many: how many more there were is told with the next one, and nobody fills the log by
/// asking. Safe for threads.
/// </summary>
internal sealed class AuditTrail(
    Action<AuditEntry> audit, string environment, OutsideText outside, TimeProvider time)
{
    private const string IsDone = "done";
    private const string IsRefused = "refused";

    private const int AlikeMax = 5;
    private const int AllMax = 500;
    private const int KeysMax = 1_000;
    private const int TextMax = 300;

    private static readonly TimeSpan Span = TimeSpan.FromMinutes(1);

    private readonly Dictionary<(string Address, string Why), RefusalCount> _counts = [];
    private readonly RefusalCount _all = new();
    private readonly Lock _lock = new();

    public void Done(Visitor visitor, string address, string action, string detail = "") => audit(Entry(
        visitor, address, action, detail, IsDone));

    /// <summary>Something was refused.</summary>
    /// <param name="visitor">Who tried; null = nobody known.</param>
    /// <param name="address">Where it came from.</param>
    /// <param name="action">What was tried.</param>
    /// <param name="why">Why it was refused.</param>
    /// <param name="what">What it was to be done to; may be empty.</param>
    public void Refused(Visitor? visitor, string address, string action, string why, string what = "")
    {
        long before;
        lock (_lock)
        {
            before = Counted((address, why));
        }

        if (before >= 0)
        {
            audit(Entry(visitor, address, action,
                before == 0 ? why : $"{why} (and {before} more alike before it)", IsRefused) with
            {
                Object = Short(outside.Line(what)),
            });
        }
    }

    /// <summary>How many alike were not told since the last one that was; −1 = this one is not told.</summary>
    private long Counted((string Address, string Why) key)
    {
        if (!_counts.TryGetValue(key, out var count))
        {
            if (_counts.Count >= KeysMax)
            {
                _counts.Clear();
            }

            _counts[key] = count = new RefusalCount { Since = time.GetTimestamp() };
        }

        BeginAnew(count);
        BeginAnew(_all);
        if (count.Told >= AlikeMax || _all.Told >= AllMax)
        {
            count.Silent++;
            return -1;
        }

        count.Told++;
        _all.Told++;
        var silent = count.Silent;
        count.Silent = 0;
        return silent;
    }

    private void BeginAnew(RefusalCount count)
    {
        if (time.GetElapsedTime(count.Since) >= Span)
        {
            (count.Since, count.Told) = (time.GetTimestamp(), 0);
        }
    }

    private AuditEntry Entry(
        Visitor? visitor, string address, string action, string detail, string outcome) => new()
        {
            Environment = environment,
            At = time.GetUtcNow(),
            Who = outside.Line(visitor?.Name),
            Role = visitor is null ? "" : Access.Word(visitor.Role),
            Address = address,
            Action = Short(outside.Line(action)),
            Outcome = outcome,
            Detail = Short(outside.Line(detail)),
        };

    private static string Short(string text) => text.Length <= TextMax ? text : text[..TextMax] + "…";

    private sealed class RefusalCount
    {
        public long Since { get; set; }

        public int Told { get; set; }

        public long Silent { get; set; }
    }
}
