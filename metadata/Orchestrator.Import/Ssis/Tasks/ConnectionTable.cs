using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The connections of all packages as ours; what leads to one place is one connection.</summary>
internal sealed class ConnectionTable
{
    private static readonly string[] SqlServers =
        ["SQLNCLI", "SQLOLEDB", "MSOLEDBSQL", "SQLCLIENT", "SQL SERVER", "SQL NATIVE CLIENT", "NATIVE CLIENT"];

    private static readonly string[] Servers = ["Data Source", "Server", "Address", "Addr", "Network Address"];
    private static readonly string[] Databases = ["Initial Catalog", "Database"];
    private static readonly string[] Users = ["User ID", "UID", "User"];

    private readonly Dictionary<string, ConnectionDraft> _made = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
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
        if (!IsSqlServer(connection))
        {
            var provider = connection.Provider.Length > 0 ? connection.Provider : connection.CreationName;
            if (!Unknown.TryGetValue(provider, out var named))
            {
                Unknown[provider] = named = new SortedSet<string>(StringComparer.Ordinal);
            }

            named.Add(connection.Name);
            throw new OpenException(SsisOpenCodes.Connection,
                $"the connection '{connection.Name}' leads to '{provider}', which is no platform here",
                connection.ConnectionString, SsisOpenCodes.Hour);
        }

        var whole = Parts(Property(connection, "ConnectionString", "", values, path));
        var server = Property(connection, "ServerName", Said(whole, connection.Server, Servers), values, path);
        var database = Property(
            connection, "InitialCatalog", Said(whole, connection.Database, Databases), values, path);
        var isIntegrated = whole.Count > 0 ? Said(whole, "", Users).Length == 0 : connection.IsIntegrated;
        var user = isIntegrated ? ""
            : Property(connection, "UserName", Said(whole, connection.User, Users), values, path);
        var key = $"{server}|{database}|{user}|{connection.Name}";
        if (!_made.TryGetValue(key, out var made))
        {
            var name = Free(connection.Name);
            var place = $"Server={Part(server)};"
                + (database.Length > 0 ? $"Database={Part(database)};" : "")
                + (user.Length > 0 ? $"User ID={Part(user)};Password=${{secret:{Secret(name)}}}"
                    : "Integrated Security=True");
            _made[key] = made = new ConnectionDraft(name, DraftPlatforms.Server) { Place = place };
            if (user.Length > 0)
            {
                made.Secrets.Add(Secret(name));
            }
        }

        made.From.Add(From(connection));
        return made;
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
        parts.Insert(1, key + Part(database));
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

    /// <summary>The connection of a folder.</summary>
    public ConnectionDraft Folder(string folder, string from)
    {
        var place = folder.Length == 0 ? "." : folder;
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

    /// <summary>What a secret of that connection or server is called.</summary>
    public static string Secret(string name) =>
        string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToUpperInvariant(c) : '_'));

    private static bool IsSqlServer(SsisConnection connection)
    {
        var provider = connection.Provider.ToUpperInvariant();
        var isClient = connection.Kind is ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet
            or ConnectionManagerKind.Odbc or ConnectionManagerKind.Smo;
        var hasServer = connection.Server.Length > 0
            || connection.Expressions.Any(each => each.Property is "ServerName" or "ConnectionString");
        return isClient && hasServer
            && (SqlServers.Any(each => provider.Contains(each, StringComparison.Ordinal))
                || connection.CreationName.Contains("SqlClient", StringComparison.OrdinalIgnoreCase));
    }

    // What an expression makes of the whole string says more than its parts at design time.
    private static Dictionary<string, string> Parts(string text) => text
        .Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        .Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries)).Where(part => part.Length == 2)
        .DistinctBy(part => part[0], StringComparer.OrdinalIgnoreCase)
        .ToDictionary(part => part[0], part => part[1], StringComparer.OrdinalIgnoreCase);

    private static string Said(Dictionary<string, string> whole, string otherwise, string[] keys) =>
        whole.Count == 0 ? otherwise
            : keys.Select(key => whole.GetValueOrDefault(key)).FirstOrDefault(value => value is not null) ?? "";

    private static string Property(
        SsisConnection connection, string property, string written, PackageValues values, string path)
    {
        var expression = connection.Expressions.FirstOrDefault(each => each.Property == property)?.Expression;
        return expression is null ? written
            : values.Constant(path, expression) is { } value ? ImportedTypes.Text(value) ?? ""
            : throw Late(connection, expression);
    }

    private static OpenException Late(SsisConnection connection, string expression) => new(
        SsisOpenCodes.Connection,
        $"only the run knows where the connection '{connection.Name}' leads to: a connection is known before it",
        expression, SsisOpenCodes.Hour);

    private static string From(SsisConnection connection) =>
        connection.File.Length > 0 ? $"{connection.File}: {connection.Name}" : connection.Name;

    private static string Part(string value) => value.IndexOfAny([';', '"', '\'', '=']) < 0 ? value
        : $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private string Free(string name)
    {
        var plain = DraftNames.Plain(name, "Connection");
        return Enumerable.Range(1, int.MaxValue - 1).Select(number => number == 1 ? plain : $"{plain}_{number}")
            .First(_names.Add);
    }
}
