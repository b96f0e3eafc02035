using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>Makes the keys of a section for all of which a plan tells one place: there it stands, or the nearest of it.
/// </summary>
/// <param name="section">The key under which they stand.</param>
/// <param name="standard">What holds where nobody writes any of them.</param>
/// <param name="at">Where the section stands.</param>
/// <param name="path">How a plan calls the section; null = as it is written, empty = it is the thing itself.</param>
/// <param name="usual">What a change does of a key that says nothing else, or that only another version knows; null =
/// nothing.</param>
internal sealed class OptionMaker<TModel>(string section, TModel standard, Func<TModel, Origin> at,
    string? path = null, Func<string?, ChangeEffects>? usual = null)
    where TModel : class
{
    private readonly KeyMaker<TModel> _keys = new(section, standard, path, usual);

    /// <summary>The keys in the order in which people are told of them.</summary>
    /// <param name="keys">The keys.</param>
    /// <param name="inPlans">The same in the order of a plan; null = it tells them in that order, too.</param>
    public Section<TModel> Section(
        IReadOnlyList<SectionKey<TModel>> keys, IReadOnlyList<SectionKey<TModel>>? inPlans = null) =>
        _keys.Section(keys, inPlans);

    /// <summary>A key that a builder reads.</summary>
    public SectionKey<TModel> Built(Key key, Action<PropertyList, TModel>? told = null) => _keys.Built(key, told);

    /// <summary>A key that takes true or false.</summary>
    public SectionKey<TModel> Flag(
        string name, string what, Func<TModel, bool> get, Func<TModel, bool, TModel> set) =>
        _keys.Flag(name, what, Get(get), Set(set));

    /// <summary>Whether upper and lower case are one in names of files; a plan says it where somebody did.</summary>
    public SectionKey<TModel> IgnoreCase(Func<TModel, bool> get, Func<TModel, bool, TModel> set) =>
        Value("ignoreCase", Parts.Flag, "true = upper and lower case are one in the name of a file, as on Windows",
            scalar => scalar.ToFlag(), flag => flag ? PropertyList.Word(flag) : null, get, set, "false");

    /// <summary>The same where the model says of it alone where it stands.</summary>
    public SectionKey<TModel> FlagAt(
        string name, string what, Func<TModel, Setting<bool>> get, Func<TModel, Setting<bool>, TModel> set) =>
        _keys.Flag(name, what, get, set);

    /// <summary>A key that takes one of the words of T, with a small first letter.</summary>
    public SectionKey<TModel> Word<T>(string name, string what, Func<TModel, T> get, Func<TModel, T, TModel> set)
        where T : struct, Enum =>
        _keys.Word(name, what, Get(get), Set(set));

    /// <summary>A key that takes a list of names, each once; of what shape where that says more.</summary>
    public SectionKey<TModel> Names(string name, string what, Func<TModel, IReadOnlyList<string>> get,
        Func<TModel, IReadOnlyList<string>, TModel> set, Shape? shape = null) =>
        _keys.Names(name, what, null, Get(get), Set(set), shape);

    /// <summary>A key that takes a statement, of which a plan says where it stands itself.</summary>
    public SectionKey<TModel> Sql(string name, string what, Func<TModel, SqlText?> get,
        Func<TModel, SqlText?, TModel> set, string? unwritten = null) =>
        _keys.Value<SqlText?>(name, Parts.SqlWithNames, what, scalar => new SqlText(scalar.Text, null, scalar.At),
            sql => sql?.Text.ReplaceLineEndings("\n"),
            model => new Setting<SqlText?>(get(model), get(model)?.At ?? Origin.Default), Set(set),
            unwritten);

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
        Func<T, string?> spell, Func<TModel, T> get, Func<TModel, T, TModel> set, string? unwritten = null) =>
        _keys.Value(name, shape, what, read, spell, Get(get), Set(set), unwritten);

    /// <summary>The same where a plan tells what nobody wrote as if it was written.</summary>
    public SectionKey<TModel> Told<T>(string name, Shape shape, string what, Func<YamlScalar, T> read,
        Func<T, string?> spell, Func<TModel, T> get, Func<TModel, T, TModel> set) =>
        _keys.Told(name, shape, what, read, spell, Get(get), Set(set));

    /// <summary>A key that takes one value and has a text of its own.</summary>
    /// <param name="key">Its name, what it takes, and its text.</param>
    /// <param name="read">The value of what was written.</param>
    /// <param name="spell">How a plan tells a value; null is left out.</param>
    /// <param name="get">The property of the model.</param>
    /// <param name="set">The model with another value of it.</param>
    /// <param name="isAlwaysTold">Whether a plan tells what nobody wrote as if it was written.</param>
    public SectionKey<TModel> Of<T>(Key key, Func<YamlScalar, T> read, Func<T, string?> spell,
        Func<TModel, T> get, Func<TModel, T, TModel> set, bool isAlwaysTold = false) =>
        _keys.Of(key, read, spell, Get(get), Set(set), isAlwaysTold);

    /// <summary>The same where no plan tells it.</summary>
    public SectionKey<TModel> Untold<T>(
        Key key, Func<YamlScalar, T> read, Func<TModel, T> get, Func<TModel, T, TModel> set) =>
        _keys.Untold(key, read, Get(get), Set(set));

    /// <summary>A key that takes a text, which a plan tells as it stands.</summary>
    public SectionKey<TModel> Text(Key key, Func<TModel, string?> get, Func<TModel, string?, TModel> set) =>
        Of<string?>(key, scalar => scalar.Text, text => text, get, set);

    /// <summary>A key that takes a list of texts, of which a plan says nothing where there is none.</summary>
    public SectionKey<TModel> Texts(Key key, Func<TModel, IReadOnlyList<string>> get,
        Func<TModel, IReadOnlyList<string>, TModel> set) =>
        _keys.Texts(key, Get(get), Set(set));

    /// <summary>A key that takes a cap, of which −1 says that there is none.</summary>
    public SectionKey<TModel> Cap(string name, string what, Func<TModel, int?> get, Func<TModel, int?, TModel> set) =>
        Value<int?>(name, Parts.Limit, what, CapOf, cap => cap?.ToString(), get, set, "no cap");

    private static int? CapOf(YamlScalar written)
    {
        var cap = (int)written.ToNumber();
        return cap > 0 ? cap : null;
    }

    private Func<TModel, Setting<T>> Get<T>(Func<TModel, T> get) => model => new Setting<T>(get(model), at(model));

    private static Func<TModel, Setting<T>, TModel> Set<T>(Func<TModel, T, TModel> set) =>
        (model, setting) => set(model, setting.Value);
}
