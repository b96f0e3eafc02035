using System.Globalization;
using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>One file of a plug-in: what the metadata say of it, and what lies there.</summary>
/// <param name="Pinned">What the metadata say.</param>
/// <param name="Path">Its full path.</param>
/// <param name="Sha256">The SHA-256 of what lies there; empty where nothing can be read.</param>
/// <param name="Refusal">Why it is not loaded, as a sentence; null where it would be.</param>
public sealed record PluginFile(PinnedFile Pinned, string Path, string Sha256, string? Refusal)
{
    /// <summary>Whether nothing lies there.</summary>
    public bool IsMissing { get; init; }
}

/// <summary>The files of plug-ins: read, never loaded.</summary>
public static class PluginFiles
{
    private const long BytesMax = 256L << 20;

    /// <summary>Looks at all files of a plug-in.</summary>
    public static IReadOnlyList<PluginFile> Of(Plugin plugin, string solution) =>
        [.. plugin.Files.Select(file => Read(file, solution).File)];

    /// <summary>The bytes of a file, which are those whose sum the metadata name.</summary>
    /// <exception cref="PackageRefusedException">They are others, or it cannot be read.</exception>
    internal static byte[] Bytes(PinnedFile pinned, string solution)
    {
        var (file, bytes) = Read(pinned, solution);
        return file.Refusal is { } why
            ? throw new PackageRefusedException("ORC3701", ErrorClass.Config, "open", why)
            : bytes;
    }

    private static (PluginFile File, byte[] Bytes) Read(PinnedFile pinned, string solution)
    {
        var folder = Path.Combine(solution, Plugin.Folder);
        var path = Path.GetFullPath(Path.Combine(folder, pinned.Name));
        var name = $"{Plugin.Folder}/{pinned.Name}";
        try
        {
            if (!RealPath.IsBelow(folder, solution) || !RealPath.IsBelow(path, folder))
            {
                return (Outside(pinned, path, name), []);
            }

            if (Unread(pinned, path, name) is { } unread)
            {
                return (unread, []);
            }

            using var opened = File.OpenHandle(path, options: FileOptions.SequentialScan);
            if (OpenedPath.Of(opened) is { } real && !RealPath.IsBelow(real, RealPath.Follow(folder)))
            {
                return (Outside(pinned, path, name), []);
            }

            using var stream = new FileStream(opened, FileAccess.Read, bufferSize: 0);
            var bytes = new byte[stream.Length];
            stream.ReadExactly(bytes);
            var sum = Convert.ToHexStringLower(SHA256.HashData(bytes));
            return (new PluginFile(pinned, path, sum, sum == pinned.Sha256 ? null : Other(name, pinned, sum)), bytes);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return (new PluginFile(pinned, path, "", $"'{name}' cannot be read: {fault.Message.TrimEnd('.')}. Build "
                + "the plug-in and copy it there."), []);
        }
    }

    private static PluginFile Outside(PinnedFile pinned, string path, string name) => new(pinned, path, "",
        $"'{name}' leads out of the folder '{Plugin.Folder}' of the solution. Copy the file there.");

    /// <summary>What is no assembly by its looks, and is not opened: a pipe would be waited for.</summary>
    private static PluginFile? Unread(PinnedFile pinned, string path, string name)
    {
        var link = new FileInfo(path);
        var file = link.LinkTarget is null ? link : link.ResolveLinkTarget(returnFinalTarget: true) ?? link;
        if (!file.Exists && !Directory.Exists(path))
        {
            return new PluginFile(pinned, path, "",
                $"'{name}' cannot be read: it is not there. Build the plug-in and copy it there.")
            {
                IsMissing = true,
            };
        }

        var why = file is not FileInfo { Exists: true, Length: > 0 and var length } ? "is no file with anything in it"
            : length > BytesMax ? string.Create(CultureInfo.InvariantCulture,
                $"is longer than {BytesMax:N0} bytes, which no assembly is")
            : null;
        return why is null ? null
            : new PluginFile(pinned, path, "", $"'{name}' {why}. Build the plug-in and copy it there.");
    }

    private static string Other(string name, PinnedFile pinned, string sum) =>
        $"'{name}' is not the file that the metadata name: its SHA-256 is {sum}, and {pinned.At} says "
        + $"{pinned.Sha256}. If you mean this file, `orchestrator plugins pin` writes its sum there, so that the "
        + "change is seen in review; else put the right one back.";
}
