using System.Text.RegularExpressions;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Tests.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>What is known of a key stands where it is declared, and nowhere a second time.</summary>
internal sealed partial class DeclaredKeysTests
{
    // The same words for other things: keys of a table in the catalog and of a trigger, and a word of JSON schema.
    private static readonly string[] Others =
    [
        "Schema/CatalogShapes.cs: table", "Schema/CatalogShapes.cs: foreignKeys", "Building/CatalogBuilder.cs: table",
        "Building/CatalogBuilder.cs: foreignKeys", "Model/KnownTable.cs: table", "Schema/SolutionSchema.cs: pattern",
        "Schema/TriggerShapes.cs: stableFor", "Building/TriggerBuilder.cs: stableFor",
    ];

    // What a model says of itself, and what is no key but follows from another object.
    private static readonly string[] NoKeys = ["At", "TableOf"];

    [Test]
    public void No_key_is_named_a_second_time_in_what_reads_tells_and_compares_it()
    {
        var keys = Named(LoadKeys.Section).Concat(Named(ErrorKeys.Section)).Concat(Named(ScdKeys.Section))
            .Concat(Named(AbsorbKeys.Section)).Concat(Named(ExpectKeys.Section))
            .Concat(Named(FileKeys.Section)).Concat(PolicyKeys.All.Select(policy => policy.Name)).ToHashSet();
        var folder = Path.Combine(Samples.Root, "metadata", "Orchestrator.Metadata");

        var again = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Select(path => (Path: path, Name: Path.GetRelativePath(folder, path).Replace('\\', '/')))
            .Where(file => !file.Name.StartsWith("Keys/", StringComparison.Ordinal))
            .SelectMany(file => Literal().Matches(File.ReadAllText(file.Path))
                .Select(literal => literal.Groups[1].Value)
                .Where(text => keys.Contains(text) || keys.Any(key => key.Contains('.', StringComparison.Ordinal)
                    && text.StartsWith(key + ".", StringComparison.Ordinal)))
                .Select(text => $"{file.Name}: {text}"))
            .Distinct();

        Assert.That(again, Is.EquivalentTo(Others));
    }

    [Test]
    public void Each_property_of_a_model_has_its_key()
    {
        Assert.That(Capital(LoadKeys.Section), Is.EquivalentTo(Properties<LoadOptions>()));
        Assert.That(PolicyKeys.All.Select(policy => Capital(policy.Name)), Is.EquivalentTo(Properties<Policies>()));
        Assert.That(Capital(ErrorKeys.Section), Is.EquivalentTo(Properties<ErrorOptions>()));
        Assert.That(Capital(ScdKeys.Section), Is.EquivalentTo(Properties<ScdOptions>()));
        Assert.That(Capital(ExpectKeys.Section), Is.EquivalentTo(Properties<Expectations>()));
        Assert.That(Capital(AbsorbKeys.Section),
            Is.EquivalentTo(Properties<AbsorbOptions>().Select(name => name == "IsIndexed" ? "Index" : name)));
    }

    [Test]
    public void What_is_written_of_a_key_is_told_of_it_alone_and_is_gone_without_it()
    {
        EachIsToldAlone(LoadKeys.Section);
        EachIsToldAlone(ErrorKeys.Section);
        EachIsToldAlone(ScdKeys.Section);
        EachIsToldAlone(AbsorbKeys.Section);
        EachIsToldAlone(ExpectKeys.Section);
        EachIsToldAlone(FileKeys.Section);
    }

    [Test]
    public void A_plan_tells_each_key_under_load_once() =>
        Assert.That(LoadKeys.InPlans, Is.EquivalentTo(LoadKeys.Section.Keys));

    private static void EachIsToldAlone<T>(Section<T> section)
        where T : class
    {
        foreach (var key in section.Keys)
        {
            // One of the values is the default, which is not told.
            var written = Written(key.Key.Shape).Select(value => key.Read(section.Standard, value))
                .First(model => Told(section, model).Count > 0);

            var told = Told(section, written).Select(path => path[(section.Path.Length + 1)..].Split('.')[0]);
            Assert.That(told.Distinct(), Is.EqualTo(new[] { key.Name }));
            Assert.That(Told(section, key.Reset(written)), Is.Empty, key.Name);
        }
    }

    private static List<string> Told<T>(Section<T> section, T model)
        where T : class
    {
        var list = new PropertyList();
        section.Tell(list, model);
        return [.. list.Properties.Where(property => !property.IsDefault).Select(property => property.Key)];
    }

    private static YamlNode[] Written(Shape shape) => shape switch
    {
        FlagShape => [Scalar("true"), Scalar("false")],
        WordShape words => [.. words.Words.Select(Scalar)],
        NumberShape => [Scalar("5")],
        DurationShape => [Scalar("5m")],
        ListShape => [new YamlList(default, 1, [Scalar("x")])],
        MapShape map => [new YamlMap(default, 1, [.. map.Keys.Select(part =>
            new YamlEntry(Scalar(part.Name), Written(part.Shape)[0]))])],
        _ => [Scalar("x")],
    };

    private static YamlScalar Scalar(string text) => new(default, text.Length, text, IsPlain: true);

    private static IEnumerable<string> Named<T>(Section<T> section)
        where T : class =>
        section.Keys.SelectMany(key => new[] { key.Name, $"{section.Path}.{key.Name}" });

    private static IEnumerable<string> Capital<T>(Section<T> section)
        where T : class =>
        section.Keys.Select(key => Capital(key.Name));

    private static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];

    private static IEnumerable<string> Properties<T>() =>
        typeof(T).GetProperties().Select(property => property.Name).Except(NoKeys);

    [GeneratedRegex(@"""([\w.]+)""")]
    private static partial Regex Literal();
}
