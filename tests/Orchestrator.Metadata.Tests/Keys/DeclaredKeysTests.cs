using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Loading;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>What is known of a key stands where it is declared, and nowhere a second time.</summary>
internal sealed partial class DeclaredKeysTests
{
    // The same words for other things: keys of a table in the catalog, a word of JSON schema, and whom an alert tells,
    // what a type or a column becomes and the end of a time, which are `to` as well, as what it was is `from`.
    private static readonly string[] Others =
    [
        "Schema/CatalogShapes.cs: table", "Schema/CatalogShapes.cs: foreignKeys", "Building/CatalogBuilder.cs: table",
        "Building/CatalogBuilder.cs: foreignKeys", "Model/KnownTable.cs: table", "Schema/SolutionSchema.cs: pattern",
        "Building/TypeMappingBuilder.cs: to", "Building/AlertChecks.cs: to", "Building/CatalogBuilder.cs: to",
        "Building/WatermarkChecks.cs: to", "Building/BlackoutReader.cs: to", "Schema/AlertShapes.cs: to",
        "Schema/TriggerShapes.cs: to", "Schema/SolutionShapes.cs: to", "Schema/CatalogShapes.cs: to",
        "Model/WatermarkBound.cs: from", "Building/TypeMappingBuilder.cs: from", "Building/MailBuilder.cs: from",
        "Building/BlackoutReader.cs: from", "Schema/TriggerShapes.cs: from", "Schema/SolutionShapes.cs: from",
    ];

    // What a model says of itself or of its keys, and what is no key but follows from another object.
    private static readonly string[] NoKeys =
    [
        "At", "TableOf", nameof(KindOptions.Reads), nameof(KindOptions.Writes), nameof(KindOptions.Said),
        nameof(KindOptions.Filled),
    ];

    private static readonly string[] NoKeysOfChecks =
    [
        nameof(CheckRules.Keys), nameof(CheckRules.Places), nameof(CheckRules.Columns), nameof(CheckRules.AsksNothing),
    ];

    [Test]
    public void No_key_is_named_a_second_time_in_what_reads_tells_and_compares_it()
    {
        var keys = DeclaredSection.All
            .SelectMany(section => section.Keys.SelectMany(key => new[] { key.Name, $"{section.Path}.{key.Name}" }))
            .Concat(PolicyKeys.All.Select(policy => policy.Name)).ToHashSet();
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
        foreach (var section in DeclaredSection.OfObjects)
        {
            Assert.That(section.Keys.Select(key => Capital(key.Name)), Is.EquivalentTo(Properties(section.Model)),
                section.Path);
        }

        Assert.That(PolicyKeys.All.Select(policy => Capital(policy.Name)),
            Is.EquivalentTo(Properties(typeof(Policies))));
    }

    [Test]
    public void What_is_written_of_a_key_is_told_of_it_alone_and_is_gone_without_it()
    {
        foreach (var section in DeclaredSection.All)
        {
            section.AssertEachIsToldAlone();
        }
    }

    [Test]
    public void A_plan_tells_each_key_under_load_once() =>
        Assert.That(LoadKeys.Section.InPlans, Is.EquivalentTo(LoadKeys.Section.Keys));

    private static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];

    private static IEnumerable<string> Properties(Type model) => model.GetProperties()
        .Select(property => property.Name == nameof(AbsorbOptions.IsIndexed) ? "Index" : property.Name)
        .Except(model == typeof(CheckRules) ? [.. NoKeys, .. NoKeysOfChecks] : NoKeys);

    [GeneratedRegex(@"""([\w.]+)""")]
    private static partial Regex Literal();
}
