using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Leases;

/// <summary>The processes of this machine, told from others that had the same number before or after them.</summary>
internal static class MachineProcess
{
    private const string Namespace = "/proc/self/ns/pid";

    // Behind the name in /proc/N/stat: the first is the state, the twentieth the start in ticks since the boot.
    private const int StateField = 0;
    private const int StartField = 19;

    /// <summary>What the machine's clock says: since its boot, the same in every process.</summary>
    public static TimeSpan Now => TimeProvider.System.GetElapsedTime(0);

    public static RunOrigin Own { get; } = OfThisProcess();

    /// <summary>When this one was started.</summary>
    public static long OwnBegan { get; } = BeganOf(Environment.ProcessId) ?? 0;

    /// <summary>The boot of a machine, without the numbering of processes that a container has of its own.</summary>
    public static string BootOf(RunOrigin origin) => origin.BootId.Split(' ')[0];

    /// <summary>What is known of a lease's holder.</summary>
    public static HolderProcess Of(LeaseRecord lease) => Of(lease.Origin, lease.ProcessBegan);

    /// <summary>What is known of a process that was started then.</summary>
    public static HolderProcess Of(RunOrigin origin, long processBegan)
    {
        if (origin.Host != Own.Host || origin.BootId != Own.BootId)
        {
            return HolderProcess.Unknown;
        }

        var began = BeganOf(origin.ProcessId);
        return began == processBegan
            ? origin.ProcessId == Own.ProcessId ? HolderProcess.Own : HolderProcess.There
            // Where processes of others are hidden, one that is not seen may be there all the same.
            : began is null && origin.User != Own.User ? HolderProcess.Unknown
            : HolderProcess.Gone;
    }

    /// <summary>Ends the process of a lease, whatever it is doing; null, or why that cannot be done.</summary>
    public static string? End(LeaseRecord lease)
    {
        var number = lease.Origin.ProcessId;
        try
        {
            using var process = Process.GetProcessById(number);
            if (NameOf(process) is var name && Refusal(lease.Origin, name) is { } why)
            {
                // A program without a name may also have ended just now.
                return name is null && Of(lease) == HolderProcess.Gone ? null : why;
            }

            if (Of(lease) == HolderProcess.There)
            {
                process.Kill();
            }

            return null;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException)
        {
            return null;
        }
        catch (Win32Exception refused)
        {
            return NotByThisUser(lease.Origin, refused.Message);
        }
    }

    /// <summary>Why a process is not ended, by the name of its program; null = it may be.</summary>
    /// <param name="origin">The process.</param>
    /// <param name="name">Its program; null = the machine does not tell, as of another user's.</param>
    public static string? Refusal(RunOrigin origin, string? name) =>
        name is null ? NotByThisUser(origin, "nor can it be seen which program it is")
        : name == NameOf(Environment.ProcessPath) ? null
        : $"process {origin.ProcessId} is '{name}', which is not ended from here: end it, then run again";

    private static string NotByThisUser(RunOrigin origin, string why) =>
        $"process {origin.ProcessId} cannot be ended by this user: {why}. End it as {origin.User} "
        + $"(`kill -9 {origin.ProcessId}`), then run again";

    /// <summary>Ends this process at once: nothing more of it happens.</summary>
    public static void EndOwn()
    {
        using var self = Process.GetCurrentProcess();
        self.Kill();
        self.WaitForExit();
    }

    /// <summary>When a process was started, by whatever the machine counts; null = there is none, or it has ended.
    /// </summary>
    private static long? BeganOf(int number)
    {
        try
        {
            if (!OperatingSystem.IsLinux())
            {
                using var process = Process.GetProcessById(number);
                return process.StartTime.ToUniversalTime().Ticks;
            }

            var text = File.ReadAllText($"/proc/{number}/stat");
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            return fields[StateField] is "Z" or "X" ? null
                : long.Parse(fields[StartField], CultureInfo.InvariantCulture);
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException or Win32Exception
            or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? NameOf(Process process)
    {
        var path = OperatingSystem.IsLinux()
            ? new FileInfo($"/proc/{process.Id}/exe").LinkTarget
            : process.MainModule?.FileName;
        return NameOf(path?.Replace(" (deleted)", "", StringComparison.Ordinal));
    }

    private static string? NameOf(string? path) => path is null ? null : Path.GetFileNameWithoutExtension(path);

    private static RunOrigin OfThisProcess()
    {
        var origin = RunOrigin.OfThisProcess();
        var processes = OperatingSystem.IsLinux() ? new FileInfo(Namespace).LinkTarget : null;
        return origin with { BootId = $"{origin.BootId} {processes}".Trim() };
    }
}
