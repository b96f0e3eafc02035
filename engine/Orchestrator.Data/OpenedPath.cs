using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Orchestrator.Data;

/// <summary>
/// Where what is open really lies. A path that was judged can be another one by the time it is opened; what is open
/// stays what it is.
/// </summary>
public static partial class OpenedPath
{
    private const int PathCharsMax = 32 * 1024;
    private const string Deleted = " (deleted)";
    private const string Descriptors = "/proc/self/fd";

    /// <summary>Whether this system tells where what is open lies: Windows, and Linux with /proc.</summary>
    internal static bool IsTold => OperatingSystem.IsWindows()
        || (OperatingSystem.IsLinux() && Directory.Exists(Descriptors));

    /// <summary>The path of an open file without any link in it; null where the system has no word for that.</summary>
    /// <exception cref="IOException">It has one, and does not tell of this file.</exception>
    public static string? Of(SafeFileHandle handle) => !IsTold ? null
        : (OperatingSystem.IsLinux() ? Linked(Descriptor(handle))
            : OperatingSystem.IsWindows() ? Final(handle)
            : null) ?? throw new IOException("The system does not tell where an open file lies.");

    /// <summary>The name under which Linux leads to what is open, whatever became of its path.</summary>
    [SupportedOSPlatform("linux")]
    internal static string Descriptor(SafeFileHandle handle) => $"{Descriptors}/{handle.DangerousGetHandle()}";

    /// <summary>Where the name of something open leads; null = nobody tells.</summary>
    internal static string? Linked(string descriptor) => new FileInfo(descriptor).LinkTarget is { } target
        && Path.IsPathRooted(target)
        ? IsDeleted(target) ? target[..^Deleted.Length] : target
        : null;

    private static bool IsDeleted(string target) =>
        target.EndsWith(Deleted, StringComparison.Ordinal) && !Path.Exists(target);

    [SupportedOSPlatform("windows")]
    private static string? Final(SafeFileHandle handle)
    {
        var room = new char[PathCharsMax];
        var units = MemoryMarshal.Cast<char, ushort>(room.AsSpan());
        var length = (int)GetFinalPathNameByHandle(handle, ref units[0], (uint)room.Length, 0);
        if (length == 0 || length >= room.Length)
        {
            return null;
        }

        var path = new string(room, 0, length);
        return path.StartsWith(@"\\?\UNC\", StringComparison.Ordinal) ? @"\\" + path[8..]
            : path.StartsWith(@"\\?\", StringComparison.Ordinal) ? path[4..]
            : path;
    }

    [SupportedOSPlatform("windows")]
    [LibraryImport("kernel32", EntryPoint = "GetFinalPathNameByHandleW", SetLastError = true)]
    private static partial uint GetFinalPathNameByHandle(
        SafeFileHandle handle, ref ushort path, uint length, uint flags);
}
