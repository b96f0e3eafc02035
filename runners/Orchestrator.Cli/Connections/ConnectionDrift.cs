using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Connections;

/// <summary>What a database has become since the catalog was written.</summary>
/// <param name="Connection">The connection.</param>
/// <param name="HasCatalog">Whether the catalog has any of its tables.</param>
/// <param name="Changes">The changes, and what each means.</param>
internal sealed record ConnectionDrift(
    string Connection, bool HasCatalog, IReadOnlyList<(Change Change, Meaning Meaning)> Changes)
{
    /// <summary>The tables that the database, the catalog or an object has, whichever were asked for.</summary>
    private IReadOnlyList<TableName> Tables { get; init; } = [];

    /// <summary>`connections drift`: compares and shows; a question, so that differences are no failure.</summary>
    public static int Show(Call call, Solution solution, IReadOnlyList<Connection> chosen)
    {
        var databases = chosen.Where(each => ConnectionAccess.PlatformOf(each) is not null).ToArray();
        var found = databases.Select(each => Of(call, solution, each)).OfType<ConnectionDrift>().ToArray();
        if (found.Length == databases.Length)
        {
            TableScope.WarnOfNone(call, [.. found.SelectMany(each => each.Tables)]);
        }

        call.NoteWarnings(found.Any(each => each.Changes.Any(change => change.Meaning.Impact == Impact.Fails)));
        call.Write(() => DriftScreen.Document(found), () => found.SelectMany(DriftScreen.Lines));
        return found.Length < databases.Length ? ExitCode.Unreachable : ExitCode.Done;
    }

    private static ConnectionDrift? Of(Call call, Solution solution, Connection connection)
    {
        if (CallCatalog.ReadAll(call, solution, connection) is not { } content)
        {
            return null;
        }

        var dialect = content.Platform.Dialect;
        var isMeant = TableScope.OfCatalog(call, solution, connection);
        var known = solution.Catalog.Where(table => table.Connection == connection.Name
            && TableScope.IsAskedFor(call, new TableName(table.Schema, table.Name))).ToArray();
        var live = KnownTables.Of(connection.Name, content, content.All).ToArray();
        var model = new ModelDifference(solution, connection.Name, dialect);
        // What stands for a table elsewhere has columns that nobody tells here.
        var unseen = content.All.Where(table => !CatalogTable.Kinds.Contains(table.Kind))
            .Select(table => dialect.Fold(table.Name)).ToHashSet();
        var unkept = model.Tables(known).Where(table => TableScope.IsAskedFor(call, table)
            && !unseen.Contains(dialect.Fold(table))).ToArray();
        var hasCatalog = solution.Catalog.Any(table => table.Connection == connection.Name);
        var kept = known.Select(table => dialect.Fold(new TableName(table.Schema, table.Name))).ToHashSet();
        var named = unkept.Select(dialect.Fold).ToHashSet();
        var compared = live.Where(table => dialect.Fold(new TableName(table.Schema, table.Name)) is var name
            && (kept.Contains(name) || (hasCatalog && !named.Contains(name)
                && isMeant(new TableName(table.Schema, table.Name)))));
        var meaning = new ChangeMeaning(solution, connection.Name, dialect);
        return new ConnectionDrift(
            connection.Name, hasCatalog,
            [.. new CatalogDifference(dialect).Of(known, compared).Concat(model.Of(unkept, live))
                .Select(change => (change, meaning.Of(change)))])
        {
            Tables =
            [
                .. content.All.Select(table => table.Name), .. model.Tables([]),
                .. solution.Catalog.Where(table => table.Connection == connection.Name)
                    .Select(table => new TableName(table.Schema, table.Name)),
            ],
        };
    }
}
