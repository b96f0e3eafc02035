using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Connections;

/// <summary>Which tables of a database are meant.</summary>
internal static class TableScope
{
    public static Option<string[]> Include { get; } = CommonOptions.Texts(
        "--include", "TABLE", "Only these: table or schema.table, with * and ?; repeatable");

    public static Option<string[]> Exclude { get; } = CommonOptions.Texts(
        "--exclude", "TABLE", "All but these; repeatable");

    /// <summary>Refuses a pattern of nothing, most often a variable that is not set.</summary>
    public static void RefuseEmpty(Call call)
    {
        foreach (var option in (Option<string[]>[])[Include, Exclude])
        {
            if (call.Texts(option).FirstOrDefault(string.IsNullOrWhiteSpace) is { } nothing)
            {
                throw new UsageException($"expected {option.Name} to be table or schema.table, got: '{nothing}'");
            }
        }
    }

    /// <summary>Whether a table is among those that the options of a call name.</summary>
    public static bool IsAskedFor(Call call, TableName table)
    {
        var include = call.Texts(Include);
        return (include.Count == 0 || include.Any(pattern => IsNamed(pattern, table)))
            && !call.Texts(Exclude).Any(pattern => IsNamed(pattern, table));
    }

    /// <summary>Warns of what was asked for and is nowhere, most often misspelt.</summary>
    /// <param name="call">The call.</param>
    /// <param name="tables">The tables that are there, or were.</param>
    /// <param name="from">What they are of, as a sentence names it.</param>
    public static void WarnOfNone(
        Call call, IReadOnlyCollection<TableName> tables, string from = ImportResult.TheDatabase)
    {
        var include = call.Texts(Include);
        if (include.Concat(call.Texts(Exclude)).Any() && !tables.Any(table => IsAskedFor(call, table)))
        {
            call.Warn($"no table of {from} was asked for");
            return;
        }

        foreach (var pattern in include.Where(pattern => !tables.Any(table => IsNamed(pattern, table))))
        {
            call.Warn($"{Include.Name} '{pattern}' matches no table");
        }
    }

    /// <summary>
    /// The tables that a catalog is about: those that the options name; without `--include` those of the schemas that
    /// the catalog knows or objects read or write, all where there are none. Tables with rejected rows are never meant.
    /// </summary>
    public static Func<TableName, bool> OfCatalog(Call call, Solution solution, Connection connection)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        var errors = solution.Projects.SelectMany(project => project.Objects)
            .Where(each => each.IsLoad && each.Target.Connection == connection.Name)
            .Select(each => platform.Dialect.Fold(ConnectionAccess.ErrorTableOf(each, platform))).ToHashSet();
        var schemas = Used(solution, connection.Name, platform.Dialect)
            .Select(table => platform.Dialect.Fold(table.Schema ?? "")).ToHashSet();
        var isNarrowed = call.Texts(Include).Count > 0 || schemas.Count == 0;
        return table => IsAskedFor(call, table) && !errors.Contains(platform.Dialect.Fold(table))
            && (isNarrowed || schemas.Contains(platform.Dialect.Fold(table.Schema ?? "")));
    }

    private static bool IsNamed(string pattern, TableName table) =>
        Wildcard.Matches(pattern, table.Name) || Wildcard.Matches(pattern, table.ToString());

    private static IEnumerable<TableName> Used(Solution solution, string connection, Dialect dialect) =>
    [
        .. solution.Catalog.Where(table => table.Connection == connection)
            .Select(table => new TableName(table.Schema, table.Name)),
        .. solution.Projects.SelectMany(project => project.Objects).SelectMany(each => (TableName?[])
        [
            each.Source is { Name: { } name } source && source.Connection == connection
                ? dialect.Table(source.Schema, name) : null,
            each.IsLoad && each.Target.Connection == connection
                ? dialect.Table(each.Target.Schema, each.Target.Name) : null,
        ]).OfType<TableName>(),
    ];
}
