using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>What a document names exists: paths, links, projects, types, proofs, and what is given to the command.
/// </summary>
internal sealed partial class DocumentsTests
{
    private const string Guide = "runners/guide";

    // What looks like a name of ours, and what it is.
    private static readonly Dictionary<string, string> OthersNames = new()
    {
        ["TimeProvider"] = "a type of .NET",
        ["ReadyToRun"] = ".NET's word for code that is compiled ahead",
        ["CustomerId"] = "a column of an example",
        ["RenderedMessage"] = "a member of Serilog's format",
        ["Orchestrator.Absorb"] = "the name of a meter",
    };

    private static readonly Document[] Documents =
        [.. Repository.Files("*.md").Select(path => Document.Read(path, Repository.Relative(path)))];

    private static readonly Lazy<string[]> Sources = new(() =>
        [.. Repository.Files("*.cs").Concat(Repository.Files("*.razor")).Select(File.ReadAllText)]);

    private static readonly Lazy<HashSet<string>> FileNames = new(() =>
        [.. Repository.Files("*").Select(path => Path.GetFileName(path))]);

    private static readonly Lazy<HashSet<string>> Types = new(() =>
        [.. Sources.Value.SelectMany(text => Declared().Matches(text)).Select(match => match.Groups[1].Value),
            .. Repository.Files("*.razor").Select(path => Path.GetFileNameWithoutExtension(path))]);

    private static readonly Lazy<HashSet<string>> Projects = new(() =>
        [.. Repository.Files("*.csproj").Select(path => Path.GetFileNameWithoutExtension(path)),
            .. File.ReadLines(Path.Combine(Repository.Root, "tests", "suites")).Select(line => line.Split(' ')[0])]);

    [Test]
    public void Each_path_from_the_top_level_exists() =>
        Assert.That(Missing(document => PathsIn(document.Code), IsThere), Is.Empty);

    [Test]
    public void Each_path_is_named_from_the_top_level() =>
        Assert.That(Missing(document => PartsOfPaths().Matches(document.Text).Select(match => match.Value), _ => false),
            Is.Empty);

    [Test]
    public void Each_link_leads_to_a_file() => Assert.That(
        from document in Documents
        from link in Link().Matches(document.Text).Select(match => match.Groups[1].Value)
        where !IsThere(Path.Combine(Path.GetDirectoryName(document.Name)!, link))
        select $"{document.Name}: {link}", Is.Empty);

    [Test]
    public void Each_file_that_is_named_alone_exists() => Assert.That(
        Missing(document => document.Spans.Where(span => FileName().IsMatch(span)), FileNames.Value.Contains),
        Is.Empty);

    [Test]
    public void Each_project_exists() => Assert.That(
        Missing(document => Project().Matches(document.Text).Select(match => match.Value), Projects.Value.Contains),
        Is.Empty);

    [Test]
    public void Each_type_exists() => Assert.That(
        Missing(document => IsOfGuide(document) ? [] : NamesIn(document), Types.Value.Contains), Is.Empty);

    /// <summary>The guide names what people write and meet, of which types are a part.</summary>
    [Test]
    public void Each_name_in_the_guide_stands_in_the_code()
    {
        var words = Shipped().SelectMany(text => Word().Matches(text)).Select(match => match.Value).ToHashSet();

        Assert.That(
            Missing(
                document => IsOfGuide(document) ? NamesIn(document) : [],
                name => words.Contains(name) || Types.Value.Contains(name)),
            Is.Empty);
    }

    [Test]
    public void Each_verb_of_the_command_exists()
    {
        var verbs = Verbs();

        Assert.That(verbs, Has.Length.GreaterThan(30).And.Unique);
        Assert.That(Missing(
            document => Verb().Matches(document.Code).Select(match => match.Groups[1].Value),
            verb => verbs.Contains(verb)), Is.Empty);
    }

    [Test]
    public void Each_topic_of_the_help_exists()
    {
        var verbs = Verbs();

        Assert.That(Missing(
            document => Topic().Matches(document.Code).Select(match => match.Groups[1].Value),
            topic => verbs.Contains(topic) || IsThere($"{Guide}/{topic}.md")), Is.Empty);
    }

    [Test]
    public void Each_option_that_is_given_to_the_command_exists()
    {
        var options = Shipped().SelectMany(text => OptionDeclared().Matches(text))
            .Select(match => match.Groups[1].Value).ToHashSet();

        Assert.That(Missing(
            document => Call().Matches(document.Code).SelectMany(call => Option().Matches(call.Value))
                .Select(match => match.Value),
            options.Contains), Is.Empty);
    }

    [Test]
    public void Each_long_proof_exists()
    {
        var proofs = File.ReadLines(Path.Combine(Repository.Root, "tests", "suites-full"))
            .Select(line => line.Split(' ')[0]).ToHashSet();

        Assert.That(Missing(
            document => Proof().Matches(document.Code).Select(match => match.Groups[1].Value), proofs.Contains),
            Is.Empty);
    }

