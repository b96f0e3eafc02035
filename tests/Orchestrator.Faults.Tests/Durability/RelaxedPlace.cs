using Microsoft.Data.Sqlite;
using Npgsql;
using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>What can be relaxed.</summary>
public enum Relaxable { Sqlite, PostgreSqlSession, PostgreSqlDatabase, SqlServer }

/// <summary>A target that runs relax: how it is written, what it is set to, and what it holds.</summary>
internal abstract class RelaxedPlace : IDisposable
{
    /// <summary>Its place in YAML, as the connection Target.</summary>
    public abstract string Connection(string folder);

    /// <summary>The database's name on its server.</summary>
    public virtual string Name => "";

    /// <summary>Variables that the connection names.</summary>
    public virtual IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>();

    /// <summary>Whether the database's own setting is changed.</summary>
    public virtual bool IsOfDatabase => false;

    /// <summary>What a run sets it to.</summary>
    public virtual string Relaxed => "";

    /// <summary>A setting that neither a run has set nor was found.</summary>
    public virtual string Other => "";

    /// <summary>The setting.</summary>
    public virtual string Setting { get; set; } = "";

    /// <summary>Rows of the engine's own that tell of runs: holders and markers.</summary>
    public abstract int Left(string folder);

    /// <summary>The rows of a table, as id,name.</summary>
    public abstract IReadOnlyList<string> Rows(string folder, string table);

    public static RelaxedPlace Of(Relaxable what) => what switch
    {
        Relaxable.Sqlite => new SqlitePlaceToRelax(),
        Relaxable.SqlServer => new SqlServerPlaceToRelax(),
        _ => new PostgreSqlPlaceToRelax(what == Relaxable.PostgreSqlDatabase),
    };

    public abstract void Dispose();
}

internal sealed class SqlitePlaceToRelax : RelaxedPlace
{
    public override string Connection(string folder) =>
        "{connection: Target, platform: Sqlite, reloadable: true, delayedDurability: {mode: forced}}";

    public override int Left(string folder) =>
        int.Parse(Ask(folder, "SELECT count(*) FROM orchestrator_attempt_markers")[0]);

    public override IReadOnlyList<string> Rows(string folder, string table) =>
        Ask(folder, $"SELECT id || ',' || name FROM {table} ORDER BY id");

    public override void Dispose()
    {
    }

    private static List<string> Ask(string folder, string sql)
    {
        var file = Path.Combine(folder, ".orchestrator", "data", "Target.db");
        using var connection = new SqliteConnection($"Data Source={file};Pooling=False;Mode=ReadOnly");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(reader.GetString(0));
        }

        return rows;
    }
}

internal sealed class PostgreSqlPlaceToRelax : RelaxedPlace
{
    private const string Password = "ORCHESTRATOR_SECRET_CRASH_PASSWORD";
    private static int _databases;

    private string _user = Cluster.User;

    private readonly string _database = $"crash_{Interlocked.Increment(ref _databases)}";

    public PostgreSqlPlaceToRelax(bool isOfDatabase)
    {
        IsOfDatabase = isOfDatabase;
        Execute("postgres", $"CREATE DATABASE {_database}");
    }

    public override bool IsOfDatabase { get; }

    public override string Name => _database;

    public override string Relaxed => "off";

    public override string Other => "remote_write";

    public override IReadOnlyDictionary<string, string> Variables =>
        new Dictionary<string, string> { [Password] = Server.Cluster.Password };

    public override string Setting
    {
        get => Ask("""
            SELECT coalesce((SELECT substring(one FROM 20) FROM pg_db_role_setting, unnest(setconfig) AS one
                WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND setrole = 0
                  AND one LIKE 'synchronous_commit=%'), '')
            """)[0];
        set => Execute("postgres", value.Length == 0 ? $"ALTER DATABASE {_database} RESET synchronous_commit"
            : $"ALTER DATABASE {_database} SET synchronous_commit = '{value}'");
    }

    public override string Connection(string folder) =>
        "{connection: Target, platform: PostgreSql, reloadable: true, "
        + $"connectionString: \"Host=127.0.0.1;Port={Server.Cluster.Port};Database={_database};Username={_user};"
        + "Password=${secret:CRASH_PASSWORD}\", delayedDurability: {mode: forced"
        + $"{(IsOfDatabase ? ", scope: database" : "")}}}}}";

