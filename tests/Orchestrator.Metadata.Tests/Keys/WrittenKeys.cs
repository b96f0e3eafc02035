using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>Keys of a section as somebody may write them.</summary>
internal static class WrittenKeys
{
    /// <summary>The model where one key alone is written, with a value that is not its default.</summary>
    public static T Alone<T>(Section<T> section, SectionKey<T> key)
        where T : class =>
        // One of the values is the default, which is not told.
        Values(key.Key.Shape).Select(value => key.Read(section.Standard, value))
            .First(model => Told(section, model).Count > 0);

    /// <summary>What a plan tells of the model, but for defaults.</summary>
    public static List<string> Told<T>(Section<T> section, T model)
        where T : class
    {
        var list = new PropertyList();
        section.Tell(list, model);
        return [.. list.Properties.Where(property => !property.IsDefault).Select(property => property.Key)];
    }

    /// <summary>Values that a key may have: of words each, of a list one with the last of them.</summary>
    public static YamlNode[] Values(Shape shape) => shape switch
    {
        FlagShape => [Scalar("true"), Scalar("false")],
        WordShape words => [.. words.Words.Select(Scalar)],
        NumberShape => [Scalar("5")],
        DurationShape => [Scalar("5m")],
        SizeShape => [Scalar("5MB")],
        FlushShape => [Scalar("run")],
        DataTypeShape => [Scalar("int")],
        ListShape list => [new YamlList(default, 1, [Values(list.Item)[^1]])],
        MapShape map => [new YamlMap(default, 1, [.. map.Keys.Select(part =>
            new YamlEntry(Scalar(part.Name), Values(part.Shape)[0]))])],
        _ => [Scalar("x")],
    };

    /// <summary>A value as it stands in a line of a file.</summary>
    public static string Text(YamlNode value) => value switch
    {
        YamlList list => "[" + string.Join(", ", list.Items.Select(Text)) + "]",
        YamlMap map => "{"
            + string.Join(", ", map.Entries.Select(entry => $"{entry.Key.Text}: {Text(entry.Value)}")) + "}",
        _ => ((YamlScalar)value).Text,
    };

    private static YamlScalar Scalar(string text) => new(default, text.Length, text, IsPlain: true);
}
