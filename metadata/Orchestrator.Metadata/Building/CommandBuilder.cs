using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the programs that are started: of a source, and of an object of kind process.</summary>
internal sealed partial class CommandBuilder(BuildScope scope)
{
    /// <summary>What stands under `command`; null where nothing does, or no program is named.</summary>
    public Command? Build(YamlMap map)
    {
        if (map.Entry("command") is not { } entry)
        {
            return null;
        }

        var written = map.Items("command").OfType<YamlScalar>().ToList();
        // Which program is started no value of the run says.
        var items = written.Select((item, place) => VariableTexts.Resolve(
            scope.Context, scope.Variables, item, takesOfRun: place > 0)).ToList();
        if (items.Count == 0 || items[0].Text.Length == 0)
        {
            scope.Context.Bag.Error("ORC1041", entry.Key.At, "'command' names no program",
                "write command: [PROGRAM, ARGUMENT, …]");
            return null;
        }

        RefuseOfTurn(written[0], "says which program is started");
        if (items.Find(item => item.Text.Contains('\0', StringComparison.Ordinal)) is { } cut)
        {
            scope.Context.Bag.Error("ORC1044", cut.At, "an item of 'command' holds a character NUL, at which every "
                + "system would cut it", "take it out");
        }

        if (LeadsOut(items[0].Text))
        {
            scope.Context.Bag.Error("ORC1032", items[0].At,
                $"the program '{items[0].Text}' lies outside the solution",
                "name one below it, one on the PATH, or a full path");
        }

        return new Command(
            [.. items.Select(item => item.Text)], [.. written.Select(item => item.Written ?? item.Text)]);
    }

    /// <summary>What stands under `process`; null where it is not whole.</summary>
    public ProcessOptions? Process(YamlMap? map)
    {
        if (map is null || Build(map) is not { } command)
        {
            return null;
        }

        foreach (var name in map.Items(ProcessKeys.Environment.Name).OfType<YamlScalar>()
            .Where(name => name.Text.Contains('=', StringComparison.Ordinal)))
        {
            scope.Context.Bag.Error("ORC1044", name.At, $"'{name.Text}' cannot be the name of a variable",
                "name variables of the environment in which the run is started; their values stay there");
        }

        var process = new ProcessOptions(command, [], Folder(map), map.At)
        {
            Variables = [.. (map.Map(ProcessKeys.Variables.Name)?.Entries ?? []).Select(Variable)],
            SuccessCodes = [.. map.Items(ProcessKeys.SuccessCodes.Name).OfType<YamlScalar>()
                .Select(code => (int)code.ToNumber())],
            TakesAnyCode = map.Text(ProcessKeys.SuccessCodes.Name) == ProcessKeys.AnyCode,
        };
        return ProcessKeys.Section.Read(process, map);
    }

    private ProcessVariable Variable(YamlEntry entry)
    {
        var (name, written) = (entry.Key.Text, (YamlScalar)entry.Value);
        if (!VariableName().IsMatch(name))
        {
            scope.Context.Bag.Error("ORC1196", entry.Key.At, $"'{name}' cannot be the name of a variable",
                "letters, digits and _, no digit first; ORCHESTRATOR_… are the engine's own");
        }

        var text = VariableTexts.Resolve(scope.Context, scope.Variables, written, takesOfRun: true).Text;
        if (text.Contains('\0', StringComparison.Ordinal))
        {
            scope.Context.Bag.Error("ORC1044", written.At, $"the value of '{name}' holds a character NUL, at which "
                + "every system would cut it", "take it out");
        }

        return new ProcessVariable(name, text, written.Written ?? written.Text);
    }

    private string Folder(YamlMap map)
    {
        if (map.Scalar(ProcessKeys.Folder.Name) is not { } written)
        {
            return "";
        }

        RefuseOfTurn(written, "says where the program works");
        var folder = VariableTexts.Resolve(scope.Context, scope.Variables, written).Text.Replace('\\', '/');
        if (Path.IsPathRooted(folder) || folder.Contains(':', StringComparison.Ordinal) || LeadsOut("./" + folder))
        {
            scope.Context.Bag.Error("ORC1032", written.At, $"the folder '{folder}' lies outside the solution",
                "name a folder below it");
        }

        return folder;
    }

    // A row says what a program is told, and never which one that is.
    private void RefuseOfTurn(YamlScalar written, string what)
    {
        if (VariableTexts.IsOfTurn(scope, written.Text))
        {
            scope.Context.Bag.Error("ORC1065", written.At,
                $"'{written.Text}' {what}, and only the run knows its value",
                "write it out; what a turn has found may be an argument of the program");
        }
    }

    /// <summary>Whether a path leaves the folder that it begins in; what is no path, or a full one, does not.</summary>
    private static bool LeadsOut(string path)
    {
        var depth = 0;
        foreach (var part in Path.IsPathRooted(path) ? [] : path.Split('/', '\\'))
        {
            depth += part switch { "" or "." => 0, ".." => -1, _ => 1 };
            if (depth < 0)
            {
                return true;
            }
        }

        return false;
    }

    [GeneratedRegex(@"^(?!ORCHESTRATOR_)[A-Za-z_][A-Za-z0-9_]{0,255}\z", RegexOptions.IgnoreCase)]
    private static partial Regex VariableName();
}
