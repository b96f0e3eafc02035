using System.Runtime.InteropServices;

namespace Orchestrator.Ledger.Leases;

/// <summary>
/// The clock of a machine that goes on while the machine sleeps, for who holds against the clock of another one. On
/// Linux CLOCK_BOOTTIME; Windows's own clock does so anyway, and macOS's stands still. A machine that its host stops
/// knows nothing of that whatever it asks.
/// </summary>
internal sealed partial class MachineClock : TimeProvider
{
    private const int SinceBootOnLinux = 7;
    private const long NanosecondsPerSecond = 1_000_000_000;

    private MachineClock()
    {
    }

    /// <summary>
    /// The clock by which a lease is held: where the ledger is a file, that of all who may want it, who sleep and wake
    /// with their machine.
    /// </summary>
    public static TimeProvider Beside(LedgerLocation location) =>
        location.Server is not null && OperatingSystem.IsLinux() && Ask(SinceBootOnLinux, out _) == 0
            ? new MachineClock() : System;

    public override long TimestampFrequency => NanosecondsPerSecond;

    public override long GetTimestamp() => Ask(SinceBootOnLinux, out var now) == 0
        ? (now.Seconds * NanosecondsPerSecond) + now.Nanoseconds
        : throw new InvalidOperationException("the machine does not tell its time any more");

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int Ask(int clock, out ClockTime now);

    [StructLayout(LayoutKind.Sequential)]
    private struct ClockTime
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
