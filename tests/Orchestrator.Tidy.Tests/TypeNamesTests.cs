using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// A type's name means one thing in all programs: who has found the word has found the type. Pages count as types,
/// tests do not.
/// </summary>
internal sealed partial class TypeNamesTests
{
    private static readonly string[] Rooms = ["engine/", "metadata/", "packages/", "runners/"];

    // Names that stand in two namespaces, and why. It may only become shorter.
    private static readonly Dictionary<string, string> Exceptions = new()
    {
        ["RejectedRow"] = "one idea: of a database's columns, and of a C# type on its way through a flow",
    };

    [Test]
    public void No_type_name_stands_in_two_namespaces()
    {
        var twice = Twice().Where(name => !Exceptions.ContainsKey(name.Key))
            .Select(name => $"{name.Key}: {string.Join(", ", name)}");

        Assert.That(twice, Is.Empty);
    }

    [Test]
    public void Each_exception_is_still_needed() =>
        Assert.That(Exceptions.Keys, Is.SubsetOf(Twice().Select(name => name.Key).ToHashSet()));

    [Test]
    public void Types_are_named_by_the_words_of_the_field()
    {
        var own = Declarations().Where(type => OwnWords().IsMatch(type.Name))
            .Select(type => $"{type.Space}.{type.Name}");

        Assert.That(own, Is.Empty);
    }

    [TestCase("public sealed record Answer(", "Answer")]
    [TestCase("    private readonly record struct Part<T>(int First);", "Part")]
    [TestCase("internal enum Form { Number, Text }", "Form")]
    [TestCase("public delegate void Told(string what);", "Told")]
    [TestCase("/// A class that says", "")]
    [TestCase("    where T : class", "")]
    [TestCase("    // the class of a row", "")]
    public void A_line_declares_a_type(string line, string name) =>
        Assert.That(Declared().Match(line).Groups["name"].Value, Is.EqualTo(name));

    private static IEnumerable<IGrouping<string, string>> Twice() => Declarations().Distinct()
        .GroupBy(declared => declared.Name, declared => declared.Space, StringComparer.Ordinal)
        .Where(name => name.Count() > 1);

    private static IEnumerable<(string Name, string Space)> Declarations() =>
        from path in Repository.Files("*.cs").Concat(Repository.Files("*.razor"))
        let relative = Repository.Relative(path)
        where Rooms.Any(room => relative.StartsWith(room, StringComparison.Ordinal))
            && !relative.StartsWith("metadata/samples/", StringComparison.Ordinal)
        let text = File.ReadAllText(path)
        from name in NamesIn(text).Concat(Page(path))
        select (name, SpaceOf(relative, text));

    private static IEnumerable<string> NamesIn(string text) =>
        Declared().Matches(text).Select(match => match.Groups["name"].Value);

    // A page is a type by its file's name; what only imports names for the pages beside it is none.
    private static string[] Page(string path) =>
        Path.GetExtension(path) == ".razor" && Path.GetFileNameWithoutExtension(path) is var name && name[0] != '_'
            ? [name] : [];

    private static string SpaceOf(string relative, string text) => Space().Match(text) is { Success: true } match
        ? match.Groups[1].Value : string.Join('.', relative.Split('/').Skip(1).SkipLast(1));

    [GeneratedRegex(
        @"^[ \t]*(?:(?:public|internal|private|protected|file|new|static|sealed|abstract|readonly|ref|unsafe|partial)"
        + @"\s+)*(?:(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?)|delegate\s+[\w<>\[\]?,.]+)\s+"
        + @"(?<name>[A-Z]\w*)",
        RegexOptions.Multiline)]
    private static partial Regex Declared();

    // What these were is called request, reader or probe, filter, handler or host, what a call has, and stable files.
    [GeneratedRegex("(Wish|Look|Glance|Door|Desk|AtHand|Stillness)$")]
    private static partial Regex OwnWords();

    [GeneratedRegex(@"^(?:@)?namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Space();
}
