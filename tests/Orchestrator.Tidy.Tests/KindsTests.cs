using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>
/// The kinds of package stand in one table. Whatever depends on kinds asks their rows; only what is a kind's own names
/// it.
/// </summary>
internal sealed partial class KindsTests
{
    private const string Table = "metadata/Orchestrator.Metadata/Model/KindTable.cs";

    // Who names a kind elsewhere, and why. It may only become shorter.
    private static readonly Dictionary<string, string> Exceptions = new()
    {
        ["packages/Orchestrator.Packages/Absorb/AbsorbRun.cs"] = "rows come into a buffer by a load",
        ["metadata/Orchestrator.Metadata/Diff/EffectRules.cs"] = "names keys of an object, of which some are so called",
        ["runners/Orchestrator.Cli/Rejects/RejectsVerb.cs"] = "names a word of the verb",
        ["runners/Orchestrator.Telemetry/Lineage/LineageSettings.cs"] = "names a transport of OpenLineage",
        ["runners/Orchestrator.Telemetry/TelemetrySettings.cs"] = "names the scheme of an address",
        ["engine/Orchestrator.Ledger/sql/sqlite/016_purposes.sql"] = "what kinds were for before the ledger kept it",
        ["engine/Orchestrator.Ledger/sql/postgresql/016_purposes.sql"] = "as that of SQLite",
        ["engine/Orchestrator.Ledger/sql/sqlserver/016_purposes.sql"] = "as that of SQLite",
        ["engine/Orchestrator.Ledger/sql/sqlite/older/nodes_purpose.sql"] = "as the migration, where none is made",
        ["metadata/Orchestrator.Metadata/Building/ConnectionChecks.cs"] = "names keys of a connection",
        ["metadata/Orchestrator.Metadata/Building/StoredFolderChecks.cs"] = "tells what else brings files from there",
    };

    // How the files and folders of a kind begin, where it is not with its word.
    private static readonly Dictionary<string, string[]> OwnPlaces = new()
    {
        ["process"] = ["Program"],
        ["dataflow"] = ["Dataflow", "Flow"],
        ["value"] = ["Reckon"],
    };

    private static readonly string[] Words =
        [.. Row().Matches(File.ReadAllText(Path.Combine(Repository.Root, Table))).Select(row => row.Groups[1].Value)];

    [Test]
    public void The_table_has_kinds() => Assert.That(Words, Has.Length.GreaterThan(5).And.Unique);

    [Test]
    public void Nothing_but_the_table_and_what_is_a_kinds_own_names_a_kind()
    {
        var named = Naming().Where(place => !Exceptions.ContainsKey(place.Path))
            .Select(place => $"{place.Path}:{place.Line} names {place.Kind}");

        Assert.That(named, Is.Empty);
    }

    [Test]
    public void Each_exception_is_still_needed() => Assert.That(
        Exceptions.Keys, Is.SubsetOf(Naming().Select(place => place.Path).ToHashSet()));

    [Test]
    public void Each_folder_of_the_packages_is_in_their_map()
    {
        var map = File.ReadAllText(Path.Combine(Repository.Root, "packages", "README.md"));
        var missing = Directory.EnumerateDirectories(Path.Combine(Repository.Root, "packages/Orchestrator.Packages"))
            .Select(Repository.Relative).Where(folder => !map.Contains($"`{folder}`", StringComparison.Ordinal));

        Assert.That(missing, Is.Empty);
    }

    [TestCase("if (definition.Kind == \"check\")", "check")]
    [TestCase("public bool Writes => Kind is not (\"check\" or \"process\");", "check process")]
    [TestCase("            \"absorb\" => 1,", "absorb")]
    [TestCase("            case \"sql\": break;", "sql")]
    [TestCase("if (kind != KindTable.Scd)", "scd")]
    [TestCase("WHERE n.package_kind <> N'replay'", "replay")]
    [TestCase("new(\"sql\", Parts.Sql, \"Kind sql: the statement.\"),", "")]
    [TestCase("KindTable.Of(kind).IsLoad", "")]
    [TestCase("map.Map(\"load\")", "")]
    public void A_line_names_a_kind(string line, string kinds) =>
        Assert.That(string.Join(' ', KindsIn(line).Order()), Is.EqualTo(kinds));

    private static IEnumerable<(string Path, int Line, string Kind)> Naming() =>
        from path in new[] { "*.cs", "*.razor", "*.sql" }.SelectMany(Repository.Files)
        let relative = Repository.Relative(path)
        where relative != Table && !relative.StartsWith("tests/", StringComparison.Ordinal)
        from line in File.ReadLines(path).Index()
        from kind in KindsIn(line.Item)
        where !IsOwn(relative, kind)
        select (relative, line.Index + 1, kind);

    private static bool IsOwn(string path, string kind) => OwnPlaces
        .GetValueOrDefault(kind, [$"{char.ToUpperInvariant(kind[0])}{kind[1..]}"])
        .Any(own => path.Contains($"/{own}", StringComparison.Ordinal));

    /// <summary>The kinds that a line names: by a row of the table, or by a word in quotes where it speaks of kinds.
    /// </summary>
    private static IEnumerable<string> KindsIn(string line)
    {
        var rows = RowNamed().Matches(line).Select(match => match.Groups[1].Value.ToLowerInvariant());
        var words = SpeaksOfKinds().IsMatch(line) ? Quoted().Matches(line).Select(match => match.Groups[1].Value) : [];
        return rows.Concat(words).Where(word => Words.Contains(word)).Distinct();
    }

    [GeneratedRegex("""new\("([a-z]+)", PackagePurpose""")]
    private static partial Regex Row();

    [GeneratedRegex(@"\bKindTable\.([A-Z][a-z]+)\b")]
    private static partial Regex RowNamed();

    // A comparison, an assignment, or an arm of a switch, which may stand on a line of its own; what tells people of a
    // key begins with its kind.
    [GeneratedRegex("""[Kk]ind\b(?! [a-z]+:)|^\s*(case )?"[a-z]+"( or "[a-z]+")*( when .*)? ?(=>|:)""")]
    private static partial Regex SpeaksOfKinds();

    [GeneratedRegex("""["']([a-z]+)["']""")]
    private static partial Regex Quoted();
}
