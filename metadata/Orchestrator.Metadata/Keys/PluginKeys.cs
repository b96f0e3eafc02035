using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `plugin`: the class that an object runs. What it is told stands beside them.</summary>
internal static class PluginKeys
{
    private static readonly OptionMaker<Plugin> Make = new(
        "plugin", new Plugin { Assembly = "", Class = "", Sha256 = "" }, plugin => plugin.At, usual: Effect.Reloads);

    public static SectionKey<Plugin> Assembly { get; } = Make.Of(
        new Key("assembly", Parts.Text, "The file, below the folder plugins/ of the solution.") { IsRequired = true },
        scalar => scalar.Text, file => file,
        plugin => plugin.Assembly, (plugin, value) => plugin with { Assembly = value }, isAlwaysTold: true);

    public static SectionKey<Plugin> Class { get; } = Make.Of(
        new Key("class", Parts.Text, "Full name of the class: a DataflowPackage, of kind script a ScriptTask.")
        {
            IsRequired = true,
        },
        scalar => scalar.Text, name => name,
        plugin => plugin.Class, (plugin, value) => plugin with { Class = value }, isAlwaysTold: true);

    public static SectionKey<Plugin> Sha256 { get; } = Make.Built(
        new Key("sha256", Parts.Text, "SHA-256 of the file, which `orchestrator plugins pin` writes.")
        {
            IsRequired = true,
        },
        (list, plugin) => list.Add("plugin.sha256", plugin.Sha256, plugin.At));

    public static SectionKey<Plugin> With { get; } = Make.Built(
        new Key("with", new NamedShape(Parts.Text),
            "Assemblies beside it that it loads, by name, with their SHA-256."),
        (list, plugin) => plugin.With.ToList().ForEach(
            file => list.Add($"plugin.with.{file.Name}", file.Sha256, file.At)));

    public static SectionKey<Plugin> Reads { get; } = Make.Built(
        new Key("reads", Parts.NamesOnce,
            "Connections to databases that it reads beside its source; of kind script folders of files, too."),
        (list, plugin) => list.AddList("plugin.reads", plugin.Reads, plugin.At));

    public static SectionKey<Plugin> Writes { get; } = Make.Built(
        new Key("writes", Parts.NamesOnce, "Kind script: connections that it changes; it may read them as well."),
        (list, plugin) =>
        {
            // Who changes none is the flow that it always was.
            if (plugin.Writes.Count > 0)
            {
                list.AddList("plugin.writes", plugin.Writes, plugin.At);
            }
        });

    public static Section<Plugin> Section { get; } = Make.Section([Assembly, Class, Sha256, With, Reads, Writes]);
}
