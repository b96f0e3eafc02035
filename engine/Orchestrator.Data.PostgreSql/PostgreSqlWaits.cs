using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What the wait events of PostgreSQL are, from version 12 to today: some were renamed in between.</summary>
internal static class PostgreSqlWaits
{
    /// <summary>The name of what waits for nothing.</summary>
    public const string Running = "CPU";

    private static readonly HashSet<string> OfTheLog = new(StringComparer.OrdinalIgnoreCase)
    {
        "LWLock:WALWrite", "LWLock:WALWriteLock", "IO:WALSync", "IO:WALWrite", "IO:WALInitSync", "IO:WALInitWrite",
        "IO:WALSyncMethodAssign", "IPC:SyncRep", "IO:WALBootstrapSync", "IO:WALBootstrapWrite",
    };

    /// <summary>Its name as people look it up; a session without one computes.</summary>
    public static string NameOf(string? type, string? name) => type is null ? Running : $"{type}:{name}";

    public static WaitClass ClassOf(string wait) => OfTheLog.Contains(wait)
        ? WaitClass.LogWrite
        : wait.Split(':')[0] switch
        {
            Running => WaitClass.Cpu,
            "Lock" => WaitClass.Lock,
            "LWLock" or "BufferPin" or "Buffer" => WaitClass.Latch,
            "IO" => WaitClass.Io,
            "Client" => WaitClass.Network,
            _ => WaitClass.Other,
        };
}
