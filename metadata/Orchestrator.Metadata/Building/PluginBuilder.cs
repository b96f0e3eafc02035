using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the plug-in of an object whose kind runs a class.</summary>
internal sealed class PluginBuilder(BuildScope scope)
{
    private const int DigitsOfHash = 64;

    /// <summary>What stands under `plugin` and `options`; null where no plug-in is written.</summary>
    /// <param name="map">The object.</param>
    /// <param name="kind">Its kind.</param>
    public Plugin? Build(YamlMap map, PackageKind kind)
    {
        if (map.Map(PluginKeys.Section.Name) is not { } written
            || written.Scalar(PluginKeys.Assembly.Name) is not { } assembly
            || written.Scalar(PluginKeys.Sha256.Name) is not { } hash
            || written[PluginKeys.Class.Name] is null)
        {
            return null;
        }

        CheckAssembly(assembly);
        var plugin = new Plugin
        {
            Assembly = "",
            Class = "",
            Sha256 = Hash(hash, PluginKeys.Sha256.Name),
            With = [.. (written.Map(PluginKeys.With.Name)?.Entries ?? []).Select(Beside)],
            Reads = [.. written.Items(PluginKeys.Reads.Name).OfType<YamlScalar>().Select(name => Read(name, kind))],
            Writes = [.. Written(written, kind)],
            Options = [.. (map.Map("options")?.Entries ?? []).Select(entry => new PluginOption(entry.Key.Text,
                Json(entry.Value, isWritten: false), entry.Value is YamlScalar text ? text.Written ?? text.Text
                    : Json(entry.Value, isWritten: true), entry.Value.At))],
            At = hash.At,
        };
        return PluginKeys.Section.Read(plugin, written);
    }

    private void CheckAssembly(YamlScalar assembly)
    {
        if (Path.IsPathRooted(assembly.Text) || assembly.Text.IndexOfAny(['\\', ':']) >= 0
            || assembly.Text.Split('/').Any(part => part is "" or "." or ".."))
        {
            scope.Context.Bag.Error("ORC1032", assembly.At,
                $"the assembly '{assembly.Text}' lies outside the folder '{Plugin.Folder}' of the solution",
                "copy it there, and name it by its path below that folder, with '/'");
        }

        RefuseOther(assembly, "assembly");
    }

    private void RefuseOther(YamlScalar file, string key)
    {
        if (!file.Text.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
        {
            scope.Context.Bag.Error("ORC1012", file.At, $"expected '{key}' to be an assembly, got: '{file.Text}'",
                "name a file that ends with .dll");
        }
    }

    private PinnedFile Beside(YamlEntry entry)
    {
        RefuseOther(entry.Key, "with");
        if (entry.Key.Text.IndexOfAny(['/', '\\', ':']) >= 0)
        {
            scope.Context.Bag.Error("ORC1032", entry.Key.At, $"'{entry.Key.Text}' does not lie beside the assembly",
                "name files of the same folder, without a path");
        }

        return new PinnedFile(entry.Key.Text, Hash((YamlScalar)entry.Value, entry.Key.Text), entry.Value.At);
    }

    private string Hash(YamlScalar hash, string key)
    {
        if (hash.Text.Length != DigitsOfHash || !hash.Text.All(char.IsAsciiHexDigit))
        {
            scope.Context.Bag.Error("ORC1012", hash.At,
                $"expected '{key}' to be the SHA-256 of the file, 64 hexadecimal digits, got: '{hash.Text}'",
                "write 64 zeros, and let `orchestrator plugins pin` write the sum of what lies there");
        }

        return hash.Text.ToLowerInvariant();
    }

    // The rows of a flow go into its target, and what else it changes nobody sees.
    private IEnumerable<string> Written(YamlMap plugin, PackageKind kind)
    {
        if (plugin.Entry(PluginKeys.Writes.Name) is { } entry && kind.IsLoad)
        {
            scope.Context.Bag.Error("ORC1038", entry.Key.At,
                $"'{entry.Key.Text}' does nothing with kind {kind.Word}: its rows go into its target",
                "leave it out, or let an object of a class that works between loads do it");
            return [];
        }

        return plugin.Items(PluginKeys.Writes.Name).OfType<YamlScalar>().Select(name => Read(name, kind));
    }

    private string Read(YamlScalar name, PackageKind kind)
    {
        if (scope.KnownConnection(name) is { IsFolder: true } && kind.IsLoad)
        {
            scope.Context.Bag.Error("ORC1038", name.At,
                $"'{name.Text}' is a folder of files, and a plug-in reads databases beside its source",
                "read the files as its `source`, or by its own code");
        }

        return name.Text;
    }

    private string Json(YamlNode value, bool isWritten) => value switch
    {
        YamlList list => CanonicalJson.Array(list.Items.Select(item => Json(item, isWritten))),
        YamlMap map => CanonicalJson.Object(
            map.Entries.Select(entry => (entry.Key.Text, Json(entry.Value, isWritten)))),
        YamlScalar text => CanonicalJson.Text(isWritten ? text.Written ?? text.Text
            : VariableTexts.Resolve(scope.Context, scope.Variables, text, takesOfRun: true).Text),
        _ => throw new InvalidOperationException("an option is a text, a list or a map"),
    };
}
