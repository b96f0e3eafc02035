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
        one.Open.AddRange(Look(task));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    /// <summary>Whether an FTP Task works with files of this side alone.</summary>
    public static bool IsLocal(FtpTask? task) => task is { Operation: "CreateLocalDirectory" or "DeleteLocal" };

    /// <summary>The objects of such a task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult MapLocal(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        if (task.Expressions.FirstOrDefault(each => each.Property is "LocalPath" or "Operation") is { } late)
        {
            throw Late(late);
        }

        var read = new Readings(context, task.Path, () => project);
        var (folder, name) = new TaskPaths(context, task, read).File(task.Ftp!.Local);
        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Files;
        one.Body.Add(new(DraftKinds.Files, DraftMap.Of(
            DraftEntry.Of(task.Ftp.Operation == "DeleteLocal" ? "delete" : "makeFolder", name),
            DraftEntry.Of("connection", folder.Name))));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    /// <summary>What an object says that does what a call of a script does: where it puts a file is always a file.
    /// </summary>
    /// <param name="what">What is done.</param>
    /// <param name="paths">The paths of the task.</param>
    /// <param name="isGuarded">Whether it is done only where its file is there.</param>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static DraftMap Called(FileSystemTask what, TaskPaths paths, bool isGuarded)
    {
        // What is not there is deleted already, but where its folder is missing that fails.
        if (what.Operation == "DeleteFile" && !isGuarded
            && paths.File(what.From).Name.Contains('/', StringComparison.Ordinal))
        {
            throw new OpenException(SsisOpenCodes.Files, "only the run knows whether the folder is there",
                what.From.Value, SsisOpenCodes.Minutes);
        }

        return what.Operation switch
        {
            "CopyFile" => Put("copy", what, paths, isRenamed: true, isGuarded),
            "RenameFile" => Put("move", what, paths, isRenamed: true, isGuarded),
            "DeleteFile" => One("delete", what, paths, skips: true),
            _ => One("makeFolder", what, paths),
        };
    }

    private static OpenException Late(PropertyExpression late) => new(SsisOpenCodes.Property,
        $"an expression changes the property {late.Property}", late.Expression, SsisOpenCodes.Minutes);

    private static DraftMap Said(SsisExecutable task, TaskPaths paths)
    {
        var what = task.FileSystem!;
        if (task.Expressions.FirstOrDefault(each => each.Property is "Source" or "Destination" or "Operation")
            is { } late)
        {
            throw Late(late);
        }

        return what.Operation switch
        {
            "CopyFile" => Put("copy", what, paths),
            "MoveFile" => Put("move", what, paths),
            "RenameFile" => Put("move", what, paths, isRenamed: true),
            "DeleteFile" => One("delete", what, paths),
            "CreateDirectory" => One("makeFolder", what, paths),
            "DeleteDirectoryContent" => Emptied(what, paths),
            _ => throw new OpenException(SsisOpenCodes.Files, $"the operation {what.Operation} has no equal: "
                + what.Operation switch
                {
                    "SetAttributes" => "no kind sets attributes; where it took a file out of the way, move it",
                    "CopyDirectory" => "copy: \"*\" copies the files of a folder, and none of the folders below it",
                    "MoveDirectory" => "move: \"*\" moves the files of a folder, and neither it nor those below it",
                    "DeleteDirectory" => "delete: \"*\" removes the files of a folder, and the folder stays",
                    _ => "kind file works with files, and makes folders",
                }, what.Operation, SsisOpenCodes.Minutes),
        };
    }

    private static DraftMap Emptied(FileSystemTask what, TaskPaths paths) => DraftMap.Of(
        DraftEntry.Of("delete", "*"),
        DraftEntry.Of("connection", paths.Folder(what.From).Name),
        DraftEntry.Of("onNone", "skip"));

    // What it does not do of what was done there somebody has to look at.
    private static IEnumerable<OpenEntry> Look(SsisExecutable task)
    {
        if (task.FileSystem!.Operation == "DeleteDirectoryContent")
        {
            yield return new OpenEntry(task.Path, new OpenReason(SsisOpenCodes.Files,
                "the files of the folder are removed; folders below it and names that begin with a dot stay: look "
                    + "whether there are any", task.FileSystem.Operation, SsisOpenCodes.Minutes));
        }
    }

    private static DraftMap One(string word, FileSystemTask what, TaskPaths paths, bool skips = false)
    {
        var (folder, name) = paths.File(what.From);
        return DraftMap.Of(
            DraftEntry.Of(word, name),
            DraftEntry.Of("connection", folder.Name),
            DraftEntry.If(skips, "onNone", DraftPart.Of("skip")));
    }

    private static DraftMap Put(
        string word, FileSystemTask what, TaskPaths paths, bool isRenamed = false, bool skips = false)
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
            DraftEntry.If(what.Overwrites, "existing", DraftPart.Of("replace")),
            DraftEntry.If(skips, "onNone", DraftPart.Of("skip")));
    }
}
