using Microsoft.Data.SqlClient;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the wait types of SQL Server are, and which are nobody's: its own tasks that are idle.</summary>
internal static class SqlServerWaits
{
    // Who commits waits for its own disk, or for the replica that has to have it.
    private static readonly HashSet<string> OfTheLog = new(StringComparer.Ordinal)
    {
        "WRITELOG", "LOGBUFFER", "HADR_SYNC_COMMIT", "HADR_GROUP_COMMIT",
    };

    private static readonly (string Beginning, WaitClass Class)[] Classes =
    [
        ("LCK_", WaitClass.Lock), ("PAGELATCH_", WaitClass.Latch), ("LATCH_", WaitClass.Latch),
        ("PAGEIOLATCH_", WaitClass.Io), ("ASYNC_IO_COMPLETION", WaitClass.Io), ("IO_COMPLETION", WaitClass.Io),
        ("WRITE_COMPLETION", WaitClass.Io), ("ASYNC_NETWORK_IO", WaitClass.Network),
        ("SOS_SCHEDULER_YIELD", WaitClass.Cpu), ("CX", WaitClass.Cpu),
    ];

    private static readonly string[] IdleBeginnings =
    [
        "BROKER_", "CLR_AUTO_EVENT", "CLR_MANUAL_EVENT", "CLR_SEMAPHORE", "DBMIRROR", "FT_IFTS", "PARALLEL_REDO_",
        "PREEMPTIVE_XE_", "PWAIT_", "QDS_", "REDO_THREAD_", "SLEEP_", "SQLTRACE_", "WAIT_XTP_", "XE_",
    ];

    private static readonly HashSet<string> Idle = new(StringComparer.Ordinal)
    {
        "AZURE_IMDS_VERSIONS", "CHECKPOINT_QUEUE", "CHKPT", "DIRTY_PAGE_POLL", "DISPATCHER_QUEUE_SEMAPHORE",
        "FSAGENT", "HADR_CLUSAPI_CALL", "HADR_FABRIC_CALLBACK", "HADR_FILESTREAM_IOMGR_IOCOMPLETION",
        "HADR_LOGCAPTURE_WAIT", "HADR_NOTIFICATION_DEQUEUE", "HADR_TIMER_TASK", "HADR_WORK_QUEUE", "KSOURCE_WAKEUP",
        "LAZYWRITER_SLEEP", "LOGMGR_QUEUE", "MEMORY_ALLOCATION_EXT", "ONDEMAND_TASK_QUEUE", "POPULATE_LOCK_ORDINALS",
        "PREEMPTIVE_HADR_LEASE_MECHANISM", "PREEMPTIVE_SP_SERVER_DIAGNOSTICS",
        "PVS_PREALLOCATE", "REQUEST_FOR_DEADLOCK_SEARCH", "RESOURCE_QUEUE", "SERVER_IDLE_CHECK", "SNI_HTTP_ACCEPT",
        "SOS_WORK_DISPATCHER", "SP_SERVER_DIAGNOSTICS_SLEEP", "STARTUP_DEPENDENCY_MANAGER",
        "UCS_SESSION_REGISTRATION", "VDI_CLIENT_OTHER", "WAITFOR", "WAITFOR_TASKSHUTDOWN", "WAIT_FOR_RESULTS",
    };

    public static WaitClass ClassOf(string wait) => OfTheLog.Contains(wait)
        ? WaitClass.LogWrite
        : Classes.Where(one => wait.StartsWith(one.Beginning, StringComparison.Ordinal))
            .Select(one => one.Class).DefaultIfEmpty(WaitClass.Other).First();

    /// <summary>Whether nobody's work waits so, but a task of the server's for work.</summary>
    public static bool IsIdle(string wait) => Idle.Contains(wait)
        || Array.Exists(IdleBeginnings, one => wait.StartsWith(one, StringComparison.Ordinal));

    /// <summary>Rows of name, count and milliseconds.</summary>
    public static List<ServerWait> Read(SqlDataReader reader)
    {
        List<ServerWait> waits = [];
        while (reader.Read())
        {
            var name = reader.GetString(0);
            waits.Add(new ServerWait(
                name, ClassOf(name), TimeSpan.FromMilliseconds(reader.GetInt64(2)), reader.GetInt64(1),
                IsSampled: false));
        }

        return waits;
    }

    /// <summary>The same without those that are idle.</summary>
    public static List<ServerWait> ReadOfServer(SqlDataReader reader) =>
        [.. Read(reader).Where(wait => !IsIdle(wait.Name))];
}
