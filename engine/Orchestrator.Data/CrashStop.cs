using System.Runtime.InteropServices;

namespace Orchestrator.Data;

/// <summary>Keeps a thread at a point until somebody sends the process SIGCONT, as after a SIGSTOP.</summary>
internal static class CrashStop
{
    private static readonly ManualResetEventSlim Woken = new();
    private static PosixSignalRegistration? _waking;

    /// <summary>Listens, before anybody can send it: what came too early would be missed.</summary>
    /// <exception cref="PlatformNotSupportedException">There is no such signal.</exception>
    public static void Prepare() => _waking ??= OperatingSystem.IsWindows()
        ? throw new PlatformNotSupportedException("nobody can stop a process here")
        : PosixSignalRegistration.Create(PosixSignal.SIGCONT, _ => Woken.Set());

    /// <summary>Waits for it.</summary>
    public static void Await() => Woken.Wait();
}
