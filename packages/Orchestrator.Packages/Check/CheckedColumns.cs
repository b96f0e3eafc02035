using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Check;

/// <summary>The columns that a check names, held against its table.</summary>
internal static class CheckedColumns
{
    /// <summary>
    /// By what the loads declare of the table, and else by the catalog: either may know less than the server does.
    /// </summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution, Dialect dialect)
    {
        var target = definition.Target;
        if (WrittenColumns.Of(target, definition, solution) is { } written)
        {
            return Missing(definition, written, dialect, WrittenColumns.Undeclared);
        }

        return CatalogTables.Find(solution, target.Connection, target.Schema, target.Name) is { } known
            && IsAsItIs(definition, solution)
            ? Missing(definition, [.. known.Columns.Select(column => column.Name)], dialect, (at, message, hint) =>
                new Diagnostic("ORC1323", Severity.Warning, at, $"{message} ({known.At.File})", hint))
            : [];
    }

    /// <summary>By the columns that the table has now, unless a load may change them before the check.</summary>
    public static IEnumerable<Diagnostic> Online(
        ObjectDefinition definition, Solution solution, IReadOnlyList<string> there, Dialect dialect) =>
        IsAsItIs(definition, solution)
            ? Missing(definition, there, dialect, (at, message, hint) =>
                new Diagnostic("ORC3511", Severity.Error, at, message, hint))
            : [];

    private static bool IsAsItIs(ObjectDefinition definition, Solution solution) =>
        !TableWriters.OfSameTable(definition, solution).Any(WrittenColumns.MayChange);

    private static IEnumerable<Diagnostic> Missing(
        ObjectDefinition definition, IReadOnlyList<string> there, Dialect dialect,
        Func<Origin, string, string, Diagnostic> say)
    {
        var rules = definition.Check ?? new CheckRules();
        var named = rules.Columns.Distinct()
            .Select(name => (name, rules.Places.GetValueOrDefault(name, definition.At)));
        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        return WrittenColumns.Missing(named, there, $"{table}", dialect, say);
    }
}
