using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Rights;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Online;

/// <summary>What was found by looking at the databases behind a solution.</summary>
/// <param name="Diagnostics">What is wrong.</param>
/// <param name="Notes">What is worth knowing and not wrong.</param>
public sealed record OnlineFindings(IReadOnlyList<Diagnostic> Diagnostics, IReadOnlyList<string> Notes);

/// <summary>Holds objects against the databases that they read and write, as these are now.</summary>
public sealed class OnlineChecks
{
    private const int SpaceFactor = 2;

    private readonly Solution _solution;
    private readonly Dictionary<string, LiveDatabase> _live;
    private readonly List<Diagnostic> _found = [];
    private readonly List<string> _notes = [];

    private OnlineChecks(Solution solution, IReadOnlyList<LiveDatabase> databases)
    {
        _solution = solution;
        _live = databases.ToDictionary(database => database.Connection.Name);
    }

    /// <summary>Looks at all databases that objects read or write, side by side, and at the folders of their files.
    /// </summary>
    /// <param name="access">The way to its connections.</param>
    /// <param name="time">The clock.</param>
    /// <param name="limit">How long all of them together may take to answer.</param>
    public static OnlineFindings Of(Solution solution, ConnectionAccess access, TimeProvider time, TimeSpan limit)
    {
        var enabled = solution with
        {
            Projects = [.. solution.Projects.Select(project => project with
            {
                Objects = [.. project.Objects.Where(each => each.Enabled)],
            })],
        };
        var objects = enabled.Projects.SelectMany(project => project.Objects).ToArray();
        var used = objects.SelectMany(each =>
            (string?[])[each.Source?.Connection, each.Target.Connection, .. each.OtherConnections])
            .OfType<string>().ToHashSet();
        Connection[] databases = [.. solution.Connections.Where(connection =>
            used.Contains(connection.Name) && Platforms.Of(connection) is not null)];
        var checks = new OnlineChecks(enabled, LiveReading.Of(databases, access, time, limit));
        foreach (var database in checks._live.Values)
        {
            checks.Add(database);
        }

        foreach (var folder in solution.Connections.Where(one => one.IsFolder
            && used.Contains(one.Name)))
        {
            checks.Add(Within(folder, limit), access);
        }

        foreach (var server in objects.Select(each => each.Transfer?.Server).OfType<FileServer>()
            .DistinctBy(server => server.Name))
        {
            checks.Add(Within(server, limit), access);
        }

        foreach (var definition in objects)
        {
            checks.Add(definition);
        }

        checks._found.AddRange(LiveMail.Found(solution, objects, access, limit));
        return new OnlineFindings(checks._found, checks._notes);
    }

    private void Add(LiveDatabase database)
    {
        if (database.Error is { } error)
        {
            AddUnusable(database.Connection, error);
            return;
        }

        if (database.Platform.Dialect.VersionMin is { Length: > 0 } least && Major(database.Version) < Major(least))
        {
            Error("ORC3515", database.Connection.At,
                $"'{database.Connection.Name}' is {database.Platform.Name} {database.Version}; the driver works from "
                + $"version {least} on", "let a newer server have the database");
        }

        _found.AddRange(database.NotParted.Select(refused => new Diagnostic(
            "ORC3624", Severity.Error, refused.Load.Load.SplitBy.At, refused.Why,
            "`orchestrator help metadata` says which tables can be read in parts")));
        _found.AddRange(database.Described.SelectMany(one => DescribedSets.Wrong(one.Object, one.Columns)));
        _found.AddRange(database.Examined);
        AddRights(database);
        AddSpace(database);
        AddDurability(database);
        _notes.AddRange(database.Untold.Length == 0 ? [] : [
            $"{database.Connection.Name} does not tell its sizes and features: {database.Untold}"]);
    }

