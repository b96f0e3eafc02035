using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a comparison under `parity`. No plan tells them: they change no run.</summary>
internal static class ParityKeys
{
    /// <summary>The key under which they are listed.</summary>
    public const string List = "parity";

    private static readonly OptionMaker<ParityEntry> Make = new("parity", new ParityEntry(), entry => entry.At);

    public static SectionKey<ParityEntry> Old { get; } = Make.Of(
        new Key("old", Parts.Text, $"What the old night writes: {DataPlace.Expected}."),
        scalar => scalar.Text, text => text, entry => entry.Old, (entry, text) => entry with { Old = text });

    public static SectionKey<ParityEntry> New { get; } = Make.Of(
        new Key("new", Parts.Text, "What the new night writes, in the same form."),
        scalar => scalar.Text, text => text, entry => entry.New, (entry, text) => entry with { New = text });

    public static SectionKey<ParityEntry> Key { get; } = Make.Names(
        "key", "The columns that tell rows apart; default those that are declared, else those of the catalog",
        entry => entry.Key, (entry, names) => entry with { Key = names }, Parts.SomeColumns);

    public static SectionKey<ParityEntry> Columns { get; } = Make.Names(
        "columns", "The columns that are compared; default all",
        entry => entry.Columns, (entry, names) => entry with { Columns = names }, Parts.SomeColumns);

    public static SectionKey<ParityEntry> Exclude { get; } = Make.Names(
        "exclude", "Columns that are not compared",
        entry => entry.Exclude, (entry, names) => entry with { Exclude = names }, Parts.SomeColumns);

    public static SectionKey<ParityEntry> Format { get; } = Make.Text(
        new Key("format", Parts.Name, "Format of what is a file; default the one called as its ending, else csv."),
        entry => entry.Format, (entry, name) => entry with { Format = name });

    public static SectionKey<ParityEntry> Allow { get; } = new SettingKey<ParityEntry, DataRules>(
        new Key(AllowKeys.Section.Name, AllowKeys.Section.Shape with { NeedsOne = true }, "What is no difference."),
        written => AllowKeys.Section.Read(AllowKeys.Section.Standard, (YamlMap)written),
        entry => Setting<DataRules>.Default(entry.Allow),
        (entry, allow) => entry with { Allow = allow.Value },
        AllowKeys.Section.Standard, [])
    {
        IsTold = static _ => false,
    };

    public static Section<ParityEntry> Section { get; } =
        Make.Section([Old, New, Key, Columns, Exclude, Format, Allow]);

    /// <summary>A comparison as a solution declares it.</summary>
    public static MapShape Declared { get; } = new("a comparison",
        [.. Section.Shape.Keys.Select(key => key.Name == Old.Name || key.Name == New.Name
            ? key with { IsRequired = true } : key)]);
}
