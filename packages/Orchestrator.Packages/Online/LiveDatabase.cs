using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Online;

/// <summary>What is behind one connection now, asked in a fixed number of questions, and one for each
/// statement or query that people wrote.</summary>
internal sealed record LiveDatabase(Connection Connection, IPlatform Platform)
{
    /// <summary>Why nothing is known of it; null where it answered.</summary>
    public PackageError? Error { get; init; }

    /// <summary>The server's version; empty where there is none.</summary>
    public string Version { get; init; } = "";

    /// <summary>The user that it is opened as; empty where there is none.</summary>
    public string User { get; init; } = "";

    /// <summary>Its tables and views.</summary>
    public Named<TableName, CatalogTable> Tables { get; init; } = Platform.Dialect.ByTable<CatalogTable>([], NameOf);

    /// <summary>What the user may do, by folded names.</summary>
    public IReadOnlySet<Right> Rights { get; init; } = new HashSet<Right>();

    /// <summary>What else the server tells.</summary>
    public IReadOnlyList<DatabaseFact> Facts { get; init; } = [];

    /// <summary>The tables that a crash of the server empties.</summary>
    public IReadOnlyList<CrashLoss> LostInCrash { get; init; } = [];

    /// <summary>Its tables that no load can write, each with its kind.</summary>
    public IReadOnlyList<(TableName Table, string Kind)> NoTargets { get; init; } = [];

    /// <summary>The tables and views of which the user sees a part.</summary>
    public IReadOnlyList<ShownPart> Parts { get; init; } = [];

    /// <summary>Why the server tells nothing else; empty where it did.</summary>
    public string Untold { get; init; } = "";

    /// <summary>What stands in the way of relaxing its durability; empty where nobody wants to.</summary>
    public IReadOnlyList<DurabilityObstacle> Obstacles { get; init; } = [];

    /// <summary>The loads that read tables of it in parts and cannot, and why.</summary>
    public IReadOnlyList<(ObjectDefinition Load, string Why)> NotParted { get; init; } = [];

    /// <summary>What the queries would return that set values of the run.</summary>
    public IReadOnlyList<(ObjectDefinition Object, IReadOnlyList<DescribedColumn> Columns)> Described { get; init; } =
        [];

    /// <summary>What it says of the statements that people wrote for it.</summary>
    public IReadOnlyList<Diagnostic> Examined { get; init; } = [];

    /// <summary>Its files, where it is files, as far as they are there.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>A table or view of that name.</summary>
    public CatalogTable? Find(TableName table) => Tables.Find(table);

    /// <summary>A right by folded names.</summary>
    public Right Folded(Right right) => right with
    {
        Schema = Platform.Dialect.Fold(right.Schema),
        Table = Platform.Dialect.Fold(right.Table),
    };

    /// <summary>Reads it; several files of one connection count as one.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public LiveDatabase Read(ConnectionAccess access, Action<IDatabase> opened)
    {
        var live = this;
        var tables = new List<CatalogTable>();
        var files = new List<string>();
        var addresses = access.Databases(Connection);
        foreach (var address in addresses)
        {
            // What the first load will make holds nothing yet.
            if (Platform.Abilities.IsFile && !File.Exists(address.File) && access.IsWritten(Connection))
            {
                continue;
            }

            using var database = access.Open(Connection, address);
            opened(database);
            files.AddRange(Platform.Abilities.IsFile ? [address.File] : []);
            var listed = database.Tables();
            tables.AddRange([.. listed, .. access.Unlisted(Connection, database, listed)]);
            var identity = database.Ask(Platform.Dialect.Identity).First;
            live = live with
            {
                Version = identity[0] ?? "",
                User = identity[2] ?? "",
                Rights = database.Rights().Select(Folded).ToHashSet(),
                LostInCrash = [.. live.LostInCrash, .. database.LostInCrash(null)],
                NoTargets = [.. live.NoTargets, .. database.NoTargets()],
                Parts = Connection.RowSecurity == RowSecurity.Accepted ? []
                    : [.. live.Parts, .. database.PartsShown(null)],
                Obstacles = [.. live.Obstacles, .. access.Obstacles(Connection, address)],
                NotParted = [.. live.NotParted, .. NotPartedIn(access, database)],
            };
            live = WithFacts(live, database);
            // Of several files nobody knows here which of them an object asks.
            live = addresses.Count > 1 ? live
                : live with
                {
                    Described = [.. DescribedSets.In(database, Connection, access.Solution)],
                    Examined = [.. ExaminedStatements.In(database, Connection, live.User, access.Solution)],
                };
        }

        return live with { Tables = Platform.Dialect.ByTable(tables, NameOf), Files = files };
    }

    /// <summary>The kind of a table to who writes it.</summary>
    public string KindOf(CatalogTable table) => NoTargets
        .Where(one => one.Table == table.Name).Select(one => one.Kind).FirstOrDefault(table.Kind);

    private static TableName NameOf(CatalogTable table) => table.Name;

    private IEnumerable<(ObjectDefinition, string)> NotPartedIn(ConnectionAccess access, IDatabase database) =>
        access.Parted(Connection)
            .Where(load => database.KindOf(SplitColumn.TableOf(load, Platform.Dialect)) is not null)
            .Select(load => (load, SplitSource.Refusal(load, database)))
            .Where(refused => refused.Item2 is not null)
            .Select(refused => (refused.load, refused.Item2!));

    // Hints and no more: a server that keeps them to itself is looked at all the same.
    private static LiveDatabase WithFacts(LiveDatabase live, IDatabase database)
    {
        try
        {
            return live with { Facts = database.Facts() };
        }
        catch (Exception fault) when (live.Platform.Explain(fault) is { IsConnectionLost: false } why)
        {
            return live with { Untold = why.Text };
        }
    }
}
