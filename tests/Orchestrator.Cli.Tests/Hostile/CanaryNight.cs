using System.Globalization;
using Npgsql;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// A solution in a folder of its own and a database of any platform, each with a canary that stands behind whatever a
/// test lets the database give.
/// </summary>
internal sealed class CanaryNight : IDisposable
{
    private const string Variable = "ORCHESTRATOR_TEST_CANARY";
    private const string DataName = "lite.db";

    private static int _count;

    private readonly TemporaryFolder _folder = new();
    private readonly string _platform;
    private readonly EmptyMariaDb? _maria;
    private readonly string _database = "";

    // One session for all that a test does: hundreds of values would each begin one.
    private readonly NpgsqlConnection? _session;

    /// <param name="platform">Its platform as metadata call it.</param>
    /// <param name="tables">Statements that make its further tables, with longtext for texts of any length.</param>
    public CanaryNight(string platform, string tables)
    {
        _platform = platform;
        _folder.Write("out/canary.csv", "canary\n");
        _folder.Write("canary.csv", "canary\n");
        var all = $"create table canary (n int); insert into canary values (1); {tables}";
        var plain = all.Replace("longtext", "text", StringComparison.Ordinal);
        switch (platform)
        {
            case "PostgreSql":
                var name = $"canary_{Interlocked.Increment(ref _count)}";
                using (var server = Opened(Server.Cluster.ConnectionString()))
                {
                    Run(server, $"CREATE DATABASE {name}");
                }

                _database = Server.Cluster.ConnectionString(name);
                _session = Opened(_database);
                Execute(plain);
                break;
            case "MariaDb":
                _maria = EmptyMariaDb.Take();
                _maria.Run(all);
                _database = _maria.ConnectionString;
                break;
            case "Sqlite":
                DataFile.Make(_folder.Path, DataName, plain);
                break;
            default:
                throw new ArgumentException($"no canary on {platform}", nameof(platform));
        }
    }

    /// <summary>The platforms that it is tried on, as metadata call them.</summary>
    public static IEnumerable<string> Platforms => TestPlatforms.Everywhere.Select(platform => platform.ToString());

    public string Path => _folder.Path;

    /// <summary>The keys of its connection behind the name.</summary>
    public string Connection => $"platform: {_platform}, "
        + (_platform == "Sqlite" ? $"file: {DataName}" : $"connectionString: \"${{env:{Variable}}}\"");

    public void Write(string solution) => _folder.Write("solution.yaml", solution);

    public Called Call(params string[] arguments) =>
        Called.With(_folder.Path, new() { [Variable] = _database }, false, arguments);

    /// <summary>Makes a table of one number that is called like a value.</summary>
    public void MakeTable(string value)
    {
        // The user of the tests is called as the schema of the engine, in which its tables would stand else.
        var schema = _platform == "PostgreSql" ? "public." : "";
        Execute($"create table {schema}\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\" (n int)");
    }

    /// <summary>A value as the platform reads it among code.</summary>
    public string Literal(string value)
    {
        var text = _platform == "MariaDb" ? value.Replace("\\", "\\\\", StringComparison.Ordinal) : value;
        return $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
    }

    public void Execute(string sql)
    {
        if (_session is not null)
        {
            Run(_session, sql);
        }
        else if (_maria is not null)
        {
            _maria.Run(sql);
        }
        else
        {
            DataFile.Execute(_folder.Path, DataName, sql);
        }
    }

    /// <summary>The first value of the first row as text.</summary>
    public string? Ask(string sql)
    {
        if (_session is null)
        {
            return _maria is null ? DataFile.Rows(_folder.Path, DataName, sql).FirstOrDefault() : _maria.Ask(sql);
        }

        using var command = new NpgsqlCommand(sql, _session);
        return Convert.ToString(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    /// <summary>The files of the solution but its own.</summary>
    public string[] Files() =>
    [
        .. Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Select(file => System.IO.Path.GetRelativePath(_folder.Path, file))
            .Where(file => !file.StartsWith(".orchestrator", StringComparison.Ordinal) && file != "solution.yaml"),
    ];

    /// <summary>That the table and the files stand as they were.</summary>
    public void AssertCanaries(string told = "")
    {
        Assert.That(Ask("select count(*) from canary where n = 1"), Is.EqualTo("1"), told);
        Assert.That(Ask("select count(*) from canary"), Is.EqualTo("1"), told);
        foreach (var file in new[] { "canary.csv", "out/canary.csv" })
        {
            var text = File.ReadAllText(System.IO.Path.Combine(_folder.Path, file));
            Assert.That(text, Is.EqualTo("canary\n"), $"{file} {told}");
        }
    }

    public void Dispose()
    {
        _session?.Dispose();
        _maria?.Dispose();
        _folder.Dispose();
    }

    private static NpgsqlConnection Opened(string database)
    {
        var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        return connection;
    }

    private static void Run(NpgsqlConnection connection, string sql)
    {
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
