using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// Makes the keys of a section. The default of each is that of the model, so that it stands once; its text tells it.
/// </summary>
/// <param name="section">The key under which they stand.</param>
/// <param name="standard">What holds where nobody writes any of them.</param>
/// <param name="path">How a plan calls the section; null = as it is written, empty = it is the thing itself.</param>
/// <param name="usual">What a change does of a key that says nothing else, or that only another version knows; null =
/// nothing.</param>
internal sealed class KeyMaker<TModel>(
    string section, TModel standard, string? path = null, Func<string?, ChangeEffects>? usual = null)
    where TModel : class
{
    private readonly Func<string?, ChangeEffects> _usual = usual ?? Effect.None;

    /// <summary>The keys in the order in which people are told of them.</summary>
    /// <param name="keys">The keys.</param>
    /// <param name="inPlans">The same in the order of a plan; null = it tells them in that order, too.</param>
    public Section<TModel> Section(
        IReadOnlyList<SectionKey<TModel>> keys, IReadOnlyList<SectionKey<TModel>>? inPlans = null) =>
        new(section, path ?? section, standard, keys, inPlans) { Usual = _usual };

    /// <summary>A key that a builder reads.</summary>
    public SectionKey<TModel> Built(Key key, Action<PropertyList, TModel>? told = null) =>
        new BuiltKey<TModel>(key, told) { Effects = _usual };

    /// <summary>A key that takes true or false.</summary>
    public SectionKey<TModel> Flag(
        string name, string what, Func<TModel, Setting<bool>> get, Func<TModel, Setting<bool>, TModel> set) =>
        Value(name, Parts.Flag, what, scalar => scalar.ToFlag(), flag => PropertyList.Word(flag), get, set);

    /// <summary>The same where what nobody writes is neither.</summary>
    public SectionKey<TModel> FlagOrNone(string name, string what, string unwritten,
        Func<TModel, Setting<bool?>> get, Func<TModel, Setting<bool?>, TModel> set) =>
        Value<bool?>(name, Parts.Flag, what, scalar => scalar.ToFlag(),
            flag => flag is { } written ? PropertyList.Word(written) : null, get, set, unwritten);

    /// <summary>A key that takes one of the words of T, with a small first letter.</summary>
    public SectionKey<TModel> Word<T>(
        string name, string what, Func<TModel, Setting<T>> get, Func<TModel, Setting<T>, TModel> set)
        where T : struct, Enum =>
        Value(name, WordShapes.Of<T>(), what, scalar => scalar.ToWord<T>(), word => PropertyList.Word(word), get, set);

    /// <summary>The same where what nobody writes is none of them.</summary>
    public SectionKey<TModel> WordOrNone<T>(string name, string what, string unwritten,
        Func<TModel, Setting<T?>> get, Func<TModel, Setting<T?>, TModel> set)
        where T : struct, Enum =>
        Value<T?>(name, WordShapes.Of<T>(), what, scalar => scalar.ToWord<T>(),
            word => word is { } written ? PropertyList.Word(written) : null, get, set, unwritten);

    /// <summary>A key that takes a list of names, each once.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="what">What it is for.</param>
    /// <param name="unwritten">The default in words; null = there is none.</param>
    /// <param name="get">The property of the model.</param>
    /// <param name="set">The model with another value of it.</param>
    /// <param name="shape">What it takes; null = names, of which there may be none.</param>
    public SectionKey<TModel> Names(string name, string what, string? unwritten,
        Func<TModel, Setting<IReadOnlyList<string>>> get, Func<TModel, Setting<IReadOnlyList<string>>, TModel> set,
        Shape? shape = null) =>
        One<IReadOnlyList<string>>(
            new Key(name, shape ?? Parts.NamesOnce, Text(what, unwritten)), Listed, get, set,
            [new Spelled<IReadOnlyList<string>>(Path(name), CanonicalJson.List, CanonicalJson.List([]))]);

    /// <summary>A key that takes a list of texts, of which a plan says nothing where there is none.</summary>
    public SectionKey<TModel> Texts(Key key, Func<TModel, Setting<IReadOnlyList<string>>> get,
        Func<TModel, Setting<IReadOnlyList<string>>, TModel> set) =>
        One<IReadOnlyList<string>>(
            key, Listed, get, set,
            [new Spelled<IReadOnlyList<string>>(
                Path(key.Name), texts => texts.Count == 0 ? null : CanonicalJson.List(texts), null)]);

    /// <summary>A key that takes a map, each of whose parts a plan tells of its own.</summary>
    public SectionKey<TModel> Map<T>(string name, string what, string? unwritten, string title,
        IReadOnlyList<KeyPart<T>> parts, Func<YamlMap, T> read,
        Func<TModel, Setting<T?>> get, Func<TModel, Setting<T?>, TModel> set)
        where T : class =>
        One<T?>(
            new Key(name, new MapShape(title, [.. parts.Select(part => part.Key)]), Text(what, unwritten)),
            written => read((YamlMap)written), get, set,
            [.. parts.Select(part => new Spelled<T?>(
                Path($"{name}.{part.Key.Name}"), value => value is null ? null : part.Spell(value), null))]);

    /// <summary>A key that takes one value.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="shape">What it takes.</param>
    /// <param name="what">What it is for.</param>
    /// <param name="read">The value of what was written.</param>
    /// <param name="spell">How a plan tells a value; null is left out.</param>
    /// <param name="get">The property of the model.</param>
    /// <param name="set">The model with another value of it.</param>
    /// <param name="unwritten">The default in words; null = as the plan tells it, if it does.</param>
    public SectionKey<TModel> Value<T>(string name, Shape shape, string what, Func<YamlScalar, T> read,
        Func<T, string?> spell, Func<TModel, Setting<T>> get, Func<TModel, Setting<T>, TModel> set,
        string? unwritten = null)
    {
        var text = Text(what, unwritten ?? spell(get(standard).Value));
        return Of(new Key(name, shape, text), read, spell, get, set, isAlwaysTold: false);
    }

    /// <summary>The same where a plan tells what nobody wrote as if it was written.</summary>
    public SectionKey<TModel> Told<T>(string name, Shape shape, string what, Func<YamlScalar, T> read,
        Func<T, string?> spell, Func<TModel, Setting<T>> get, Func<TModel, Setting<T>, TModel> set) =>
        Of(new Key(name, shape, Text(what, spell(get(standard).Value))), read, spell, get, set, isAlwaysTold: true);

    /// <summary>A key that takes one value and has a text of its own.</summary>
    public SectionKey<TModel> Of<T>(Key key, Func<YamlScalar, T> read, Func<T, string?> spell,
        Func<TModel, Setting<T>> get, Func<TModel, Setting<T>, TModel> set, bool isAlwaysTold) =>
        One(key, written => read((YamlScalar)written), get, set,
            [new Spelled<T>(Path(key.Name), spell, isAlwaysTold ? null : spell(get(standard).Value))]);

    /// <summary>The same where no plan tells it.</summary>
    public SectionKey<TModel> Untold<T>(Key key, Func<YamlScalar, T> read,
        Func<TModel, Setting<T>> get, Func<TModel, Setting<T>, TModel> set) =>
        One(key, written => read((YamlScalar)written), get, set, []) with { IsTold = static _ => false };

    private SettingKey<TModel, T> One<T>(Key key, Func<YamlNode, T> parse, Func<TModel, Setting<T>> get,
        Func<TModel, Setting<T>, TModel> set, IReadOnlyList<Spelled<T>> spellings) =>
        new SettingKey<TModel, T>(key, parse, get, set, get(standard).Value, spellings) { Effects = _usual };

    private string Path(string name) => (path ?? section) is { Length: > 0 } before ? $"{before}.{name}" : name;

    private static string Text(string what, string? unwritten) =>
        unwritten is null ? $"{what}." : $"{what}; default {unwritten}.";

    private static IReadOnlyList<string> Listed(YamlNode written) =>
        [.. ((YamlList)written).Items.OfType<YamlScalar>().Select(item => item.Text)];
}
