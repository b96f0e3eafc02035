using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Mail;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages;

/// <summary>
/// The way to what is behind connections for those who look at it and load nothing: everything is opened for reading
/// but what a purge removes.
/// </summary>
/// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
/// <param name="resolveConnection">As <see cref="PackageContext.ResolveConnection"/>.</param>
/// <param name="time">The clock.</param>
/// <param name="cancellation">Stops waiting.</param>
public sealed class ConnectionAccess(
    Solution solution, Func<string, string> resolve, Func<string, IReadOnlyList<ConnectionPart>> resolveConnection,
    TimeProvider time, CancellationToken cancellation)
{
    private static readonly string[] Readable = [.. CatalogTable.Kinds, "synonym", "external table"];

    /// <summary>Whose connections they are.</summary>
    internal Solution Solution => solution;

    /// <summary>As <see cref="PackageContext.SendHttp"/>.</summary>
    public Func<HttpSending, CancellationToken, HttpReply> SendHttp { get; init; } =
        (_, _) => throw new InvalidOperationException("nobody sends requests here");

    /// <summary>As <see cref="PackageContext.Resolve"/>.</summary>
    internal string Resolve(string text) => resolve(text);

    /// <summary>The platform of a connection; null where it is a folder of files.</summary>
    public static IPlatform? PlatformOf(Connection connection) => Platforms.Of(connection);

    /// <summary>The platform that people call by that name; null where none is called so.</summary>
    public static IPlatform? PlatformNamed(string name) => Platforms.Named(name);

    /// <summary>The table that keeps the rejected rows of a load.</summary>
    public static TableName ErrorTableOf(ObjectDefinition load, IPlatform platform) =>
        ErrorTable.NameOf(load, platform);

    /// <summary>Whether objects of the solution write through the connection, so that a first load makes its
    /// file.</summary>
    public bool IsWritten(Connection connection) => solution.Projects.SelectMany(project => project.Objects)
        .Any(each => each.Target.Connection == connection.Name && !each.TellsTurns);

    /// <summary>The loads that read tables behind the connection in parts.</summary>
    internal IEnumerable<ObjectDefinition> Parted(Connection connection) => solution.Projects
        .SelectMany(project => project.Objects).Where(each => each is { IsLoad: true, Enabled: true }
            && each.Load.SplitBy.Value is not null && each.Source is { Name: not null } source
            && source.Connection == connection.Name);

    /// <summary>The databases that a connection leads to: one, or one for each of its files.</summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public IReadOnlyList<DatabaseAddress> Databases(Connection connection) => Addresses.All(
        connection, new ConnectionValues(solution, resolve, resolveConnection, Platforms.Of));

    /// <summary>
    /// Where a connection leads, as far as that is written, with its platform's name: nobody connects, and no secret is
    /// in it. A folder counts as a file.
    /// </summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public (string Platform, DatabaseLocation Place) PlaceOf(Connection connection) =>
        Platforms.Of(connection) is { } platform
            ? (platform.Name, platform.PlaceOf(Addresses.AsWritten(
                connection, new ConnectionValues(solution, resolve, resolveConnection, Platforms.Of))))
            : (connection.Facts.Name, connection.Stored is { } stored
                ? FilePlaces.LocationOf(stored, resolve) : new DatabaseLocation("", FolderOf(connection)));

    /// <summary>Whether a load writes the database at an address, as far as that is written.</summary>
    public bool Writes(ObjectDefinition load, IPlatform platform, DatabaseAddress address)
    {
        try
        {
            return load.IsLoad && Platforms.Of(Addresses.Find(solution, load.Target.Connection)) == platform
                && platform.PlaceOf(Addresses.OfTarget(load, new ConnectionValues(
                    solution, resolve, resolveConnection, Platforms.Of))) == platform.PlaceOf(address);
        }
        catch (Exception fault) when (Explain(fault, load.Target.Connection) is not null)
        {
            return false;
        }
    }

    /// <summary>Opens one of them for reading.</summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public IDatabase Open(Connection connection, DatabaseAddress address) => Platforms.Of(connection)!.Open(
        address, new DatabaseUse { IsTarget = false, Time = time, Cancellation = cancellation });

    /// <summary>Opens one of them for removing what nobody needs any more.</summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    internal IDatabase OpenToWrite(Connection connection, DatabaseAddress address) => Platforms.Of(connection)!.Open(
        address, new DatabaseUse
        {
            IsTarget = true,
            Time = time,
            Cancellation = cancellation,
            Application = "orchestrator purge",
        });

    /// <summary>
    /// What stands in the way of relaxing the durability of a database, asked through the connection that would do it;
    /// none where nobody wants to, or nothing can.
    /// </summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    internal IReadOnlyList<DurabilityObstacle> Obstacles(Connection connection, DatabaseAddress address)
    {
        if (!connection.IsRelaxed || Platforms.Of(connection)!.Abilities.IsFile)
        {
            return [];
        }

        using var own = Durability(connection, connection, address);
        return connection.Durability.Connection is { } name ? Obstacles(connection, own, name) : own.Obstacles();
    }

    private IReadOnlyList<DurabilityObstacle> Obstacles(Connection connection, IDurability own, string name)
    {
        var other = Addresses.Find(solution, name);
        try
        {
            return new ChangedThrough(own, name, () => Durability(connection, other, Databases(other)[0])).Obstacles();
        }
        catch (Exception fault) when (Explain(fault, name) is { } error)
        {
            return [new DurabilityObstacle(
                $"the connection '{name}', which would do it, cannot be used: {error.Message.TrimEnd('.')}",
                $"See `connections test {name}`.", RulesOut: true)];
        }
    }

    private IDurability Durability(Connection relaxed, Connection through, DatabaseAddress address) =>
        Platforms.Of(through)!.OpenDurability(
            address, new DatabaseUse { IsTarget = false, Time = time, Cancellation = cancellation },
            relaxed.Durability.Scope == DurabilityScope.Database);

    /// <summary>
    /// The tables that objects read, or write and do not make, and that no list of tables shows: a partition, the
    /// history of another table, a view of the server's own.
    /// </summary>
    /// <param name="listed">The tables that the list shows.</param>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public IReadOnlyList<CatalogTable> Unlisted(
        Connection connection, IDatabase database, IEnumerable<CatalogTable> listed)
    {
        var dialect = database.Platform.Dialect;
        var there = listed.Select(table => dialect.Fold(table.Name)).ToHashSet();
        return [.. solution.Projects.SelectMany(project => project.Objects)
            .SelectMany(each => Used(each, connection.Name, dialect)).DistinctBy(dialect.Fold)
            .Where(name => !there.Contains(dialect.Fold(name)))
            .Select(name => (Name: name, Kind: database.KindOf(name))).Where(found => Readable.Contains(found.Kind))
            .Select(found => new CatalogTable(found.Name, found.Kind!) { Columns = Columns(database, found.Name) })];
    }

    private static IReadOnlyList<CatalogColumn> Columns(IDatabase database, TableName table)
    {
        try
        {
            return [.. database.Columns(table).Select(column =>
                new CatalogColumn(column.Name, column.Type, column.Nullable)
                {
                    Native = column.Native,
                    Source = column.Source,
                })];
        }
        catch (DataRefusedException)
        {
            // One of them has a type that nobody can move; a load that does not read it goes well.
            return [];
        }
    }

    private static IEnumerable<TableName> Used(ObjectDefinition definition, string connection, Dialect dialect)
    {
        if (definition.Source is { Name: { } name, WrittenBy: null, IsNamedByRun: false } source
            && source.Connection == connection)
        {
            yield return dialect.Table(source.Schema, name);
        }

        if (definition is { IsLoad: true, Target.Create: false } && definition.Target.Connection == connection)
        {
            yield return dialect.Table(definition.Target.Schema, definition.Target.Name);
        }
    }

    /// <summary>Full path of a folder of files, which is there, and the files right in it. A server is signed in at.
    /// </summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public (string Path, int Files) Folder(Connection connection)
    {
        if (connection.Stored is { } stored)
        {
            using var place = FilePlaces.Open(
                stored, new PlaceAccess(solution.Folder, resolve, time, SendHttp, cancellation));
            return (place.Name, place.Count());
        }

        var folder = FolderOf(connection);
        return (folder, FileListing.Files(folder, "*").Count);
    }

    /// <summary>A conversation with the server that sends mail, which goes as far as to whom signs in.</summary>
    /// <param name="server">The server.</param>
    /// <param name="limit">How long it may take.</param>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public void Greet(MailServer server, TimeSpan limit)
    {
        var route = ConnectionValues.Of(() => MailRoute.Of(server).Resolved(resolve));
        try
        {
            new MailConversation(route, limit, time).GreetAsync(cancellation).GetAwaiter().GetResult();
        }
        catch (Exception fault) when (MailFailures.Of(fault, route, isOpen: false) is { } failure)
        {
            throw failure;
        }
    }

    private string FolderOf(Connection connection) => Path.GetFullPath(Path.Combine(
        solution.Folder, ConnectionValues.Of(() => resolve(connection.Folder ?? "."))));

    /// <summary>Signs in at a file server that shows the key that is expected of it, and leaves it again.</summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public void SignIn(FileServer server) => FileSession.Open(
        server, ServerSignIn.Of(server, solution.Folder, resolve), time, cancellation).Dispose();

    /// <summary>What a failure means and what to do about it; null where it is none at work but a bug.</summary>
    /// <param name="fault">The failure.</param>
    /// <param name="connection">Name of the connection, which the solution may have no more.</param>
    public static PackageError? Explain(Exception fault, string connection) => Faults.IsExpected(fault)
        ? Faults.Result(fault, "open", connection, CancellationToken.None).Error
        : null;

    /// <summary>The same of a failure at the target of an object, without values of one with sensitive columns.
    /// </summary>
    /// <param name="fault">The failure.</param>
    /// <param name="definition">The object.</param>
    public static PackageError? ExplainAtTarget(Exception fault, ObjectDefinition definition) =>
        QuotedWords.Shown(
            Explain(fault, definition.Target.Connection), fault, QuotedWords.IsSensitive(definition));
}