    public override int Left(string folder) => int.Parse(Ask(
        (IsOfDatabase ? "SELECT (SELECT count(*) FROM orchestrator.durability_holders) + " : "SELECT ")
        + "(SELECT count(*) FROM orchestrator.attempt_markers)")[0]);

    public override IReadOnlyList<string> Rows(string folder, string table) =>
        Ask($"SELECT id || ',' || name FROM {table} ORDER BY id");

    public override void Dispose() => Drop(_database);

    /// <summary>
    /// Lets a user of its own, who is no superuser, own the database and everything be done as that; of whom it may
    /// take no connection any more.
    /// </summary>
    public void Disown()
    {
        _user = $"{_database}_user";
        Execute("postgres", $"CREATE ROLE {_user} LOGIN PASSWORD '{Server.Cluster.Password}'");
        Execute("postgres", $"ALTER DATABASE {_database} OWNER TO {_user}");
        Execute(_database, $"GRANT ALL ON SCHEMA public TO {_user}");
    }

    /// <summary>What a package executes, so that no session can be opened and the one that flushes is gone.</summary>
    public string Close => $"ALTER DATABASE {_database} CONNECTION LIMIT 0; SELECT pg_terminate_backend(pid) "
        + "FROM pg_stat_activity WHERE application_name LIKE 'orchestrator % durability' "
        + "AND datname = current_database()";

    /// <summary>Lets sessions be opened again.</summary>
    public void Reopen() => Execute("postgres", $"ALTER DATABASE {_database} CONNECTION LIMIT -1");

    /// <summary>A further database of the server, as a connection of that name.</summary>
    public static string MakeBeside(string connection)
    {
        Execute("postgres", $"CREATE DATABASE {connection}");
        return $"{{connection: {connection}, platform: PostgreSql, connectionString: \"Host=127.0.0.1;"
            + $"Port={Server.Cluster.Port};Database={connection.ToLowerInvariant()};Username=orchestrator;"
            + "Password=${secret:CRASH_PASSWORD}\"}";
    }

    /// <summary>Drops a database under whoever is at work there.</summary>
    public static void Drop(string database) => Execute("postgres", $"DROP DATABASE {database} WITH (FORCE)");

    private List<string> Ask(string sql)
    {
        using var connection = Open(_database);
        using var command = new NpgsqlCommand(sql, connection);
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add($"{reader.GetValue(0)}");
        }

        return rows;
    }

    private static void Execute(string database, string sql)
    {
        using var connection = Open(database);
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static NpgsqlConnection Open(string database)
    {
        var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        return connection;
    }
}

internal sealed class SqlServerPlaceToRelax : RelaxedPlace
{
    private readonly StoreProcess _server = StoreProcess.Start();

    public SqlServerPlaceToRelax()
    {
        foreach (var table in new[] { "a", "b", "c", "d" })
        {
            _server.Run($"CREATE TABLE [dbo].[{table}] ([id] int, [name] varchar(70))");
        }
    }

    public override bool IsOfDatabase => true;

    public override string Relaxed => "FORCED";

    public override string Other => "ALLOWED";

    public override string Setting
    {
        get => _server["Staging"];
        set => _server["Staging"] = value;
    }

    public override string Connection(string folder) =>
        "{connection: Target, platform: SqlServer, reloadable: true, "
        + $"connectionString: \"{_server.ConnectionString.Replace("s3cret", "${secret:CRASH_PASSWORD}")}\", "
        + "delayedDurability: {mode: forced}}";

    public override IReadOnlyDictionary<string, string> Variables =>
        new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_CRASH_PASSWORD"] = "s3cret" };

    public override int Left(string folder) =>
        _server.Rows("orchestrator.durability_holders", "run").Count
        + _server.Rows("orchestrator.attempt_markers", "attempt").Count;

    public override IReadOnlyList<string> Rows(string folder, string table) =>
        _server.Rows($"dbo.{table}", "id", "name");

    public override void Dispose()
    {
        Assert.That(_server.Failures, Is.Empty);
        _server.Dispose();
    }
}
