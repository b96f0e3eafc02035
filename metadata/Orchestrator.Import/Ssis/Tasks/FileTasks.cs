using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>File System Tasks.</summary>
internal static class FileTasks
{
    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        var read = new Readings(context, task.Path, () => project);
        var said = Said(task, new TaskPaths(context, task, read));
        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Files;
        one.Body.Add(new(DraftKinds.Files, said));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static DraftMap Said(SsisExecutable task, TaskPaths paths)
    {
        var what = task.FileSystem!;
        if (task.Expressions.FirstOrDefault(each => each.Property is "Source" or "Destination" or "Operation")
            is { } late)
        {
            throw new OpenException(SsisOpenCodes.Property,
                $"an expression changes the property {late.Property}", late.Expression, SsisOpenCodes.Minutes);
        }

        return what.Operation switch
        {
            "CopyFile" => Put("copy", what, paths),
            "MoveFile" => Put("move", what, paths),
            "RenameFile" => Put("move", what, paths, isRenamed: true),
            "DeleteFile" => One("delete", what, paths),
            "CreateDirectory" => One("makeFolder", what, paths),
            _ => throw new OpenException(SsisOpenCodes.Files,
                $"the operation {what.Operation} has no equal: kind file works with files, and makes folders",
                what.Operation, SsisOpenCodes.Minutes),
        };
    }

    private static DraftMap One(string word, FileSystemTask what, TaskPaths paths)
    {
        var (folder, name) = paths.File(what.From);
        return DraftMap.Of(DraftEntry.Of(word, name), DraftEntry.Of("connection", folder.Name));
    }

    private static DraftMap Put(string word, FileSystemTask what, TaskPaths paths, bool isRenamed = false)
    {
        var (from, name) = paths.File(what.From);
        var to = paths.Text(what.To);
        var last = FilePlace.Of(to).Parts.Last;
        // A folder or a file: a file has an ending, mostly.
        var isClosed = to.TrimEnd().EndsWith('\\') || to.TrimEnd().EndsWith('/');
        var isFile = isRenamed || (paths.IsFile(to) && !isClosed);
        if (!isFile && !isClosed && last.Contains("${", StringComparison.Ordinal))
        {
            throw new OpenException(SsisOpenCodes.Files,
                "only the run knows whether its destination is a folder or a file", to, SsisOpenCodes.Minutes);
        }

        var (folder, below) = isFile ? paths.File(what.To) : paths.FolderAndBelow(what.To);
        below = isFile ? new FilePlace("", below).Parts.Below : below;
        return DraftMap.Of(
            DraftEntry.Of(word, name),
            DraftEntry.Of("connection", from.Name),
            folder == from ? null : DraftEntry.Of("toConnection", folder.Name),
            DraftEntry.Maybe("to", below),
            isFile && last != new FilePlace("", name).Parts.Last ? DraftEntry.Of("name", last) : null,
            DraftEntry.If(what.Overwrites, "existing", DraftPart.Of("replace")));
    }
}
