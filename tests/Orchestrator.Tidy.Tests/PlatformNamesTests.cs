using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>Platforms are named by their rows and their drivers; what needs to know something of one asks these.
/// </summary>
internal sealed partial class PlatformNamesTests
{
    private const string Table = "metadata/Orchestrator.Metadata/Model/PlatformTable.cs";

    // A folder of files is a platform too; its word is one of every day.
    private const string Folder = "Files";

    private static readonly string[] Places =
    [
        Table, "packages/Orchestrator.Packages/Store/Platforms.cs",
        .. Layers.Drivers.Select(driver => $"engine/{Product.Prefix}{driver}/"), "tests/",
    ];

    // How else they are called, by people and by clients.
    private static readonly string[] OtherNames = ["Postgres", "Npgsql", "MsSql", "MySqlConnector"];

    private static readonly string Rows = File.ReadAllText(Path.Combine(Repository.Root, Table));

    private static readonly string[] Words =
    [
        .. Word().Match(Rows).Groups[1].Value.Split(',', StringSplitOptions.TrimEntries).Except([Folder]),
        .. OtherNames,
    ];

    private static readonly string[] Titles =
        [.. Title().Matches(Rows).Select(match => match.Groups[1].Value).Except([Folder])];

    private static readonly Regex Name = new(
        $$"""\b({{Any(Words.Concat(Titles))}})|\bPlatform\.{{Folder}}\b"""
        + $$"""|"{{Folder}}"|"[^"]*\b({{Any(Words.Select(word => word.ToLowerInvariant()))}})\b""");

    // This list may only shrink.
    private static readonly string[] Exceptions =
    [
        // What the engine keeps for itself: a ledger in dialects of its own, and files of SQLite.
        "engine/Orchestrator.Ledger/", "runners/Orchestrator.Lab/Monitoring/",
        "runners/Orchestrator.Runner/Doctor/Checks/LedgerCheck.cs",
        "runners/Orchestrator.Runner/Doctor/Probes/LedgerProbe.cs",
        "runners/Orchestrator.Runner/WarmUp.cs", "runners/Orchestrator.Cli/MachineFault.cs",

        // Scripts are of a language that one platform has, and so is their parser.
        "metadata/Orchestrator.Import.Sql/",

        // Types are called as SQL Server calls them, wherever they are.
        "engine/Orchestrator.Core/Types/SqlType.Text.cs",

        // The spaces of elements in files of SSIS are called so, and those of types in their scripts.
        "metadata/Orchestrator.Ssis/Scripts/",
        "metadata/Orchestrator.Ssis/Xml/Dts.cs",

        // What is told for each of them is SQL.
        "metadata/Orchestrator.Ssis/Expressions/Generation/", "metadata/Orchestrator.Ssis/Flows/Dialects/",

        // What connections of packages become, and which of them lead to which platform.
        "metadata/Orchestrator.Import/Ssis/Drafts/DraftPlatforms.cs",
        "metadata/Orchestrator.Import/Ssis/Tasks/ConnectionTable.cs",

        // What people read of a key.
        "metadata/Orchestrator.Metadata/Keys/AbsorbKeys.cs",
    ];

    private const string Suite = "tests/Orchestrator.Data.Conformance/";

    // Tests of the suite that all platforms inherit, which are of one of them for what they say. May only shrink.
    private static readonly string[] OfOne =
    [
        // Rows, and values that no file has, come from there.
        "Hunt/BadRowPath.cs", "Hunt/HazardTests.cs", "Hunt/OneBadRowTests.cs", "Suite/SplitTests.cs",

        // What only these do: a trigger that rolls back, numbers that are counted, joins of many columns, types that
        // its users make.
        "Flows/FlowTests.cs", "Suite/StructureTests.cs", "Wide/WideHistoryTests.cs", "Matrix/TargetTypeTests.cs",
    ];

    [Test]
    public void The_table_has_platforms() => Assert.That(
        (Words.Length - OtherNames.Length, Words.Distinct().Count(), Titles.Distinct().Count()),
        Is.EqualTo((Layers.Drivers.Length, Words.Length, Layers.Drivers.Length)));

    [TestCase("            Platform.PostgreSql => 1,", true)]
    [TestCase("using Microsoft.Data.SqlClient; // of SQL Server", true)]
    [TestCase("new NpgsqlConnection()", true)]
    [TestCase("using MySqlConnector;", true)]
    [TestCase("var scheme = \"a file of sqlite\";", true)]
    [TestCase("if (row.Platform == Platform.Files)", true)]
    [TestCase("foreach (var file in folder.Files)", false)]
    [TestCase("var sqlite = row.Name;", false)]
    public void A_line_names_a_platform(string line, bool isNamed) =>
        Assert.That(Name.IsMatch(line), Is.EqualTo(isNamed));

    [Test]
    public void No_platform_is_named_outside_its_row_and_its_driver()
    {
        var astray = Named().Where(line => !Exceptions.Any(place => IsIn(line.Path, place)))
            .Select(line => $"{line.Path}:{line.Number}");

        Assert.That(astray, Is.Empty);
    }

    [Test]
    public void Each_exception_still_names_one()
    {
        var named = Named().Select(line => line.Path).ToHashSet();

        var needless = Exceptions.Where(place => !named.Any(path => IsIn(path, place)));

        Assert.That(needless, Is.Empty);
    }

    /// <summary>Who adds a platform gives it a place, and opens no test of the suite: none asks for its kind or its
    /// platform, or makes a place of it.</summary>
    [Test]
    public void No_test_of_the_suite_names_a_platform_but_who_is_of_one()
    {
        var kind = new Regex($@"\b(PlaceKind|Platform)\.({Any(Words)})\b|\b({Any(Words)})Place\b");
        var naming = Repository.Files("*.cs")
            .Where(file => IsIn(Repository.Relative(file), Suite) && kind.IsMatch(File.ReadAllText(file)))
            .Select(file => Repository.Relative(file)[Suite.Length..]).Where(path => !IsIn(path, "Places/"));

        Assert.That(naming, Is.EquivalentTo(OfOne));
    }

    private static IEnumerable<(string Path, int Number)> Named() =>
        from file in new[] { "*.cs", "*.razor" }.SelectMany(Repository.Files)
        let path = Repository.Relative(file)
        where !Places.Any(place => IsIn(path, place))
        from line in File.ReadLines(file).Index()
        where Name.IsMatch(Comment().Replace(line.Item, ""))
        select (path, line.Index + 1);

    private static bool IsIn(string path, string place) => path.StartsWith(place, StringComparison.Ordinal);

    private static string Any(IEnumerable<string> names) => string.Join('|', names.Select(Regex.Escape));

    [GeneratedRegex(@"enum Platform\s*\{([^}]+)\}")]
    private static partial Regex Word();

    [GeneratedRegex("""\bName = "([^"]+)",""")]
    private static partial Regex Title();

    [GeneratedRegex(@"(^|\s)///? .*$")]
    private static partial Regex Comment();
}
