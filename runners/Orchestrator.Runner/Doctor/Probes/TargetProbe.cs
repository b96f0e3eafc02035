using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Reads what the engine has made in one database; nothing is changed.</summary>
/// <param name="solution">The solution.</param>
/// <param name="access">The way to its databases.</param>
/// <param name="isWhole">Whether its objects are known.</param>
/// <param name="time">The clock.</param>
/// <param name="cancellation">Stops reading.</param>
internal sealed partial class TargetProbe(
    Solution solution, ConnectionAccess access, bool isWhole, TimeProvider time, CancellationToken cancellation)
{
    public TargetState Of(Connection connection, DatabaseAddress address, IDatabase database)
    {
        var platform = database.Platform;
        var identity = database.Ask(platform.Dialect.Identity).First;
        var own = TextRows.Of(database, platform.Own.Objects, cancellation)
            .Select(row => (Name: platform.Dialect.OwnTable(Bare(row[0])), Kind: row[1])).ToArray();
        var loads = Loads(database, own);
        var tables = database.Tables();
        var markers = Markers(database, address, own, tables);
        return new TargetState(connection.Name, platform)
        {
            Database = identity[1] is { Length: > 0 } name ? name : address.File,
            File = address.File,
            ClockAhead = Ahead(database),
            Objects = [.. own.Where(one => loads.All(load => load.Name != one.Name)).Select(one => new OwnObjectState(
                one.Name, one.Kind,
                OwnedObjects.IsOfTargets(one.Name) ? database.Number(platform.Dialect.Count(one.Name)) : -1))],
            Loads = loads,
            Markers = markers,
            Unmarked = Unmarked(platform, address, markers),
            Attempts = Attempts(database, own),
            ErrorTables = ErrorTables(database, tables),
            IsOfListedFiles = solution.Projects.Any(project => project.ListsFiles
                && project.Objects.Select(each => each.Target.Connection).Append(project.Target)
                    .Any(name => Leads(name, platform))),
            IsOfTurns = solution.Projects.SelectMany(project => project.Objects).Any(each =>
                each is { IsLoad: true, IsNamedByTurn: true } && Leads(each.Target.Connection, platform)),
        };
    }

    /// <summary>What is to be said of a file that is not there.</summary>
    public TargetState OfMissing(Connection connection, DatabaseAddress address)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        return new TargetState(connection.Name, platform)
        {
            Database = address.File,
            File = address.File,
            Unmarked = Unmarked(platform, address, []),
        };
    }

    // The row of one that nobody has taken yet is there, and stands for no load; nor does that of a table that is
    // gone.
    private IReadOnlyList<MarkerState> Unmarked(
        IPlatform platform, DatabaseAddress address, IReadOnlyList<MarkerState> markers)
    {
        var marked = markers.Where(one => one is { IsOfRun: true, IsThere: true })
            .Select(one => platform.Dialect.Fold(one.Table)).ToHashSet();
        return [.. solution.Projects.SelectMany(project => project.Objects)
            .Where(each => isWhole && access.Writes(each, platform, address))
            .Select(each => (Load: each, Table: AppendAgain.MarkedTable(each, platform.Dialect)))
            .GroupBy(one => platform.Dialect.Fold(one.Table)).Where(one => !marked.Contains(one.Key))
            .Select(one => new MarkerState(one.First().Table, "", 0, 0, IsThere: false, IsWritten: true)
            {
                Nodes = [.. one.Select(each => each.Load.FullName)],
                Relying = [.. one.Where(each => Relies(each.Load)).Select(each => each.Load.FullName)],
            })];
    }

    private bool Relies(ObjectDefinition load) => AppendAgain.ReliesOnTarget(load, solution);

    private TimeSpan? Ahead(IDatabase database)
    {
        if (database.Platform.Own.Clock.Length == 0)
        {
            return null;
        }

        var before = time.GetUtcNow();
        var server = DateTimeOffset.UnixEpoch + TimeSpan.FromMicroseconds(
            database.Number(database.Platform.Own.Clock));
        return server - (before + ((time.GetUtcNow() - before) / 2));
    }

    private List<LoadTableState> Loads(IDatabase database, (TableName Name, string Kind)[] own)
    {
        var dialect = database.Platform.Dialect;
        var there = own.Select(one => one.Name).ToHashSet();
        var loads = new List<LoadTableState>();
        if (there.Contains(dialect.OwnTable("loads")))
        {
            loads.AddRange(TextRows.Of(database, database.Platform.Own.Loads, cancellation).Select(row =>
            {
                var name = dialect.OwnTable(Bare(row[0]));
                var target = new TableName(
                    row[1].Length == 0 ? null : dialect.Fold(row[1]), dialect.Fold(row[2]));
                return new LoadTableState(name, target, Number(row[3]), there.Contains(name));
            }));
        }

        loads.AddRange(there.Where(name => loads.All(load => load.Name != name))
            .Select(name => (Name: name, Match: LoadName().Match(Bare(name.Name)))).Where(one => one.Match.Success)
            .Select(one => new LoadTableState(
                one.Name, null, Number(one.Match.Groups[1].Value), IsThere: true)));
        return loads;
    }

    private IReadOnlyList<MarkerState> Markers(
        IDatabase database, DatabaseAddress address, (TableName Name, string Kind)[] own,
        IReadOnlyList<CatalogTable> tables)
    {
        var (dialect, sql) = (database.Platform.Dialect, new MarkerDialect(database.Platform.Dialect));
        if (!own.Any(one => one.Name == sql.Table))
        {
            return [];
        }

        var there = tables.Select(table => dialect.Fold(table.Name)).ToHashSet();
        var written = Written(database.Platform, definition =>
            dialect.Table(definition.Target.Schema, definition.Target.Name));
        written.UnionWith(Written(database.Platform, definition => AppendAgain.MarkedTable(definition, dialect)));
        var nodes = solution.Projects.SelectMany(project => project.Objects)
            .Where(each => isWhole && access.Writes(each, database.Platform, address))
            .ToLookup(each => dialect.Fold(AppendAgain.MarkedTable(each, dialect)),
                each => (Name: each.FullName, Relies: Relies(each)));
        return [.. TextRows.Of(database, sql.All, cancellation).Select(row =>
        {
            var table = new TableName(row[0].Length == 0 ? null : row[0], row[1]);
            return new MarkerState(
                table, row[2], Number(row[3]), Number(row[4]),
                there.Contains(dialect.Fold(table)) || database.KindOf(table) is not null,
                !isWhole || written.Contains(dialect.Fold(table)))
            {
                Nodes = [.. nodes[dialect.Fold(table)].Select(each => each.Name)],
                Relying = [.. nodes[dialect.Fold(table)].Where(each => each.Relies).Select(each => each.Name)],
                Token = Number(row[5]),
            };
        })];
    }

    private IReadOnlyList<AttemptMarkerState> Attempts(IDatabase database, (TableName Name, string Kind)[] own)
    {
        var sql = new AttemptMarkerDialect(database.Platform.Dialect);
        return !own.Any(one => one.Name == sql.Table) ? []
            : [.. TextRows.Of(database, sql.All, cancellation)
                .Select(row => new AttemptMarkerState(row[0], Number(row[1]), Number(row[2])))];
    }

    private IReadOnlyList<ErrorTableState> ErrorTables(IDatabase database, IReadOnlyList<CatalogTable> tables)
    {
        var dialect = database.Platform.Dialect;
        var written = Written(database.Platform, definition =>
            ConnectionAccess.ErrorTableOf(definition, database.Platform));
        return [.. tables.Where(KeptRows.IsErrorTable).Select(table =>
        {
            var isWritten = !isWhole || written.Contains(dialect.Fold(table.Name));
            var kept = isWritten ? [] : KeptRows.ByAttempt(database, table.Name);
            return new ErrorTableState(table.Name, isWritten ? -1 : kept.Sum(one => one.Rows), isWritten)
            {
                Attempts = [.. kept.Select(one => one.Attempt)],
            };
        })];
    }

    // Through whichever connection: several may lead to one database.
    private HashSet<(string, string)> Written(IPlatform platform, Func<ObjectDefinition, TableName> name) =>
        [.. solution.Projects.SelectMany(project => project.Objects).Where(each => each.IsLoad
            && Leads(each.Target.Connection, platform)).Select(name).Select(platform.Dialect.Fold)];

    private bool Leads(string connection, IPlatform platform) =>
        solution.Connections.FirstOrDefault(one => one.Name == connection) is { } target
        && ConnectionAccess.PlatformOf(target) == platform;

    private static string Bare(string name) =>
        name.StartsWith(Dialect.OwnPrefix, StringComparison.Ordinal) ? name[Dialect.OwnPrefix.Length..] : name;

    private static long Number(string text) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var number) ? number : 0;

    [GeneratedRegex("^(?:load|rows)_([0-9]+)(?:_|$)")]
    private static partial Regex LoadName();
}
