using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Data.Files.Tasks;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.FileTasks;

/// <summary>One attempt of what is done with files.</summary>
internal sealed class FileTaskRun(PackageContext context)
{
    private readonly FileTask _task = context.Object.FileTask!;
    private readonly List<string> _warnings = [];
    private string _phase = "open";
    private IReadOnlyDictionary<string, RunValue> _set = ReadOnlyDictionary<string, RunValue>.Empty;

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            using var from = Opened(_task.Connection!);
            using var other = _task.ToConnection is { } name && name != _task.Connection ? Opened(name) : null;
            Enter("write");
            Work(from, other ?? from);
            return new PackageResult { Outcome = NodeState.Succeeded, Warnings = _warnings, Sets = _set };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Faults.Result(fault, _phase, _task.Connection ?? "", context.Cancellation);
        }
    }

    private void Work(TaskFolder from, TaskFolder to)
    {
        if (_task.Action == FileAction.MakeFolder)
        {
            context.Fence.Pass();
            from.MakeFolder(_task.Files);
            return;
        }

        if (_task.Action == FileAction.List)
        {
            _set = Listed(from.Find(_task.Files, _task.IgnoreCase));
            return;
        }

        var files = _task.Action == FileAction.WaitFor
            ? new FileWait(context, _task).For(from) : from.Find(_task.Files, _task.IgnoreCase);
        if (files.Count == 0)
        {
            FindNothing(to);
            return;
        }

        var placing = new FilePlacing(context, _task, to);
        switch (_task.Action)
        {
            case FileAction.Copy or FileAction.Move: placing.Put(from, files); break;
            case FileAction.Zip: placing.Pack(from, files); break;
            case FileAction.Unzip: placing.Unpack(from, files, BytesMax()); break;
            case FileAction.Delete: Delete(from, files); break;
            default: break;
        }
    }

    /// <summary>The names of the files as the rows that a loop has its turns for.</summary>
    private Dictionary<string, RunValue> Listed(IReadOnlyList<string> files)
    {
        var set = context.Object.Sets!.Each[0];
        IReadOnlyList<IReadOnlyList<string?>> rows = [.. files.Select(file => (IReadOnlyList<string?>)[file])];
        if (RunValue.TryMake(set.Type, rows, out var made, out var problem))
        {
            return new Dictionary<string, RunValue>(StringComparer.Ordinal) { [set.Variable] = made };
        }

        throw new PackageRefusedException("ORC3524", ErrorClass.Data, KindTable.File.Word,
            $"The files '{_task.Files}' cannot be the turns of a loop: {problem}.", _task.At);
    }

    private void Delete(TaskFolder from, IReadOnlyList<string> files)
    {
        var told = new ToldFiles(context.Message);
        foreach (var file in files)
        {
            context.Cancellation.ThrowIfCancellationRequested();
            context.Fence.Pass();
            from.Delete(file);
            told.Add($"'{file}' is removed");
        }

        told.End();
    }

    private void FindNothing(TaskFolder to)
    {
        if (_task.OnNone == NoFiles.Skip)
        {
            context.Message($"no file is called '{_task.Files}'");
        }
        else if (MayBeDone(to) is { } earlier)
        {
            _warnings.Add($"No file is called '{_task.Files}' any more. Attempt {earlier.Attempt} in run "
                + $"{earlier.Run} came to no end that is known, and has done it as far as can be seen.");
        }
        else
        {
            throw _task.Action == FileAction.WaitFor
                ? new DataRefusedException("ORC3536", $"No file '{_task.Files}' has come to the folder of "
                    + $"'{_task.Connection}' within {Words.Limit(_task.Timeout)}, or somebody was still writing to "
                    + "it. See who brings it; write a longer `timeout`, or `onNone: skip`.")
                : new DataRefusedException("ORC3530", $"No file is called '{_task.Files}' in the folder of "
                    + $"'{_task.Connection}'. Bring one, or write `onNone: skip` if that is no failure.");
        }
    }

    // Who has died in the middle may have taken all there was. Of one file it can be seen where it went.
    private EarlierAttempt? MayBeDone(TaskFolder to)
    {
        var isSeen = _task.Action switch
        {
            FileAction.Delete => true,
            FileAction.Move => FilePattern.IsSought(_task.Files, _task.IgnoreCase)
                || to.StampOf(FilePlacing.PlaceOf(_task, _task.Files)) is not null,
            _ => false,
        };
        return isSeen && context.Past.Earlier() is { MayBeHalf: true } earlier ? earlier : null;
    }

    private TaskFolder Opened(string connection) =>
        new(FileFormats.Folder(context, Addresses.Find(context.Solution, connection)));

    private long BytesMax() => Addresses.Find(context.Solution, _task.Connection!).Limits.Expanded;

    private void Enter(string phase)
    {
        _phase = phase;
        context.Phase(phase);
    }
}
