using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger.Columns;

/// <summary>What a database counted at a moment of a run.</summary>
internal static class RunSampleColumns
{
    public static readonly ColumnList All = new("run_sample");
    public static readonly RecordColumn Connection = All.Next("connection");
    public static readonly RecordColumn TakenAt = All.Next("taken_at");
    public static readonly RecordColumn Commits = All.Next("commits");
    public static readonly RecordColumn Flushes = All.Next("flushes");
    public static readonly RecordColumn LogBytes = All.Next("log_bytes");
    public static readonly RecordColumn WaitLogWrite = All.Next("wait_log_write");
    public static readonly RecordColumn WaitLock = All.Next("wait_lock");
    public static readonly RecordColumn WaitLatch = All.Next("wait_latch");
    public static readonly RecordColumn WaitIo = All.Next("wait_io");
    public static readonly RecordColumn WaitNetwork = All.Next("wait_network");
    public static readonly RecordColumn WaitCpu = All.Next("wait_cpu");
    public static readonly RecordColumn WaitOther = All.Next("wait_other");

    /// <summary>How long each class of waits lasted, in the order in which they are written.</summary>
    public static readonly (WaitClass Class, RecordColumn Column)[] Waits =
    [
        (WaitClass.LogWrite, WaitLogWrite), (WaitClass.Lock, WaitLock), (WaitClass.Latch, WaitLatch),
        (WaitClass.Io, WaitIo), (WaitClass.Network, WaitNetwork), (WaitClass.Cpu, WaitCpu),
        (WaitClass.Other, WaitOther),
    ];
}
