using Orchestrator.Core;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Looks at a folder on a thread of its own: a share that hangs holds up that one and no firing of others. Used by one
/// thread.
/// </summary>
internal sealed class FolderProbe(AwaitedFiles awaited)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private Task<IReadOnlyList<FoundFile>>? _look;

    /// <summary>The files that are waited for; null = the folder does not answer, or not yet.</summary>
    /// <exception cref="IOException">It is not there, or its share is not.</exception>
    /// <exception cref="UnauthorizedAccessException">Nobody may look at it.</exception>
    public IReadOnlyList<FoundFile>? Files()
    {
        // It is waited for once, and then asked after.
        var patience = _look is null ? Patience : TimeSpan.Zero;
        _look ??= Task.Factory.StartNew(
            Looked, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        if (Task.WaitAny([_look], patience) < 0)
        {
            return null;
        }

        var done = _look;
        _look = null;
        return done.GetAwaiter().GetResult();
    }

    private IReadOnlyList<FoundFile> Looked()
    {
        List<FoundFile> files = [];
        foreach (var file in new DirectoryInfo(awaited.Folder).EnumerateFiles()
            .Where(file => FilePattern.Fits(awaited.Pattern, file.Name)))
        {
            try
            {
                files.Add(new FoundFile(file.Name, file.Length, file.LastWriteTimeUtc));
            }
            catch (FileNotFoundException)
            {
                // Whoever brought it has given it another name since.
            }
        }

        return files;
    }
}