    private static Connection Within(Connection folder, TimeSpan limit) => folder.Stored is not { } stored ? folder
        : folder with
        {
            Stored = stored with
            {
                Server = stored.Server is { } server ? Within(server, limit) : null,
                Store = stored.Store is { } store
                    ? store with { Timeout = store.Timeout < limit ? store.Timeout : limit } : null,
                Blobs = stored.Blobs is { } blobs
                    ? blobs with { Timeout = blobs.Timeout < limit ? blobs.Timeout : limit } : null,
            },
        };

    private static FileServer Within(FileServer server, TimeSpan limit) =>
        server with { Timeout = server.Timeout < limit ? server.Timeout : limit };

    private void Add(Connection folder, ConnectionAccess access)
    {
        try
        {
            access.Folder(folder);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, folder.Name) is { } error)
        {
            AddUnusable(folder, error);
        }
    }

    private void Add(FileServer server, ConnectionAccess access)
    {
        try
        {
            access.SignIn(server);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, server.Name) is { } error)
        {
            Error("ORC3518", server.At, $"the file server '{server.Name}' cannot be used: {error.Code} {error.Class}: "
                + error.Message, $"`explain {error.Code}` says more");
        }
    }

    private void AddUnusable(Connection connection, PackageError error) => Error("ORC3518", connection.At,
        $"the connection '{connection.Name}' cannot be used: {error.Code} {error.Class}"
        + $"{(error.ServerCode.Length > 0 ? $", server code {error.ServerCode}" : "")}: {error.Message}",
        $"see `connections test {connection.Name}`");

    private void AddDurability(LiveDatabase database)
    {
        _found.AddRange(LiveDurability.Found(_solution, database));
        _notes.AddRange(LiveDurability.Notes(database));
    }

    private void AddRights(LiveDatabase database)
    {
        if (database.Platform.Abilities.IsFile)
        {
            return;
        }

        // Metadata may write a name in another case than the server, where that is one to it.
        var schemas = database.Rights.Where(right => right.Kind == RightKind.UseSchema)
            .Select(right => right.Schema).Concat(database.Tables.All
                .Select(table => database.Platform.Dialect.Fold(table.Name.Schema ?? ""))).ToHashSet();
        var needed = RightsNeeded.Of(
            _solution, database.Connection,
            TableFacts.OfDatabase(database.Tables.All, database.Find, database.Platform.Dialect),
            schema => schemas.Contains(database.Platform.Dialect.Fold(schema)));
        foreach (var lacking in needed.All.Where(each => !IsGiven(database.Folded(each.Right), database, schemas)))
        {
            var more = lacking.Packages.Count > 1 ? $" and {lacking.Packages.Count - 1} more need" : " needs";
            Error("ORC3514", At(lacking.Packages[0], database.Connection),
                $"'{database.User}' lacks {lacking.Right} of '{database.Connection.Name}', which "
                + $"{lacking.Packages[0]}{more}",
                $"`connections grants {database.Connection.Name} --role {ShellWord.Quoted(database.User)}` prints what "
                + "it needs");
        }
    }

    // What is not there needs no right yet: who makes it owns it; and what is seen, none to be seen. Whom a synonym
    // asks for rights it does not tell.
    private static bool IsGiven(Right right, LiveDatabase database, HashSet<string> schemas) => right switch
    {
        { Kind: RightKind.CreateSchema } => database.Rights.Contains(right with { Schema = "" }),
        { Kind: RightKind.ViewDefinition } => true,
        // Among the obstacles, whoever changes it.
        { Kind: RightKind.SetDurability } => true,
        { Table.Length: 0 } => database.Rights.Contains(right) || !schemas.Contains(right.Schema),
        _ => database.Rights.Contains(right) || database.Rights.Contains(right with { Kind = RightKind.Own })
            || database.Find(right.Of) is not { } table
            || !CatalogTable.Kinds.Contains(table.Kind),
    };

    private void AddSpace(LiveDatabase database)
    {
        var isWritten = _solution.Projects.SelectMany(project => project.Objects)
            .Any(each => each.IsLoad && each.Target.Connection == database.Connection.Name);
        var rooms = database.Facts.Where(fact => fact.Kind == FactKind.Free)
            .Select(fact => (fact.Name, fact.Bytes, Largest: Largest(database)))
            .Concat(database.Files.Select(file => (
                Name: "its disk", Bytes: FreeDisk.Of(Path.GetDirectoryName(file)!),
                Largest: (DatabaseFact?)new DatabaseFact(
                    FactKind.LargestTable, Path.GetFileName(file), new FileInfo(file).Length))));
        foreach (var (name, bytes, largest) in isWritten ? rooms : [])
        {
            if (largest is not null && bytes < SpaceFactor * largest.Bytes)
            {
                Warning("ORC3517", database.Connection.At,
                    $"'{database.Connection.Name}' has {bytes >> 20} MB left in {name}, and twice the largest table "
                    + $"({largest.Name}) is {SpaceFactor * largest.Bytes >> 20} MB",
                    "a load writes its rows twice: make room");
            }
        }
    }

    private static DatabaseFact? Largest(LiveDatabase database) =>
        database.Facts.FirstOrDefault(fact => fact.Kind == FactKind.LargestTable);

    private void Add(ObjectDefinition definition)
    {
        var source = SourceOf(definition);
        if (definition.Source is { Name: { } name, WrittenBy: null, IsNamedByRun: false } read
            && Reached(read.Connection) is { } from && source is null)
        {
            Error("ORC3510", definition.At,
                $"'{definition.FullName}' reads '{from.Platform.Dialect.Table(read.Schema, name)}', "
                + $"and '{read.Connection}' has no such table or view", "correct the name, or take the object out");
        }

        AddParts(definition);

        // Of a dataflow the columns are those of its flow, which only a run builds.
        var columns = source is { Columns.Count: > 0 } && definition.Plugin is null ? Rows(source) : null;
        if (columns is not null)
        {
            _found.AddRange(WatermarkShape.Of(definition, columns, Reached(definition.Source!.Connection)!));
            _found.AddRange(ShapeChecks.Missing(
                definition, columns, Reached(definition.Source!.Connection)!.Platform.Dialect,
                (at, message, hint) => new Diagnostic("ORC3511", Severity.Error, at, message, hint)));
            if (definition.Source.WrittenBy is null)
            {
                _found.AddRange(ShapeChecks.Narrowings(
                    definition, [.. columns.Where((_, i) => source!.Columns[i].Type is not null)],
                    definition.Source.Connection));
                AddNulls(definition, source!);
            }
        }

        if (definition.IsLoad && Reached(definition.Target.Connection) is { } into)
        {
            AddTarget(definition, into, columns);
            _found.AddRange(columns is null ? [] : KeyChecks.OfSource(definition, into.Platform, columns));
        }

        if (definition.Check is not null && Reached(definition.Target.Connection) is { } place)
        {
            AddChecked(definition, place);
        }
    }

    private void AddChecked(ObjectDefinition definition, LiveDatabase place)
    {
        var dialect = place.Platform.Dialect;
        if (place.Find(dialect.Table(definition.Target.Schema, definition.Target.Name)) is { } table)
        {
            _found.AddRange(CheckedColumns.Online(
                definition, _solution, [.. table.Columns.Select(column => column.Name)], dialect));
        }
    }

    private void AddParts(ObjectDefinition definition)
    {
        if (definition.Source is { } reads && Reached(reads.Connection) is { } from
            && PartsShown.Of(definition, from.Parts, from.Platform.Dialect) is { } read)
        {
            AddPart(definition, "reads", read, PartsShown.Advice);
        }

        if (Reached(definition.Target.Connection) is { } into
            && PartsShown.OfTarget(definition, into.Parts, into.Platform.Dialect) is { } target)
        {
            AddPart(
                definition, definition.IsLoad ? "loads" : "checks", target,
                definition.IsLoad ? PartsShown.AdviceOfTarget : PartsShown.Advice);
        }
    }

    private void AddPart(ObjectDefinition definition, string does, ShownPart part, string advice) => Error(
        PartsShown.Code, definition.At,
        $"'{definition.FullName}' {does} '{part.Table}', of which the server shows a part: "
        + part.Why, advice);

    private void AddTarget(ObjectDefinition definition, LiveDatabase into, IReadOnlyList<RowColumn>? source)
    {
        var name = into.Platform.Dialect.Table(definition.Target.Schema, definition.Target.Name);
        if (into.Find(name) is not { } table)
        {
            if (definition is { Target.Create: false, IsNamedByTurn: false })
            {
                Error("ORC3510", definition.At,
                    $"'{definition.FullName}' writes '{name}', which '{into.Connection.Name}' does "
                    + "not have, and `create: never` forbids to make it", "make the table first");
            }
        }
        else if (into.KindOf(table) is var kind && kind != CatalogTable.Table)
        {
            Error("ORC3513", definition.At,
                $"'{definition.FullName}' writes '{name}', which is no table but a {kind}",
                $"name another target, or {into.Platform.Dialect.TargetAdvice(name, kind)}");
        }
        else if (table.Columns.All(column => column.Row is not null))
        {
            _found.AddRange(ShapeChecks.Target(
                definition, into.Platform, source, Rows(table), AskedTable.Of(table, into.Platform),
                (at, message, hint) => new Diagnostic("ORC3513", Severity.Error, at, message, hint)));
        }

        if (into.Find(name) is { } there && into.KindOf(there) == CatalogTable.Table)
        {
            _found.AddRange(UnfoundRows.Of(definition, there, into.Platform.Dialect));
        }

        AddCrash(definition, into, name);
    }

    private void AddCrash(ObjectDefinition definition, LiveDatabase into, TableName name)
    {
        if (into.Platform.Dialect.ByTable(into.LostInCrash, loss => loss.Table).Find(name) is { } loss)
        {
            Warning(CrashWarning.Code, definition.At,
                $"'{definition.FullName}' loads a table that does not last: "
                + CrashWarning.What(loss), CrashWarning.Advice(definition, _solution, loss));
        }
    }

    private void AddNulls(ObjectDefinition definition, CatalogTable source)
    {
        foreach (var column in definition.Columns.Where(each => each.SourceExpression is null
            && each.TargetExpression is null && (each.Key > 0 || !each.Nullable)
            && each.Policies.OnNull.At == Origin.Default))
        {
            if (source.Kind == CatalogTable.Table
                && source.Columns.FirstOrDefault(each => each.Name == column.Name) is { Nullable: true } nullable
                && !source.PrimaryKey.Contains(nullable.Name))
            {
                Warning("ORC3512", column.At,
                    $"'{column.Name}' of '{definition.FullName}' takes no NULL, and its source may "
                    + "hold it", "NULL fails the load; write onNull: fail if that is meant, or redirect");
            }
        }
    }

    private CatalogTable? SourceOf(ObjectDefinition definition) =>
        definition.Source is { Name: { } name } source && Reached(source.Connection) is { } from
            ? from.Find(from.Platform.Dialect.Table(source.Schema, name))
            : null;

    private LiveDatabase? Reached(string connection) =>
        _live.TryGetValue(connection, out var database) && database.Error is null ? database : null;

    // The ledger's rights are needed by no package.
    private Origin At(string package, Connection connection) => _solution.Projects
        .SelectMany(project => project.Objects)
        .FirstOrDefault(each => each.FullName == package)?.At ?? connection.At;

    private static IReadOnlyList<RowColumn> Rows(CatalogTable table) => [.. table.Columns.Select(column =>
        column.Row ?? new RowColumn(column.Name, UndeclaredType.Text))];

    private static int Major(string version) =>
        int.TryParse(version.Split('.', ' ')[0], CultureInfo.InvariantCulture, out var major) ? major : int.MaxValue;

    private void Error(string code, Origin at, string message, string hint) =>
        _found.Add(new Diagnostic(code, Severity.Error, at, message, hint));

    private void Warning(string code, Origin at, string message, string hint) =>
        _found.Add(new Diagnostic(code, Severity.Warning, at, message, hint));
}
