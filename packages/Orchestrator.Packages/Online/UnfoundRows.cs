using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Online;

/// <summary>
/// A load by key that redirects what its target refuses, where no key of the table finds single rows: each try of a
/// part of the load reads the whole table.
/// </summary>
internal static class UnfoundRows
{
    /// <summary>Warns of it.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="table">Its target as it is.</param>
    /// <param name="dialect">How the platform of that writes.</param>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, CatalogTable table, Dialect dialect)
    {
        // Versions are tried all together, and a buffer's target has its key since it was made.
        if (definition is { Scd: null, Absorb: null } && definition.Load.Pattern.Value.IsByKey()
            && definition.Errors.OnError.Value == Policy.Redirect
            && LoadContract.Key(definition) is { Length: > 0 } key
            && dialect.IndexWhileTried(table.Name, key) is null && !Keys(table).Any(one => IsWithin(one, key, dialect)))
        {
            var onError = definition.Errors.OnError.At;
            yield return new Diagnostic("ORC3523", Severity.Warning, onError.Line > 0 ? onError : definition.At,
                $"'{definition.FullName}' redirects rows that '{table.Name}' refuses, and that has no "
                + "unique key within the load's: while they are looked for, each of some tens of statements a row "
                + "reads all of the table, unless another index finds its rows",
                $"CREATE UNIQUE INDEX … ON {dialect.Quote(table.Name)} ({dialect.QuoteList(key)})");
        }
    }

    private static IEnumerable<IReadOnlyList<string>> Keys(CatalogTable table) =>
        [.. table.UniqueKeys.Select(one => one.Columns).Append(table.PrimaryKey).Where(one => one.Count > 0)];

    private static bool IsWithin(IReadOnlyList<string> columns, string[] key, Dialect dialect) => columns.All(
        name => key.Any(column => dialect.Fold(column) == dialect.Fold(name)));
}
