using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes what an object of kind file does.</summary>
internal sealed class FileTaskBuilder(BuildScope scope, string? source, string target)
{
    /// <summary>What stands under `file`; null where it says nothing that can be done.</summary>
    public FileTask? Build(YamlMap? map)
    {
        if (map is null || Action(map) is not { } action)
        {
            return null;
        }

        var written = FileTaskKeys.Section.Read(new FileTask { At = map.At }, map);
        var task = written with
        {
            Connection = Folder(map, FileTaskKeys.Connection) ?? Usual(map),
            ToConnection = Folder(map, FileTaskKeys.ToConnection),
            Files = Text(map, action).TrimEnd('/'),
            Folder = Text(map, FileTaskKeys.To).TrimEnd('/'),
            NewName = map.Scalar(FileTaskKeys.Name.Name) is null ? null : Text(map, FileTaskKeys.Name),
        };
        new FileTaskChecks(scope.Context, map, task).Check(action);
        return task;
    }

    private SectionKey<FileTask>? Action(YamlMap map)
    {
        SectionKey<FileTask>[] said = [.. FileTaskKeys.Actions.Where(key => map[key.Name] is not null)];
        var words = string.Join(", ", FileTaskKeys.Actions.Select(key => key.Name));
        if (said.Length == 0 && map.Refused.Count == 0)
        {
            scope.Context.Bag.Error("ORC1041", map.At, "the object does not say what is done with which files",
                $"write one of {words}");
        }

        if (said.Length > 1)
        {
            scope.Context.Bag.Error("ORC1041", map.Entry(said[1].Name)!.Key.At,
                $"'{said[0].Name}' and '{said[1].Name}' stand in one object",
                "keep one of the two: what follows it is another object that depends on it");
        }

        return said.Length == 1 ? said[0] : null;
    }

    private string Text(YamlMap map, SectionKey<FileTask> key) => map.Scalar(key.Name) is { } written
        ? VariableTexts.Resolve(scope.Context, scope.Variables, written, takesOfRun: true).Text : "";

    private string? Folder(YamlMap map, SectionKey<FileTask> key)
    {
        if (map.Scalar(key.Name) is not { } name)
        {
            return null;
        }

        if (scope.KnownConnection(name) is { IsFolder: false })
        {
            scope.Context.Bag.Error("ORC1120", name.At, $"'{name.Text}' is a database and no folder of files",
                "name a connection of platform Files");
        }

        return name.Text;
    }

    private string? Usual(YamlMap map)
    {
        if (new[] { source, target }.FirstOrDefault(each => scope.Connection(each) is { IsFolder: true }) is { } name)
        {
            return name;
        }

        scope.Context.Bag.Error("ORC1120", map.At, "the object does not say in which folder its files are, and neither "
            + "source nor target of its project is one", "write connection: NAME, of platform Files");
        return null;
    }
}
