using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The connections of all packages as ours; what leads to one place is one connection.</summary>
internal sealed class ConnectionTable
{
    private readonly Dictionary<string, ConnectionDraft> _made = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _secrets = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<(string Connection, string Table), NamedTable> _written = [];
    private ConnectionDraft? _nothing;

    /// <summary>All of them, ordered by name.</summary>
    public IReadOnlyList<ConnectionDraft> Made =>
    [
        .. _made.Values.Concat(_nothing is { } nothing ? [nothing] : [])
            .OrderBy(each => each.Name, StringComparer.Ordinal),
    ];

    /// <summary>Providers that nobody here knows, with the connections that name them.</summary>
    public SortedDictionary<string, SortedSet<string>> Unknown { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Where a project works that touches no database and no folder.</summary>
    public ConnectionDraft Nothing => _nothing ??= new ConnectionDraft(Free("Work"), DraftPlatforms.Local);

    /// <summary>The database of a connection.</summary>
    /// <exception cref="OpenException">It is none that is known.</exception>
    public ConnectionDraft Database(SsisConnection connection, PackageValues values, string path)
    {
        var (said, isGiven) = ConnectionExpressions.Of(connection, values, path);
        if (PlatformOf(said) is not { } platform)
        {
            Note(said);
            throw new OpenException(SsisOpenCodes.Connection, ConnectionDialects.Unknown(said), said.ConnectionString,
                SsisOpenCodes.Hour);
        }

        // What nobody here knows of it, as each run or one machine is told it, is a secret as a whole.
        var where = platform == DraftPlatforms.Local && said.Database.Length > 0 ? said.Database : said.Server;
        var isHidden = isGiven || where.Length == 0;
        var key = isHidden ? Hidden(connection)
            : $"{said.Server}|{said.Database}|{said.User}|{connection.Name}";
        if (!_made.TryGetValue(key, out var made))
        {
            if (!isHidden)
            {
                Refuse(connection, platform, said, where);
            }

            var name = Free(connection.Name);
            var secret = isHidden ? $"{Secret(name)}_CONNECTION"
                : said.User.Length > 0 && platform != DraftPlatforms.Local ? Secret(name) : "";
            var place = isHidden ? $"${{secret:{secret}}}" : Place(platform, said, where, secret);
            _made[key] = made = new ConnectionDraft(name, platform) { Place = place };
            if (secret.Length > 0)
            {
                made.Secrets.Add(secret);
            }
        }

        made.From.Add(From(connection));
        return made;
    }

    /// <summary>Keeps a connection to a database that nobody here knows, once for all that use it.</summary>
    public void Note(SsisConnection connection)
    {
        if (PlatformOf(connection) is not null)
        {
            return;
        }

        var provider = connection.Provider.Length > 0 ? connection.Provider : connection.CreationName;
        if (!Unknown.TryGetValue(provider, out var named))
        {
            Unknown[provider] = named = new SortedSet<string>(StringComparer.Ordinal);
        }

        named.Add(connection.Name);
    }

    /// <summary>Another database of the server that a connection leads to, for the same user.</summary>
    /// <exception cref="OpenException">Nobody knows how it would be called there.</exception>
    public ConnectionDraft Beside(ConnectionDraft there, string database)
    {
        const string key = "Database=";
        if (there.Platform != DraftPlatforms.Server || there.Place.Contains('"', StringComparison.Ordinal)
            || !there.Place.StartsWith("Server=", StringComparison.Ordinal))
        {
            throw new OpenException(SsisOpenCodes.Connection,
                $"the statement works on the database '{database}' beside that of '{there.Name}', which has no "
                    + "connection of its own", database, SsisOpenCodes.Minutes);
        }

        var parts = there.Place.Split(';').Where(part => !part.StartsWith(key, StringComparison.OrdinalIgnoreCase))
            .ToList();
        parts.Insert(1, key + Part(ForeignPlaceholders.Refused(database, "the name of a database")));
        var place = string.Join(';', parts);
        var found = _made.Values.Prepend(there).FirstOrDefault(each =>
            each.Place.Equals(place, StringComparison.OrdinalIgnoreCase));
        if (found is null)
        {
            found = new ConnectionDraft(Free($"{there.Name}_{database}"), there.Platform) { Place = place };
            found.Secrets.UnionWith(there.Secrets);
            found.From.UnionWith(there.From);
            _made[$"beside|{place}"] = found;
        }

        return found;
    }

    /// <summary>A table that loads write, as the first of them has named it: the server takes `Sale` and `[dbo].[SALE]`
    /// for one, and each load of it has to say the same.</summary>
    public NamedTable Written(ConnectionDraft there, NamedTable table)
    {
        if (there.Platform != DraftPlatforms.Server)
        {
            return table;
        }

        if (!_written.TryGetValue((there.Name, table.Key), out var first))
        {
            _written[(there.Name, table.Key)] = first = table;
        }

        return first;
    }

    /// <summary>The connection of a folder.</summary>
    /// <exception cref="OpenException">We would see a placeholder in it.</exception>
    public ConnectionDraft Folder(string folder, string from)
    {
        var place = folder.Length == 0 ? "." : ForeignPlaceholders.Refused(folder, "the path of a folder");
        if (!_made.TryGetValue($"folder|{place}", out var made))
        {
            var last = place.TrimEnd('/')[(place.TrimEnd('/').LastIndexOf('/') + 1)..];
            made = new ConnectionDraft(Free(last is "." or "" ? "Files" : $"Files_{last}"), DraftPlatforms.Folder)
            {
                IsFolder = true,
                Place = place,
            };
            _made[$"folder|{place}"] = made;
        }

        made.From.Add(from);
        return made;
    }

    /// <summary>A folder for loads that have taken the place of a loop over its files, which had no turn where there
    /// was none.</summary>
    public ConnectionDraft Each(ConnectionDraft folder)
    {
        var key = $"each|{folder.Place}";
        if (!_made.TryGetValue(key, out var made))
        {
            _made[key] = made = new ConnectionDraft(Free($"{folder.Name}_each"), folder.Platform)
            {
                IsFolder = true,
                TakesNone = true,
                Place = folder.Place,
            };
        }

        made.From.UnionWith(folder.From);
        return made;
    }

    // Two connections never share a secret because their names look alike.
    private string Secret(string name)
    {
        var plain = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToUpperInvariant(c) : '_'));
        return DraftNames.Free(plain, _secrets.Add);
    }

    private static string? PlatformOf(SsisConnection connection) => connection.Kind is not (
            ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet or ConnectionManagerKind.Odbc
            or ConnectionManagerKind.Smo) ? null
        : ConnectionDialects.Of(connection) switch
        {
            SsisSqlDialect.SqlServer => DraftPlatforms.Server,
            SsisSqlDialect.PostgreSql => DraftPlatforms.Postgres,
            SsisSqlDialect.MariaDb => DraftPlatforms.Maria,
            SsisSqlDialect.Sqlite => DraftPlatforms.Local,
            _ => null,
        };

    // Packages of one folder that say the same of it mean the same.
    private static string Hidden(SsisConnection connection) =>
        $"hidden|{FilePlace.Of(connection.File).Folder}|{connection.Name}|{connection.ConnectionString}|"
        + string.Join('|', connection.Expressions.Select(each => $"{each.Property}={each.Expression}"));

    // What a string holds of its package: the secrets in it are ours alone.
    private static void Refuse(SsisConnection connection, string platform, SsisConnection said, string where)
    {
        var what = $"the connection '{connection.Name}'";
        foreach (var text in (string[])[where, said.Database, said.User, Port(platform, said) ?? ""])
        {
            ForeignPlaceholders.Refused(text, what);
        }
    }

    private static string? Port(string platform, SsisConnection said) => platform == DraftPlatforms.Server ? null
        : said.Parts.FirstOrDefault(part => part.Name.Equals("port", StringComparison.OrdinalIgnoreCase))?.Value;

    private static string Place(string platform, SsisConnection said, string where, string secret)
    {
        if (platform == DraftPlatforms.Local)
        {
            return $"Data Source={Part(where)}";
        }

        var port = Port(platform, said);
        var (server, user) = platform == DraftPlatforms.Postgres ? ("Host", "Username") : ("Server", "User ID");
        return $"{server}={Part(where)}"
            + (string.IsNullOrEmpty(port) ? "" : $";Port={Part(port)}")
            + (said.Database.Length > 0 ? $";Database={Part(said.Database)}" : "")
            + (said.User.Length > 0 ? $";{user}={Part(said.User)};Password=${{secret:{secret}}}"
                : platform == DraftPlatforms.Server ? ";Integrated Security=True" : "");
    }

    private static string From(SsisConnection connection) =>
        connection.File.Length > 0 ? $"{connection.File}: {connection.Name}" : connection.Name;

    private static string Part(string value) => value.IndexOfAny([';', '"', '\'', '=']) < 0 ? value
        : $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private string Free(string name) => DraftNames.Free(DraftNames.Plain(name, "Connection"), _names.Add);
}
