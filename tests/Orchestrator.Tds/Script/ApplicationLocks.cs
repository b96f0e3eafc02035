namespace Orchestrator.Tds;

/// <summary>
/// sp_getapplock and sp_releaseapplock, exclusive: a lock belongs to a session or to its transaction and is free once
/// that has ended. Nobody waits: a lock that is held is refused with −1, as if the time had run out.
/// </summary>
internal sealed class ApplicationLocks
{
    private const int Granted = 0;
    private const int TimedOut = -1;
    private const int NotHeld = -999;

    private readonly Lock _lock = new();
    private readonly Dictionary<string, (Session Session, ulong Transaction)> _held = [];

    public void Declare(Script script)
    {
        script.OnProcedure("sp_getapplock", (call, reply) => reply.Return(Get(call)));
        script.OnProcedure("sp_releaseapplock", (call, reply) => reply.Return(Release(call)));
    }

    private int Get(Call call)
    {
        var owner = call.Parameters.FirstOrDefault(one => one.Name == "@LockOwner")?.Value as string;
        var transaction = "Session".Equals(owner, StringComparison.OrdinalIgnoreCase) ? 0 : call.Session.Transaction;
        lock (_lock)
        {
            var resource = ResourceOf(call);
            if (_held.TryGetValue(resource, out var holder) && holder.Session != call.Session && IsHeld(holder))
            {
                return TimedOut;
            }

            _held[resource] = (call.Session, transaction);
            return Granted;
        }
    }

    private int Release(Call call)
    {
        lock (_lock)
        {
            var resource = ResourceOf(call);
            return _held.TryGetValue(resource, out var holder) && holder.Session == call.Session
                && _held.Remove(resource)
                ? Granted
                : NotHeld;
        }
    }

    private static bool IsHeld((Session Session, ulong Transaction) holder) =>
        !holder.Session.IsClosed && (holder.Transaction == 0 || holder.Session.Transaction == holder.Transaction);

    private static string ResourceOf(Call call) => $"{call.Session.Database} {call["@Resource"]}";
}
