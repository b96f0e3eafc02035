using Microsoft.Win32.SafeHandles;

namespace Orchestrator.Metadata.Loading;

/// <summary>
/// Reads a file below a folder. Its path was judged before, and can be another one by now: what was opened is judged.
/// </summary>
internal static class OpenedFile
{
    /// <summary>Its bytes; null where what was opened lies outside the folder.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static byte[]? Read(string path, string folder)
    {
        using var file = File.OpenHandle(path, options: FileOptions.SequentialScan);
        if (!FollowedPath.IsBelow(folder, RealOf(file) ?? path))
        {
            return null;
        }

        using var stream = new FileStream(file, FileAccess.Read, bufferSize: 0);
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    // Linux has a name for what is open; elsewhere the path is judged once more.
    private static string? RealOf(SafeFileHandle file) => OperatingSystem.IsLinux()
        && new FileInfo($"/proc/self/fd/{file.DangerousGetHandle()}").LinkTarget is { } real && Path.IsPathRooted(real)
        ? real
        : null;
}
