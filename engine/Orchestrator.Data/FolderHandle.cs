using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Orchestrator.Data;

/// <summary>
/// An open folder: what is named below <see cref="Path"/> is looked up in it, wherever its own path leads by now. On
/// Linux it is held open; on a system that has no names for what is open its path stands for it.
/// </summary>
public sealed partial class FolderHandle : IDisposable
{
    // Both are the same on every machine that Linux runs .NET on.
    private const int OnlyPath = 0x200000;
    private const int CloseOnExecute = 0x80000;
    private const int NoEntry = 2;
    private const int Broken = 5;
    private const int NoFolder = 20;

    private readonly SafeFileHandle? _handle;
    private readonly string _path;

    private FolderHandle(string path, string real, SafeFileHandle? handle) =>
        (_path, Real, _handle) = (path, real, handle);

    /// <summary>A name of it that leads to what is open.</summary>
    /// <exception cref="ObjectDisposedException">It is open no more, and its name may be another folder's.</exception>
    public string Path
    {
        get
        {
            ObjectDisposedException.ThrowIf(_handle is { IsClosed: true }, this);
            return _path;
        }
    }

    /// <summary>Where it lay when it was opened, without any link.</summary>
    public string Real { get; }

    /// <summary>Where it lies now.</summary>
    public string Now => _handle is null ? Real : OpenedPath.Linked(Path) ?? Real;

    /// <summary>Opens a folder, links followed.</summary>
    /// <exception cref="DirectoryNotFoundException">There is none.</exception>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public static FolderHandle Open(string path)
    {
        if (OpenedPath.IsTold && OperatingSystem.IsLinux())
        {
            return Held(path);
        }

        return Directory.Exists(path) ? new FolderHandle(path, RealPath.Follow(path), null) : throw NotThere(path);
    }

    /// <summary>A name in it, as what is open knows it.</summary>
    public string At(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>A text of the system with the folder as people know it.</summary>
    public string Said(string message) =>
        _handle is null ? message : message.Replace(_path + "/", Real + "/", StringComparison.Ordinal);

    /// <summary>
    /// Waits until the names in it are on the disk, so that one that is new outlives what is removed elsewhere after
    /// it. Where a folder cannot be asked for that, its system sees to the order itself.
    /// </summary>
    /// <exception cref="IOException">The disk has failed.</exception>
    public void Flush()
    {
        if (_handle is null || !OperatingSystem.IsLinux())
        {
            return;
        }

        using var opened = new SafeFileHandle(Open(Path, CloseOnExecute), ownsHandle: true);
        if (!opened.IsInvalid && Synchronize(opened) != 0 && Marshal.GetLastPInvokeError() == Broken)
        {
            throw new IOException($"The folder '{Real}' cannot be brought to disk.");
        }
    }

    /// <inheritdoc />
    public void Dispose() => _handle?.Dispose();

    private static DirectoryNotFoundException NotThere(string path) =>
        new($"Could not find a part of the path '{path}'.");

    // Whatever stands in the way of opening it: by its name it may be another folder than the one that is judged.
    [SupportedOSPlatform("linux")]
    private static FolderHandle Held(string path)
    {
        var opened = new SafeFileHandle(Open(path, OnlyPath | CloseOnExecute), ownsHandle: true);
        if (opened.IsInvalid)
        {
            var error = Marshal.GetLastPInvokeError();
            opened.Dispose();
            throw error is NoEntry or NoFolder ? NotThere(path)
                : new IOException($"The folder '{path}' cannot be opened: {Marshal.GetPInvokeErrorMessage(error)}.");
        }

        try
        {
            var descriptor = OpenedPath.Descriptor(opened);
            return Directory.Exists(descriptor + "/.")
                ? new FolderHandle(descriptor, OpenedPath.Of(opened)!, opened)
                : throw NotThere(path);
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Synchronize(SafeFileHandle folder);
}