    [Test]
    public void Each_decision_is_in_the_index()
    {
        var index = Documents.Single(document => document.Name == "decisions/README.md").Text;
        var pages = Documents.Where(document => document.Name.StartsWith("decisions/", StringComparison.Ordinal))
            .Select(document => Path.GetFileName(document.Name)).Except(["README.md"]);

        Assert.That(pages.Where(page => !index.Contains($"]({page})", StringComparison.Ordinal)), Is.Empty);
    }

    [TestCase("see `engine/Gone.cs` there", "engine/Gone.cs")]
    [TestCase("see `engine/Gone.cs`, and `tests/run`.", "engine/Gone.cs tests/run")]
    [TestCase("`~/engine/none` and engine/none", "")]
    [TestCase("```sh\ndotnet run --project runners/None -- demo\n```\n", "runners/None")]
    public void Paths_are_found(string text, string paths) =>
        Assert.That(string.Join(' ', PathsIn(new Document("", text).Code)), Is.EqualTo(paths));

    [TestCase("`KindTable.Of` of `Section<T>`, `SectionKey<T>` and `IPublishWay`", "KindTable SectionKey IPublishWay")]
    [TestCase("`Guard`, `PSModulePath` and RunLoop", "")]
    public void Names_are_found(string text, string names) =>
        Assert.That(string.Join(' ', NamesIn(new Document("", text))), Is.EqualTo(names));

    private static IEnumerable<string> Missing(Func<Document, IEnumerable<string>> names, Func<string, bool> isThere) =>
        from document in Documents
        from name in names(document)
        where !OthersNames.ContainsKey(name) && !isThere(name)
        select $"{document.Name}: {name}";

    private static IEnumerable<string> Shipped() => Repository.Files("*.cs")
        .Where(path => !Repository.Relative(path).StartsWith("tests/", StringComparison.Ordinal))
        .Select(File.ReadAllText);

    private static bool IsOfGuide(Document document) => document.Name.StartsWith($"{Guide}/", StringComparison.Ordinal);

    private static bool IsThere(string path) => Path.Exists(Path.Combine(Repository.Root, path));

    private static IEnumerable<string> PathsIn(string code) =>
        PathFromTop().Matches(code).Select(match => match.Value.TrimEnd('.'));

    private static IEnumerable<string> NamesIn(Document document) => document.Spans
        .Select(span => Name().Match(span)).Where(match => match.Success).Select(match => match.Groups[1].Value);

    /// <summary>The verbs, as the help groups them.</summary>
    private static string[] Verbs()
    {
        var table = Groups().Match(File.ReadAllText(Repository.Files("VerbTable.cs").Single())).Value;
        return [.. Group().Matches(table)
            .SelectMany(group => Quoted().Matches(group.Value)).Select(match => match.Groups[1].Value)];
    }

    [GeneratedRegex(@"(?<![\w./~-])(?:engine|metadata|packages|runners|tests|decisions|\.ci)/[^\s`""'(),;:]*")]
    private static partial Regex PathFromTop();

    [GeneratedRegex(@"(?<![\w./-])Orchestrator\.[\w.]+/[\w./-]+")]
    private static partial Regex PartsOfPaths();

    [GeneratedRegex(@"\]\((?!https?:|#)([^)#\s]+)[^)]*\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^[\w.]+\.(cs|razor|csproj|targets|props)$")]
    private static partial Regex FileName();

    [GeneratedRegex(@"\bOrchestrator(\.[A-Z]\w*)+")]
    private static partial Regex Project();

    [GeneratedRegex(@"^(I?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|I[A-Z][a-z0-9]+)(?:<[\w, ]+>)?(?:\.\w+)?(?:\(\))?$")]
    private static partial Regex Name();

    [GeneratedRegex(@"\b(?:class|record|struct|interface|enum|delegate [\w<>?.\[\]]+) ([A-Z]\w*)")]
    private static partial Regex Declared();

    [GeneratedRegex(@"\b[A-Z]\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"\borchestrator ([a-z][a-z-]*)")]
    private static partial Regex Verb();

    [GeneratedRegex(@"\borchestrator help ([a-z][a-z-]*)")]
    private static partial Regex Topic();

    [GeneratedRegex(@"\borchestrator [a-z][^\n|;]*")]
    private static partial Regex Call();

    [GeneratedRegex(@"(?<=\s)--[a-z][a-z-]*")]
    private static partial Regex Option();

    [GeneratedRegex(@"""(--[a-z][a-z-]*)""")]
    private static partial Regex OptionDeclared();

    [GeneratedRegex(@"tests/run --full ([a-z][a-z0-9-]*)")]
    private static partial Regex Proof();

    [GeneratedRegex(@"Groups \{ get; \} =.*?\];", RegexOptions.Singleline)]
    private static partial Regex Groups();

    [GeneratedRegex(@"\[[^\[\]]*\]")]
    private static partial Regex Group();

    [GeneratedRegex(@"""([a-z-]+)""")]
    private static partial Regex Quoted();
}
