using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What an object of kind file may not say.</summary>
/// <param name="context">Takes what is wrong.</param>
/// <param name="map">What is written under `file`.</param>
/// <param name="task">The same, with the values of variables.</param>
internal sealed class FileTaskChecks(LoadContext context, YamlMap map, FileTask task)
{
    /// <summary>Looks at all of it.</summary>
    /// <param name="action">The key that says what is done.</param>
    public void Check(SectionKey<FileTask> action)
    {
        foreach (var entry in map.Entries.Where(entry => !FileTaskKeys.Section.Acts(entry.Key.Text, task)))
        {
            context.Bag.Error("ORC1038", entry.Key.At, $"'{entry.Key.Text}' does nothing with '{action.Name}'",
                "leave it out");
        }

        var isSound = IsSound(action, task.Files, isNew: task.Action == FileAction.MakeFolder);
        isSound &= IsSound(FileTaskKeys.To, task.Folder, isNew: true);
        isSound &= NewName();
        if (isSound && task.Action is FileAction.Copy or FileAction.Move or FileAction.Zip)
        {
            CheckPlace(action);
        }
    }

    // Of what is there already the name may be any; what is made has to be good on each system.
    private bool IsSound(SectionKey<FileTask> key, string path, bool isNew)
    {
        if (map.Scalar(key.Name) is not { } written || VariableTexts.IsOpen(path))
        {
            return true;
        }

        var parts = path.Split('/');
        if (BelowFolder.IsLeft(path))
        {
            context.Bag.Error("ORC1032", written.At,
                $"'{key.Name}: {path}' does not lie below the folder of its connection",
                "name it from that folder on, with / between its parts and without ..");
            return false;
        }

        if (!isNew && parts[..^1].Any(Wildcard.IsPattern))
        {
            return Refused(written, $"'{path}' has a * or ? in the name of a folder",
                "write them in the name of the files alone: an object works in one folder");
        }

        return !isNew || parts.All(part => IsPortable(written, part));
    }

    private bool NewName()
    {
        if (map.Scalar(FileTaskKeys.Name.Name) is not { } written || task.NewName is not { } name
            || VariableTexts.IsOpen(name))
        {
            return true;
        }

        return IsPortable(written, name) && (task.Action == FileAction.Zip
            || !FilePattern.IsSought(task.Files, task.IgnoreCase)
            || Refused(written, $"'{name}' is the name of one file, and '{task.Files}' may stand for several",
                $"leave '{FileTaskKeys.Name.Name}' out, or name one file"));
    }

    private bool IsPortable(YamlScalar written, string name)
    {
        if (PortableName.Refusal(name) is not { } why)
        {
            return true;
        }

        context.Bag.Error("ORC1121", written.At, $"the name '{name}' cannot be kept on every system: it {why}",
            "choose one that Windows keeps as it is, also where no file ever gets there");
        return false;
    }

    private void CheckPlace(SectionKey<FileTask> action)
    {
        var slash = task.Files.LastIndexOf('/');
        var (folder, files) = (slash < 0 ? "" : task.Files[..slash], task.Files[(slash + 1)..]);
        var isThere = folder == task.Folder && (task.ToConnection ?? task.Connection) == task.Connection;
        if (task.Action == FileAction.Zip && task.NewName is null)
        {
            Refused(map.Scalar(action.Name)!, "the archive has no name",
                $"write {FileTaskKeys.Name.Name}: NAME.zip beside it");
        }
        else if (task.Action == FileAction.Zip && isThere && FilePattern.Fits(files, task.NewName!, task.IgnoreCase))
        {
            Refused(map.Scalar(action.Name)!, $"'{task.Files}' stands for the archive '{task.NewName}', too",
                $"put it into another folder with '{FileTaskKeys.To.Name}'");
        }
        else if (isThere && (task.NewName is null || task.NewName == files))
        {
            Refused(map.Scalar(action.Name)!, $"'{task.Files}' would be put where it is",
                $"say where to with '{FileTaskKeys.To.Name}', '{FileTaskKeys.ToConnection.Name}' or "
                + $"'{FileTaskKeys.Name.Name}'");
        }
    }

    private bool Refused(YamlScalar at, string message, string hint)
    {
        context.Bag.Error("ORC1122", at.At, message, hint);
        return false;
    }
}
