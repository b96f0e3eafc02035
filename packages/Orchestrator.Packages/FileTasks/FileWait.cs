using Orchestrator.Core;
using Orchestrator.Data.Files.Tasks;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.FileTasks;

/// <summary>Waits until a file has come, and nobody writes to it any more.</summary>
internal sealed class FileWait(PackageContext context, FileTask task)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>Waits; the files that are there then, none where it was in vain.</summary>
    /// <exception cref="OperationCanceledException">The attempt shall stop.</exception>
    public IReadOnlyList<string> For(TaskFolder folder)
    {
        var began = context.Time.GetTimestamp();
        var (seen, since, isTold) = ("", began, false);
        try
        {
            while (true)
            {
                context.Cancellation.ThrowIfCancellationRequested();
                var files = folder.Find(task.Files, task.IgnoreCase);
                var now = string.Join('\n', files.Select(file => Said(folder, file)));
                if (now != seen)
                {
                    (seen, since) = (now, context.Time.GetTimestamp());
                }

                // By our own clock: whoever writes the file may have another one.
                if (files.Count > 0 && context.Time.GetElapsedTime(since) >= task.StableFor)
                {
                    return files;
                }

                if (context.Time.GetElapsedTime(began) >= task.Timeout)
                {
                    return [];
                }

                if (!isTold)
                {
                    context.HeldUp(WaitReason.Server, $"a file '{task.Files}' of {task.Connection}");
                    isTold = true;
                }

                context.Cancellation.WaitHandle.WaitOne(Pause);
            }
        }
        finally
        {
            if (isTold)
            {
                context.HeldUp(WaitReason.Server, null);
            }
        }
    }

    private static string Said(TaskFolder folder, string file) =>
        folder.StampOf(file) is { } stamp ? $"{file}/{stamp.Size}/{stamp.Written.Ticks}" : file;
}
