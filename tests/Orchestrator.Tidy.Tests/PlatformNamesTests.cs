using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

/// <summary>Platforms are named by their rows and their drivers; what needs to know something of one asks these.
/// </summary>
internal sealed partial class PlatformNamesTests
{
    private static readonly string[] Places =
    [
        "metadata/Orchestrator.Metadata/Model/PlatformTable.cs", "packages/Orchestrator.Packages/Store/Platforms.cs",
        "engine/Orchestrator.Data.Sqlite/", "engine/Orchestrator.Data.PostgreSql/",
        "engine/Orchestrator.Data.SqlServer/", "tests/",
    ];

    // This list may only shrink.
    private static readonly string[] Exceptions =
    [
        // What the engine keeps for itself: a ledger in dialects of its own, and files of SQLite.
        "engine/Orchestrator.Ledger/", "runners/Orchestrator.Lab/Monitoring/",
        "runners/Orchestrator.Runner/Doctor/Checks/LedgerCheck.cs",
        "runners/Orchestrator.Runner/Doctor/Probes/LedgerProbe.cs",
        "runners/Orchestrator.Runner/Doctor/OwnedObjects.cs", "runners/Orchestrator.Runner/WarmUp.cs",
        "runners/Orchestrator.Cli/MachineFault.cs", "runners/Orchestrator.Cli/Ledger/LedgerName.cs",
        "runners/Orchestrator.Cli/Lab/MonitorVerb.cs",

        // Types are called as SQL Server calls them, wherever they are.
        "engine/Orchestrator.Core/Types/SqlType.Text.cs",

        // What people read of a key, or are given to begin with.
        "metadata/Orchestrator.Metadata/Keys/AbsorbKeys.cs",
        "runners/Orchestrator.Cli/Solutions/PluginTemplate.cs", "runners/Orchestrator.Cli/Solutions/Template.cs",
    ];

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

    private static IEnumerable<(string Path, int Number)> Named() =>
        from file in new[] { "*.cs", "*.razor" }.SelectMany(Repository.Files)
        let path = Repository.Relative(file)
        where !Places.Any(place => IsIn(path, place))
        from line in File.ReadLines(file).Index()
        where Name().IsMatch(Comment().Replace(line.Item, ""))
        select (path, line.Index + 1);

    private static bool IsIn(string path, string place) => path.StartsWith(place, StringComparison.Ordinal);

    [GeneratedRegex("""\b(SQLite|Sqlite|PostgreSQL|PostgreSql|Postgres|Npgsql|SQL Server|SqlServer|MsSql)|""" +
        """\bPlatform\.Files\b|"Files"|"[^"]*\b(sqlite|postgres|postgresql|sqlserver|mssql)\b""")]
    private static partial Regex Name();

    [GeneratedRegex(@"(^|\s)///? .*$")]
    private static partial Regex Comment();
}
