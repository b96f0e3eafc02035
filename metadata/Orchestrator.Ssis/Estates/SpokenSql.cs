using System.Text.RegularExpressions;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Estates;

/// <summary>Data sources of one machine, of which a package has the name alone: where the statements that go there are
/// those of PostgreSQL and of no other platform, that is what answers. Its string is then all that somebody has to say.
/// </summary>
internal static partial class SpokenSql
{
    private static readonly HashSet<string> Texts = ["SqlCommand", "OpenRowset", "TableOrViewName", "SqlStatement"];

    // What speaks as it does, too, and is no platform here.
    private static readonly string[] Others =
        ["snow", "redshift", "vertica", "greenplum", "netezza", "cockroach", "oracle", "hana", "duckdb"];

    /// <summary>The project with what its statements tell of its connections.</summary>
    public static SsisProject Told(SsisProject project)
    {
        if (!project.Connections.Any(IsNamed) && !project.Packages.Any(each => each.Connections.Any(IsNamed)))
        {
            return project;
        }

        // One name is one data source for all of its packages.
        var said = project.Packages.SelectMany(package => StatementsOf(package)
                .Select(each => (Source: SourceOf(each.Connection, package, project), each.Text)))
            .Where(each => each.Source is not null).ToLookup(
                each => each.Source!, each => each.Text, StringComparer.OrdinalIgnoreCase);
        var spoken = said.Where(IsPostgres).Select(each => each.Key).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return spoken.Count == 0 ? project : project with
        {
            Connections = Told(project.Connections, spoken),
            Packages =
            [
                .. project.Packages.Select(each => each with { Connections = Told(each.Connections, spoken) }),
            ],
        };
    }

    private static SsisConnection[] Told(IReadOnlyList<SsisConnection> all, HashSet<string> spoken) =>
    [
        .. all.Select(each => spoken.Contains(each.Provider)
            ? each with { Provider = ConnectionDialects.SpokenPostgreSql } : each),
    ];

    private static bool IsNamed(SsisConnection connection) =>
        connection.Provider.StartsWith(ConnectionDialects.DataSource, StringComparison.OrdinalIgnoreCase)
        && !Array.Exists(Others, each => connection.Provider.Contains(each, StringComparison.OrdinalIgnoreCase));

    private static string? SourceOf(string name, SsisPackage package, SsisProject project) =>
        (package.Connections.FirstOrDefault(each => each.Name == name)
            ?? project.Connections.FirstOrDefault(each => each.Name == name)) is { } found && IsNamed(found)
                ? found.Provider : null;

    private static IEnumerable<(string Connection, string Text)> StatementsOf(SsisPackage package)
    {
        foreach (var each in ModelWalk.Of(package.Root))
        {
            if (each.Sql is { Source: TextSource.Direct } sql)
            {
                yield return (sql.Connection, sql.Statement);
            }

            foreach (var component in each.DataFlow?.Components ?? [])
            {
                foreach (var text in component.Properties.Where(one => Texts.Contains(one.Name)))
                {
                    yield return (component.Connections is [var used, ..] ? used.Connection : "", text.Value);
                }
            }
        }
    }

    private static bool IsPostgres(IEnumerable<string> statements)
    {
        var all = statements.ToArray();
        return Array.Exists(all, Binary().IsMatch) || Array.Exists(all, Table().IsMatch)
            || (Array.Exists(all, Cast().IsMatch) && Array.Exists(all, Public().IsMatch));
    }

    [GeneratedRegex(@"::\s*jsonb\b", RegexOptions.IgnoreCase)]
    private static partial Regex Binary();

    [GeneratedRegex(@"::\s*(?:text|varchar|uuid|int[248]?|integer|bigint|numeric|date|timestamptz?|boolean)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Cast();

    // A table as the designer writes it: others have that schema in capital letters, or other quotes.
    [GeneratedRegex("^\\s*\"public\"\\.\"[^\"]+\"\\s*$")]
    private static partial Regex Table();

    // The schema that a database of it begins with.
    [GeneratedRegex("\\bpublic\"?\\s*\\.", RegexOptions.IgnoreCase)]
    private static partial Regex Public();
}
